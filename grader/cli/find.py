"""Finds the file to grade when none is named."""

from __future__ import annotations

from pathlib import Path

from grader.course.exercise import Exercise
from grader.errors import SubmissionRefused, UsageError
from grader.submission.contents import read_contents
from grader.submission.files import read_file
from grader.submission.source import code_lines


def submission_path(exercise: Exercise, named: Path | None, here: Path | None = None) -> Path:
    """Return the named path, else the exercise's file in the folder `here`, else the one in exercises/<id>/.

    Of a .py and an .ipynb side by side the one counts whose code is not as it was handed out. Raises UsageError if
    there is none, SubmissionRefused if both could count.
    """
    if named is not None:
        return named
    here = here or Path.cwd()
    for folder in (here, exercise.folder):
        present = [path for path in (folder / stub.name for stub in exercise.stubs) if path.is_file()]
        if present:
            return present[0] if len(present) == 1 else _worked_on(exercise, present)
    wanted = " or ".join(stub.name for stub in exercise.stubs)
    raise UsageError(
        f"There is no {wanted} in {here}.",
        f"Get one with `grade start {exercise.id}`, or name your file: `grade {exercise.id} FILE`.",
    )


def _worked_on(exercise: Exercise, present: list[Path]) -> Path:
    first: dict[object, Path] = {}
    for path in present:
        first.setdefault(_code(path), path)
    in_place = present[0].parent.resolve() == exercise.folder.resolve()
    handed_out = set() if in_place else {_code(stub) for stub in exercise.stubs if stub.is_file()}
    changed = [path for code, path in first.items() if code not in handed_out]
    if len(changed) > 1:
        names = " and ".join(path.name for path in changed)
        raise SubmissionRefused(
            f"{names} in {changed[0].parent} hold different work, and only one of them can count.",
            f"Name it: `grade {exercise.id} {changed[0].name}`.",
        )
    return (changed or present)[0]


def _code(path: Path) -> object:
    """The file's code, for comparison; one that cannot be read equals no other."""
    try:
        return code_lines(read_contents(read_file(path), path.name).cells)
    except SubmissionRefused:
        return path
