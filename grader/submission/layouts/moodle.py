"""Moodle's "Download all submissions", with a folder for each student or without.

Names end with the participant's number in this assignment, since the names before it are neither unique nor complete.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import partial

from grader.submission.attempt import Attempt, Person, identity
from grader.submission.files import Files
from grader.submission.layouts.layout import Layout, Wanted, entries
from grader.submission.tree import Tree

_NAME = re.compile(r"(?P<who>[^_]*)_((?P<number>\d+)_)?assignsubmission_(?P<kind>[a-z]+)_?(?P<file>.*)", re.DOTALL)


def matching(tree: Tree, wanted: Wanted) -> int:
    """How many entries are submissions."""
    return sum(bool(_NAME.fullmatch(name)) for name in entries(tree))


def attempts(tree: Tree, wanted: Wanted) -> list[Attempt]:
    """One attempt for each participant. Text typed into Moodle is looked at only if there is no file."""
    found = defaultdict[tuple[str, str], list[re.Match[str]]](list)
    for name in entries(tree):
        if match := _NAME.fullmatch(name):
            found[match["number"] or match["who"], match["who"]].append(match)
    return [
        Attempt((Person(identity(key), identity(who)),), key, matches[0][0], partial(_read, tree, matches))
        for (key, who), matches in sorted(found.items())
    ]


def _read(tree: Tree, matches: list[re.Match[str]]) -> Files:
    uploads = [match for match in matches if match["kind"] == "file"] or matches
    folder = next((match[0] for match in uploads if not match["file"]), None)
    return tree.below(folder) if folder else tree.only({match["file"]: match[0] for match in uploads})


MOODLE = Layout("a download of Moodle's", matching, attempts, ("identifier",))
