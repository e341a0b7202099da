"""Helper modules: the Python files beside the one that counts which it imports, directly or through each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from grader.errors import SubmissionRefused
from grader.submission.bounds import HELPERS
from grader.submission.contents import read_contents
from grader.submission.source import Contents
from grader.submission.text import check_length

_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([^\W\d]\w*)|import[ \t]+([^#;\n]+))", re.MULTILINE)
_NAME = re.compile(r"[^\W\d]\w*")


def imported_helpers(
    contents: Contents, own_name: str, beside: Callable[[str], bytes | None]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Name and source of each helper module in the order of first import, and notes about those not readable.

    `beside` gives the bytes of the module with that name next to the file that counts, or None. Modules that a
    notebook writes with %%writefile come first, as they would when it runs. Raises SubmissionRefused if there is
    more source than the bounds allow.
    """
    found = dict(contents.helpers)
    notes = []
    waiting = [cell.source for cell in contents.cells] + list(found.values())
    seen = {own_name, *found}
    while waiting:
        for module in _imported(waiting.pop(0)):
            if module in seen or len(found) == HELPERS:
                continue
            seen.add(module)
            try:
                data = beside(module)
                if data is None:
                    continue
                read = read_contents(data, f"{module}.py")
            except SubmissionRefused as refused:
                notes.append(f"The helper module was left out: {refused.message}")
                continue
            found[module] = "".join(cell.source for cell in read.cells)
            waiting.append(found[module])
            notes += read.notes
    check_length(sum(map(len, found.values())), "the helper modules")
    return tuple(found.items()), tuple(notes)


def _imported(source: str) -> Iterator[str]:
    """Top-level names that the source may import; an import that stands in a text does no harm."""
    for from_module, modules in _IMPORT.findall(source):
        for part in from_module, *modules.split(","):
            if name := _NAME.match(part.strip()):
                yield name[0]
