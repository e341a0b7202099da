"""What every gradebook writer returns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Gradebook:
    """A file for a learning platform, and what the instructor should know of it."""

    content: bytes
    notes: tuple[str, ...] = ()
