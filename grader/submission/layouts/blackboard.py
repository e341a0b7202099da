"""Blackboard's "Download Assignment File": flat names of assignment, user, attempt, time and file.

The word for "attempt" depends on the language of the site. Beside the files of an attempt lies a text of the same name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import datetime
from functools import partial
from itertools import takewhile

from grader.errors import SubmissionRefused
from grader.submission.attempt import Attempt, Person, identity
from grader.submission.layouts.layout import Layout, Wanted
from grader.submission.tree import Tree

_NAME = re.compile(r"(?P<head>.+)_(?P<word>[^\W\d_]+)_(?P<stamp>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)", re.DOTALL)
_WHO = re.compile(r"[^\n:]*:\s*(?P<name>[^\n]*?)\s*\((?P<user>[^()\n]+)\)\s*(\n|$)")
"""The first line of the text: `Name: Jane Doe (jdoe)`, in the language of the site."""
_LONGEST_TEXT = 4096


def matching(tree: Tree, wanted: Wanted) -> int:
    """How many files are named so."""
    return sum(bool(_NAME.fullmatch(name)) for name in tree.files())


def attempts(tree: Tree, wanted: Wanted) -> list[Attempt]:
    """One attempt for each user and time."""
    found = defaultdict[tuple[str, str], list[re.Match[str]]](list)
    for match in filter(None, map(_NAME.fullmatch, tree.files())):
        found[match["head"], match["stamp"]].append(match)
    assignment = _assignment([head for head, _ in found])
    return [_attempt(tree, assignment, matches) for _, matches in sorted(found.items())]


def _assignment(heads: list[str]) -> str:
    """The words that all heads begin with. For a user alone, and where users begin alike, the texts know better."""
    words = zip(*(head.split("_")[:-1] for head in heads), strict=False)
    common = takewhile(lambda column: len(set(column)) == 1, words)
    return "".join(f"{column[0]}_" for column in common)


def _attempt(tree: Tree, assignment: str, matches: list[re.Match[str]]) -> Attempt:
    head, stamp = matches[0]["head"], matches[0]["stamp"]
    user = name = head.removeprefix(assignment)
    text = next((_WHO.match(_text(tree, match[0])) for match in matches if not match["file"]), None)
    if text and head.endswith(f"_{text['user']}"):
        user, name = text["user"], text["name"] or user
    paths = {match["file"]: match[0] for match in matches if match["file"]}
    person = Person(identity(user), identity(name))
    where = next(iter(paths.values()), matches[0][0])
    return Attempt((person,), user, where, partial(tree.only, paths), at=_time(stamp))


def _text(tree: Tree, path: str) -> str:
    try:
        return tree.only({path: path}).readers[path]()[:_LONGEST_TEXT].decode("utf-8-sig", "replace")
    except SubmissionRefused:
        return ""


def _time(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, "%Y-%m-%d-%H-%M-%S")
    except ValueError:
        return None


BLACKBOARD = Layout("a download of Blackboard's", matching, attempts, ("username", "user name"))
