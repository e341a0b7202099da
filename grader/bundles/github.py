"""A repository for GitHub: an action that grades, a workflow that runs it, and the autograder of Classroom 50."""

from __future__ import annotations

from grader.bundles.archive import Member
from grader.bundles.kit import Kit


def bundle(kit: Kit) -> list[Member]:
    """Return the files of the archive, which make a private repository."""
    return [
        *kit.install(),
        *kit.course(),
        kit.text("action.yml"),
        kit.script("grade.sh"),
        kit.text("workflow.yml", ".github/workflows/grade.yml"),
        kit.script("autograder.py"),
    ]
