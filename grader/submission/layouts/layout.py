"""What a layout is: how a learning platform names the files of a class in its download."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from grader.submission.attempt import Attempt
from grader.submission.tree import Tree

NAMES = ("folder", "moodle", "canvas", "gradescope", "blackboard", "nbgrader", "clones")
"""How a layout is named on the command line."""
_AGAIN = r"\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
"""What is put behind a name that was used before: a number, or a UUID."""


@dataclass(frozen=True)
class Wanted:
    """The exercise that is looked for in the download."""

    exercise: str
    file: str
    """Stem of the file to hand in."""


@dataclass(frozen=True)
class Layout:
    """One layout of downloads."""

    title: str
    """What it is, in words: "a download of Moodle's"."""
    matching: Callable[[Tree, Wanted], int]
    """How many entries of the tree are named as in this layout."""
    attempts: Callable[[Tree, Wanted], list[Attempt]]
    """Everything that was handed in, older attempts too."""
    identifies: tuple[str, ...] = ()
    """The columns of a roster in which the layout's keys stand; none for all of them. A participant's number must not
    be taken for somebody else's student number."""


def entries(tree: Tree) -> list[str]:
    """Return the names of all folders and files at the top."""
    return [*tree.folders(), *tree.files()]


def plain_names(names: Iterable[str], wanted: Wanted) -> dict[str, str]:
    """Return each name without what a platform adds to a second upload: ex3-1.py is ex3.py again.

    Only a name that then is the wanted one is changed, and only if there is no such file beside it.
    """
    given = list(names)
    again = re.compile(
        rf"{re.escape(wanted.file)}-(\d+|[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}})(?P<rest>\..*)"
    )
    plain: dict[str, str] = {}
    for name in given:
        match = again.fullmatch(name)
        first = f"{wanted.file}{match['rest']}" if match else name
        plain[name] = name if first in (*given, *plain.values()) else first
    return plain
