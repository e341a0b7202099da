"""A class's download, whatever it came from, as the attempts that count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from grader.errors import SubmissionRefused, UsageError
from grader.submission.attempt import Attempt, Person
from grader.submission.files import Files
from grader.submission.layouts.blackboard import BLACKBOARD
from grader.submission.layouts.canvas import CANVAS
from grader.submission.layouts.clones import CLONES
from grader.submission.layouts.folder import FOLDER
from grader.submission.layouts.gradescope import GRADESCOPE
from grader.submission.layouts.layout import Wanted, entries
from grader.submission.layouts.moodle import MOODLE
from grader.submission.layouts.nbgrader import NBGRADER
from grader.submission.names import quoted, without_ending
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

    @property
    def people(self) -> list[Person]:
        """Everybody who handed in or should have."""
        return [*(person for attempt in self.attempts for person in attempt.people), *self.absent]


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
    if several := sum(len(attempt.people) for attempt in newest if attempt.count > 1):
        says.append(f"{_number(several, 'student')} handed in several times; the newest counts.")
    absent = [person for person in roster.people if person.id not in people] if roster else []
    if absent:
        names = quoted(person.shown for person in absent)
        says.append(f"{_number(len(absent), 'student')} of the roster handed in nothing: {names}.")
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
    """Each attempt with those for whom it is the newest. Who has several that might be is refused."""
    of: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        for student in {person.id for person in attempt.people}:
            of.setdefault(student, []).append(attempt)
    newest = {student: _last(made) for student, made in of.items()}
    count = {student: sum(attempt.count for attempt in made) for student, made in of.items()}
    found = []
    for attempt in attempts:
        people = {person.id: person for person in attempt.people if newest[person.id][-1] is attempt}
        sure = tuple(person for student, person in people.items() if len(newest[student]) == 1)
        if sure:
            found.append(replace(attempt, people=sure, count=max(count[person.id] for person in sure)))
        found += [
            replace(attempt, people=(person,), read=partial(_undecided, newest[student]))
            for student, person in people.items()
            if len(newest[student]) > 1
        ]
    return found


def _last(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Those with the latest time; what has none is older than all that have one."""
    times = [attempt.at.timestamp() if attempt.at else 0.0 for attempt in attempts]
    return [attempt for attempt, time in zip(attempts, times, strict=True) if time == max(times)]


def _undecided(attempts: Sequence[Attempt]) -> Files:
    places = quoted(attempt.where for attempt in attempts)
    raise SubmissionRefused(
        f"There are several hand-ins, and nothing tells which is the newest: {places}.", "Keep the one that counts."
    )


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
