"""From a path to a submission: which file counts, and the helper modules that come with it.

The rule, in this order; students read it in docs/submitting.md and, shortened, in the messages:

1. A file that is named on its own counts, whatever it is called. An archive counts as the folder that it holds.
2. In a folder or archive only Python files and notebooks are looked at, at any depth. Hidden files, caches,
   environments and what a Mac leaves in an archive are not seen. If there are none, but one archive, that is opened.
3. The file called exactly as wanted counts (ex3.py or ex3.ipynb). If there is none: the file with the wanted name in
   its own as a word (Ex3.PY, "ex3 (1).py", ex3_final.py). If there is none: the only Python file or notebook.
4. Two files that fit equally well are refused, never guessed between. Copies with the same code count once, an empty
   file does not count, nor does one that is still as handed out, as long as another fits.
5. Modules beside the file that counts come along if it imports them. For a file that is named on its own this holds
   only where the folder is the student's: beside it may lie the work of others.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from grader.errors import SubmissionRefused, UsageError
from grader.submission.archive import archive_files, is_archive
from grader.submission.bounds import NESTED_ARCHIVES, NOTES, SHOWN_CHARACTERS
from grader.submission.choice import choose
from grader.submission.contents import read_contents
from grader.submission.files import Files, folder_files, read_file
from grader.submission.helpers import imported_helpers
from grader.submission.names import basename, is_archive_name, kind_of, printable, shown, without_ending
from grader.submission.source import Submission, code_lines


def read_submission(
    path: Path, stem: str, student: str | None = None, *, handout: Path | None = None, own_folder: bool = False
) -> Submission:
    """Read what was handed in at `path` for the exercise whose file is `stem`.py or `stem`.ipynb; nothing is run.

    student     by default the path's name without its ending
    handout     the folder with the files as handed out
    own_folder  the folder around a single file is the student's too, so helper modules are taken from there

    Raises UsageError if there is nothing at `path`, and SubmissionRefused if it is unsafe, ambiguous or unreadable.
    """
    student = without_ending(path.absolute().name) if student is None else student
    if not os.path.lexists(path):
        raise UsageError(f"There is no file or folder {shown(str(path))}.", "Check the name and the current folder.")
    if os.path.isdir(path) and not os.path.islink(path):
        return collect(folder_files(path), stem, student, handed_out(stem, handout, path))
    data = read_file(path)
    if is_archive(data):
        return collect(archive_files(data, path.name), stem, student, handed_out(stem, handout))
    if kind_of(path.name) is None:
        raise SubmissionRefused(
            f"{shown(path.name)} is neither a Python file nor a notebook.",
            f"Hand in {stem}.py or {stem}.ipynb. If the file is one of these and lost its ending, add it again.",
        )

    def beside(module: str) -> bytes | None:
        helper = path.parent / f"{module}.py"
        return read_file(helper) if own_folder and os.path.isfile(helper) else None

    return _submission(student, path.name, data, beside)


def collect(files: Files, stem: str, student: str, handed_out: frozenset[tuple[str, ...]]) -> Submission:
    """The same for files that were listed already; `handed_out` is the code of the files as handed out."""
    files = _opened(files)
    choice = choose(files, stem, handed_out)
    folder = choice.name.removesuffix(basename(choice.name))

    def beside(module: str) -> bytes | None:
        reader = files.readers.get(f"{folder}{module}.py")
        return reader() if reader else None

    return _submission(student, choice.name, files.readers[choice.name](), beside, choice.notes)


def _opened(files: Files) -> Files:
    """The files, or if nothing there could count except one archive, those of the archive."""
    for _ in range(NESTED_ARCHIVES):
        archives = [name for name in files.readers if is_archive_name(name)]
        if len(archives) != 1 or any(kind_of(name) for name in files.readers):
            break
        files = archive_files(files.readers[archives[0]](), archives[0])
    return files


def handed_out(stem: str, handout: Path | None, worked_in: Path | None = None) -> frozenset[tuple[str, ...]]:
    """The code of the files as handed out; nothing where students work in those very files, in `worked_in`."""
    if handout is None or (worked_in is not None and handout.resolve() == worked_in.resolve()):
        return frozenset()
    paths = (handout / f"{stem}{ending}" for ending in (".py", ".ipynb"))
    return frozenset(code_lines(read_contents(read_file(path), path.name).cells) for path in paths if path.exists())


def _submission(
    student: str, name: str, data: bytes, beside: Callable[[str], bytes | None], notes: tuple[str, ...] = ()
) -> Submission:
    contents = read_contents(data, name)
    helpers, helper_notes = imported_helpers(contents, without_ending(name), beside)
    digest = hashlib.sha256(data)
    for module, source in helpers:
        digest.update(f"\0{module}\0{source}".encode())
    return Submission(
        student=student,
        source=printable(name if len(name) <= SHOWN_CHARACTERS else basename(name)),
        sha256=digest.hexdigest(),
        cells=contents.cells,
        notes=(*notes, *contents.notes, *helper_notes)[:NOTES],
        helpers=helpers,
    )
