"""A class's download, whatever it came from, as the attempts that count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.errors import UsageError
from grader.submission.attempt import Attempt, Person
from grader.submission.layouts.blackboard import BLACKBOARD
from grader.submission.layouts.canvas import CANVAS
from grader.submission.layouts.clones import CLONES
from grader.submission.layouts.folder import FOLDER
from grader.submission.layouts.gradescope import GRADESCOPE
from grader.submission.layouts.layout import Wanted, entries
from grader.submission.layouts.moodle import MOODLE
from grader.submission.layouts.nbgrader import NBGRADER
from grader.submission.names import without_ending
from grader.submission.roster import Roster
from grader.submission.tree import Tree, open_tree

AUTO = "auto"
LAYOUTS = {
    "gradescope": GRADESCOPE,
    "moodle": MOODLE,
    "canvas": CANVAS,
    "blackboard": BLACKBOARD,
    "nbgrader": NBGRADER,
    "clones": CLONES,
    "folder": FOLDER,
}
"""By the name of `--from`, in the order in which they are tried."""


@dataclass(frozen=True)
class Download:
    """What was found."""

    says: tuple[str, ...]
    """Sentences for the instructor: what was recognised, and what is worth knowing of it."""
    attempts: tuple[Attempt, ...]
    """The newest of everyone, each for those for whom it counts."""
    absent: tuple[Person, ...] = ()
    """People of the roster who handed in nothing."""


def read_download(
    path: Path, wanted: Wanted, *, layout: str = AUTO, roster: Roster | None = None, without: Iterable[Path] = ()
) -> Download:
    """Find what a class handed in, in the folder or zip at `path`; files are not read yet.

    Raises UsageError if there is nothing, or not in this layout.
    """
    tree, name = _recognised(open_tree(path, without), wanted, layout)
    found = LAYOUTS[name].attempts(tree, wanted)
    if not found:
        raise UsageError(f"{path} has no submissions.", f"It was read as {LAYOUTS[name].title}; --from says otherwise.")
    says = [f"Read as {LAYOUTS[name].title}: {_number(len(found), 'hand-in')}."]
    if roster is not None:
        found, notes = roster.applied(found, LAYOUTS[name].identifies)
        says += notes
    newest = _newest(found)
    people = {person.id for attempt in newest for person in attempt.people}
    if several := sum(attempt.count > 1 for attempt in newest):
        says.append(f"{_number(several, 'student')} handed in several times; the newest counts.")
    absent = [person for person in roster.people if person.id not in people] if roster else []
    if absent:
        says.append(f"{_number(len(absent), 'student')} of the roster handed in nothing.")
    return Download(tuple(says), tuple(newest), tuple(absent))


def _recognised(tree: Tree, wanted: Wanted, layout: str) -> tuple[Tree, str]:
    """The layout's name, and the tree from where it begins: often everything is in one folder more."""
    names = [name for name in LAYOUTS if layout in (AUTO, name) and name != "folder"]
    folders = tree.folders()
    inner = [tree.under(folders[0])] if len(folders) == 1 and not tree.files() else []
    for place in (tree, *inner):
        for name in names:
            if 2 * LAYOUTS[name].matching(place, wanted) > len(entries(place)):
                return place, name
    if layout not in (AUTO, "folder"):
        raise UsageError(
            f"{tree.name} is not named as {LAYOUTS[layout].title}.", "Leave --from away to have it recognised."
        )
    zipped = without_ending(tree.name) == folders[0] if inner else False
    return (inner[0] if zipped else tree), "folder"


def _newest(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Each attempt with those for whom it is the newest; of equally new ones the last."""
    by_time = sorted(attempts, key=lambda attempt: attempt.at.timestamp() if attempt.at else 0.0)
    latest: dict[str, Attempt] = {}
    count: dict[str, int] = {}
    for attempt in by_time:
        for person in {person.id: person for person in attempt.people}.values():
            latest[person.id] = attempt
            count[person.id] = count.get(person.id, 0) + attempt.count
    found = []
    for attempt in attempts:
        people = tuple({one.id: one for one in attempt.people if latest[one.id] is attempt}.values())
        if people:
            found.append(replace(attempt, people=people, count=max(count[person.id] for person in people)))
    return found


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
