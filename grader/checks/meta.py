"""What identifies a check: its id, points, statement and title."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from grader.result.scoring import parse_points


@dataclass(frozen=True)
class Meta:
    """The identity of one check."""

    id: str
    points: Fraction
    statement: str | None
    title: str
    reads_only: bool = False
    """Whether it only reads variables of the file and runs none of its functions."""

    @property
    def item(self) -> str:
        """The function, class or variable that the check grades."""
        return self.id.partition(".")[0]

    @property
    def world(self) -> str:
        """Checks of one world share a worker: those of one item, and all that run nothing of the student's."""
        return "answers" if self.reads_only else self.item


META = pytest.StashKey[Meta]()


def marked(item: pytest.Item) -> Meta:
    """What the `check` marker and the docstring say; ValueError or TypeError if they do not say it."""
    marker = item.get_closest_marker("check")
    if marker is None:
        raise ValueError("a check needs @pytest.mark.check(id, points=..., statement=...)")
    title = (getattr(item, "obj", None).__doc__ or "").strip().partition("\n")[0]
    if not title:
        raise ValueError("a check needs a docstring: its first line is the title that students read")
    return _meta(title, *marker.args, **marker.kwargs)


def _meta(title: str, id: str, *, points: int | str, statement: str | None = None) -> Meta:
    return Meta(id=id, points=parse_points(points), statement=statement, title=title)
