"""One specimen: how to build an odd submission, and what has to come of it. Each is a folder with an expected.toml.

fault, reported      what is odd, and where people reported its kind
wrap                 the builder, a function of files.py, notebooks.py, folders.py or archives.py; default "file"
replace.<name>       a definition that takes the place of the full-marks solution's
before, after        text around the solution
expect.refused       words of the refusal: it is refused, with exit status 4, and nothing runs
expect.source        name of the file that counts
expect.notes         words of the notes
expect.lost.<item>   an item that loses marks: `outcome` of at least one of its checks, and `words` of its message.
                     The outcome "any" is any but passed. "*" stands for every item but the written answer. Items not
                     named here get full marks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.specimens import archives, files, folders, notebooks
from tests.specimens.solution import solution

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Loss:
    """What happens to an item that loses marks."""

    outcome: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Specimen:
    """An odd submission and its expected outcome."""

    name: str
    fault: str
    reported: str
    wrap: str
    replace: dict[str, str]
    before: str
    after: str
    refused: tuple[str, ...]
    source: str | None
    notes: tuple[str, ...]
    lost: dict[str, Loss]

    def build(self, folder: Path, solution_text: str | None = None) -> Path:
        """Make the submission in an empty folder and return the path to hand in.

        Another solution can take the place of the specimen's own.
        """
        text = solution(self.replace) if solution_text is None else solution_text
        return builder(self.wrap)(self.before + text + self.after, folder)

    @property
    def keeps_marks(self) -> bool:
        """Whether any solution handed in like this has to get the marks that it gets as a plain file."""
        return not (self.refused or self.lost or self.replace or self.before or self.after)


def specimens() -> list[Specimen]:
    """All specimens, in order of their names."""
    return [_loaded(path) for path in sorted(HERE.glob("*/expected.toml"))]


def builder(name: str) -> Callable[[str, Path], Path]:
    """The builder with this name."""
    found: list[Callable[[str, Path], Path]] = [
        getattr(module, name) for module in (files, notebooks, folders, archives) if hasattr(module, name)
    ]
    return found[0]


def _loaded(path: Path) -> Specimen:
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    expect = data.pop("expect", {})
    lost = {item: Loss(loss["outcome"], tuple(loss.get("words", ()))) for item, loss in expect.pop("lost", {}).items()}
    return Specimen(
        name=path.parent.name,
        fault=data.pop("fault"),
        reported=data.pop("reported"),
        wrap=data.pop("wrap", "file"),
        replace=data.pop("replace", {}),
        before=data.pop("before", ""),
        after=data.pop("after", ""),
        refused=tuple(expect.pop("refused", ())),
        source=expect.pop("source", None),
        notes=tuple(expect.pop("notes", ())),
        lost=lost,
        **data,
        **expect,
    )
