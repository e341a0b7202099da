"""A plain folder: one file or one folder for each student, named after them."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

from grader.errors import SubmissionRefused
from grader.submission.attempt import Attempt, Person, identity
from grader.submission.files import Files
from grader.submission.layouts.layout import Layout, Wanted
from grader.submission.names import quoted, without_ending
from grader.submission.tree import Tree


def matching(tree: Tree, wanted: Wanted) -> int:
    """Every entry is a student's."""
    return len(tree.folders()) + len(tree.files())


def attempts(tree: Tree, wanted: Wanted) -> list[Attempt]:
    """One attempt for each name; files that differ only in their endings belong to one student."""
    folders = {identity(name): name for name in tree.folders()}
    files = defaultdict[str, list[str]](list)
    for name in tree.files():
        files[identity(without_ending(name))].append(name)
    return [
        Attempt((Person(student, student),), student, place, partial(_read, tree, folders.get(student), files[student]))
        for student in sorted({*folders, *files})
        for place in [folders.get(student) or files[student][0]]
    ]


def _read(tree: Tree, folder: str | None, files: list[str]) -> Files:
    if folder and files:
        raise SubmissionRefused(
            f"There are several entries of one name: {quoted([folder, *files])}.", "Keep the one that counts."
        )
    return tree.below(folder) if folder else tree.only({name: name for name in files})


FOLDER = Layout("a plain folder with an entry for each student", matching, attempts)
