"""The autograder.zip of a programming assignment on Gradescope: both scripts at its root, as they have to be."""

from __future__ import annotations

from grader.bundles.archive import Member
from grader.bundles.kit import Kit


def bundle(kit: Kit) -> list[Member]:
    """Return the files of the archive."""
    return [*kit.install(), kit.script("run_autograder"), *kit.course()]
