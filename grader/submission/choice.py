"""Which of several files is the submission. The rule is told in collect.py; this is its third and fourth point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.errors import SubmissionRefused
from grader.submission.bounds import CANDIDATES
from grader.submission.contents import read_contents
from grader.submission.files import Files
from grader.submission.names import basename, closeness, is_archive_name, kind_of, quoted, shown
from grader.submission.source import code_lines

Code = tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """The file that counts, and what to tell the student about the others."""

    name: str
    notes: tuple[str, ...]


def choose(files: Files, stem: str, handed_out: frozenset[Code] = frozenset()) -> Choice:
    """The one file that counts; `handed_out` is the code of the files as the student got them.

    Raises SubmissionRefused, with the names found and the name wanted, if there is none or it is not certain.
    """
    wanted = f"{stem}.py or {stem}.ipynb"
    candidates = [name for name in sorted(files.readers, key=_shallow_first) if kind_of(name)]
    if not candidates:
        raise _nothing(files, wanted)
    untouched = _untouched(files, candidates, stem, handed_out)
    fitting = [name for name in candidates if name not in untouched]
    rank = min(closeness(name, stem) for name in fitting)
    rivals = _different(files, [name for name in fitting if closeness(name, stem) == rank])
    if len(rivals) > 1:
        raise SubmissionRefused(
            f"{len(rivals)} files could be the one that counts: {quoted(rivals)}. Wanted is one file, {wanted}.",
            f"Delete or rename the others, or hand in the right one alone. {_rule(stem)}",
        )
    others = [name for name in fitting if name != rivals[0] and closeness(name, stem) < 2]
    return Choice(rivals[0], (*_why(rivals[0], stem, rank), *_left_aside(others, untouched)))


def _nothing(files: Files, wanted: str) -> SubmissionRefused:
    archives = [name for name in files.readers if is_archive_name(name)]
    if len(archives) > 1:
        return SubmissionRefused(
            f"{files.where} holds {len(archives)} archives, {quoted(archives)}, and no Python file or notebook.",
            f"Hand in one file, {wanted}.",
        )
    found = f"Found: {quoted(files.readers or files.ignored)}." if files.readers or files.ignored else "It is empty."
    return SubmissionRefused(f"No Python file or notebook in {files.where}. {found}", f"Hand in one file, {wanted}.")


def _untouched(files: Files, candidates: list[str], stem: str, handed_out: frozenset[Code]) -> list[str]:
    """Files that are still as handed out, unless that is all there is."""
    named = [name for name in candidates if closeness(name, stem) < 2]
    if not handed_out or len(named) > CANDIDATES:
        return []
    untouched = [name for name in named if _code(files, name) in handed_out]
    return untouched if len(untouched) < len(named) else []


def _different(files: Files, names: list[str]) -> list[str]:
    """The names whose files differ in their code; of equal ones the first, and empty files only if all are."""
    if not 1 < len(names) <= CANDIDATES:
        return names
    filled = [name for name in names if files.readers[name]().strip(b"\0\t\r\n ")] or names
    first: dict[Code | str, str] = {}
    for name in filled:
        first.setdefault(_code(files, name), name)
    return list(first.values())


def _code(files: Files, name: str) -> Code | str:
    """The file's code for comparison. One that cannot be read equals no other."""
    try:
        return code_lines(read_contents(files.readers[name](), name).cells)
    except SubmissionRefused:
        return name


def _shallow_first(name: str) -> tuple[int, str]:
    return name.count("/"), name


def _rule(stem: str) -> str:
    return (
        f"The file named {stem}.py or {stem}.ipynb counts; if there is none, the one with {stem} in its name; "
        "if there is none, the only Python file or notebook."
    )


def _why(name: str, stem: str, rank: int) -> tuple[str, ...]:
    if rank == 0:
        return ()
    reason = f"the only one with {stem} in its name" if rank == 1 else "the only Python file or notebook"
    ending = ".ipynb" if kind_of(name) == "notebook" else ".py"
    return (f"{shown(basename(name))} was taken as {stem}{ending}: it is {reason}.",)


def _left_aside(others: Iterable[str], untouched: Iterable[str]) -> Iterable[str]:
    if others:
        yield f"Left aside: {quoted(others)}."
    if untouched:
        yield f"Left aside, because it is still as handed out: {quoted(untouched)}."
