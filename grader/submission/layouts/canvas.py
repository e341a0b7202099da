"""Canvas's "Download Submissions": flat names of the student, their number, the upload's number and the file."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import partial

from grader.submission.attempt import Attempt, Person, identity
from grader.submission.layouts.layout import Layout, Wanted, plain_names
from grader.submission.tree import Tree

_FILE = r"((?P<upload>\d+)_(?P<file>.+)|(?P<typed>text\.html|link\.html))"
"""What was typed in, or a link, is no upload and has no number."""
_NAMES = (
    re.compile(rf"(?P<late>LATE_)?(?P<user>(?P<who>anon_[A-Za-z0-9]+))_{_FILE}", re.DOTALL),
    re.compile(rf"(?P<who>.+?)_(?P<late>LATE_)?(?P<user>\d+)_{_FILE}", re.DOTALL),
)


def matching(tree: Tree, wanted: Wanted) -> int:
    """How many files are named so."""
    return sum(_match(name) is not None for name in tree.files())


def attempts(tree: Tree, wanted: Wanted) -> list[Attempt]:
    """One attempt for each user number."""
    found = defaultdict[str, list[re.Match[str]]](list)
    for match in filter(None, map(_match, tree.files())):
        found[match["user"]].append(match)
    return [_attempt(tree, user, matches, wanted) for user, matches in sorted(found.items())]


def _match(name: str) -> re.Match[str] | None:
    return next(filter(None, (form.fullmatch(name) for form in _NAMES)), None)


def _attempt(tree: Tree, user: str, matches: list[re.Match[str]], wanted: Wanted) -> Attempt:
    files = {match["file"] or match["typed"]: match[0] for match in matches}
    plain = plain_names(files, wanted)
    paths = {plain[file]: path for file, path in files.items()}
    person = Person(identity(user), identity(matches[0]["who"]))
    late = any(match["late"] for match in matches)
    return Attempt((person,), user, matches[0][0], partial(tree.only, paths), late=late)


CANVAS = Layout("a download of Canvas's", matching, attempts, ("id", "user id", "canvas id", "canvas user id"))
