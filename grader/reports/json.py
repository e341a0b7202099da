"""A result as JSON, in the versioned form that other programs read."""

from __future__ import annotations

from grader.result.model import Result


def render(result: Result) -> str:
    """Return the result's JSON."""
    return result.to_json() + "\n"
