"""A folder of Git clones, one for each student: `ex3-submissions/ex3-ada`.

Git itself is never run on them: what stands in a clone is a student's, and Git would follow it.
"""

from __future__ import annotations

from functools import partial

from grader.submission.attempt import Attempt, Person, identity
from grader.submission.layouts.layout import Layout, Wanted
from grader.submission.tree import Tree


def matching(tree: Tree, wanted: Wanted) -> int:
    """How many folders are clones."""
    return len(_clones(tree))


def attempts(tree: Tree, wanted: Wanted) -> list[Attempt]:
    """One attempt for each clone; what all names share with the assignment's is no part of the student's."""
    clones = _clones(tree)
    named_after = (f"{tree.name.removesuffix('-submissions')}-", f"{wanted.exercise}-")
    prefix = next((p for p in named_after if all(name.startswith(p) and name != p for name in clones)), "")
    return [
        Attempt((Person(student, student),), student, name, partial(tree.below, name))
        for name in clones
        for student in [identity(name.removeprefix(prefix))]
    ]


def _clones(tree: Tree) -> list[str]:
    return [name for name in tree.folders() if tree.exists(f"{name}/.git")]


CLONES = Layout("a folder of Git clones", matching, attempts)
