"""The version of the grader that is running."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def grader_version() -> str:
    """Return the installed version, or "0" when the package runs from a plain folder."""
    try:
        return version("torchgrader")
    except PackageNotFoundError:
        return "0"
