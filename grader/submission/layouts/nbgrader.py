"""nbgrader: `submitted/<student>/<assignment>/`, or the exchange's `inbound/<student>+<assignment>+<time>/`."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import partial

from grader.errors import SubmissionRefused
from grader.submission.attempt import Attempt, Person, identity
from grader.submission.layouts.layout import Layout, Wanted, entries
from grader.submission.tree import Tree

_INBOUND = re.compile(r"(?P<student>[^+]+)\+(?P<assignment>[^+]+)\+(?P<stamp>\d{4}-[^+]+)(\+[^+]*)?")
_STAMP = "timestamp.txt"


def matching(tree: Tree, wanted: Wanted) -> int:
    """How many folders are hand-ins of the exchange's; else all of them, if nbgrader's own names are among them."""
    inbound = sum(bool(_INBOUND.fullmatch(name)) for name in tree.folders())
    if inbound or "submitted" in (tree.name, *tree.folders()):
        return inbound or len(entries(tree))
    return sum(_STAMP in tree.files(f"{student}/{wanted.exercise}") for student in tree.folders())


def attempts(tree: Tree, wanted: Wanted) -> list[Attempt]:
    """One attempt for each folder; students who have only other assignments are left out."""
    tree = _submitted(tree)
    found = []
    for name in tree.folders():
        if match := _INBOUND.fullmatch(name):
            if match["assignment"] in (wanted.exercise, wanted.file):
                found.append(_attempt(tree, match["student"], name, _time(match["stamp"])))
        elif assignment := _assignment(tree, name, wanted):
            found.append(_attempt(tree, name, f"{name}/{assignment}", None))
        elif tree.files(name):
            found.append(_attempt(tree, name, name, None))
    return found


def _submitted(tree: Tree) -> Tree:
    return tree.under("submitted") if "submitted" in tree.folders() else tree


def _assignment(tree: Tree, student: str, wanted: Wanted) -> str | None:
    """The student's folder of this assignment."""
    folders = tree.folders(student)
    return next((name for name in (wanted.exercise, wanted.file) if name in folders), None)


def _attempt(tree: Tree, student: str, path: str, at: datetime | None) -> Attempt:
    person = Person(identity(student), identity(student))
    return Attempt((person,), student, path, partial(tree.below, path), at=at or _stamped(tree, path))


def _stamped(tree: Tree, path: str) -> datetime | None:
    if _STAMP not in tree.files(path):
        return None
    try:
        text = tree.only({_STAMP: f"{path}/{_STAMP}"}).readers[_STAMP]()[:100].decode("utf-8", "replace")
    except SubmissionRefused:
        return None
    return _time(text.strip())


def _time(text: str) -> datetime | None:
    plain, zone, _ = text.partition(" UTC")
    try:
        return datetime.fromisoformat(plain).replace(tzinfo=UTC if zone else None)
    except ValueError:
        return None


NBGRADER = Layout("a folder of nbgrader's", matching, attempts)
