"""What the trusted side knows of one exercise: the reference, the misconceptions, the toolbox and the checks' places;
at home, where there is no reference, what was written down of it.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType

import torch

from grader.checks.misconceptions import Misconception, registered
from grader.checks.oracle import LiveOracle, Oracle
from grader.checks.recorded import RecordedOracle
from grader.checks.records import Records, probe
from grader.checks.records import load as read_records
from grader.errors import ExerciseFault
from grader.sandbox.frames import ProtocolError

TOOLBOX = "toolbox"
"""Name under which student code, checks and reference import the exercise's public classes."""


SHOWN = "shown"
"""The folder of a handed-out exercise that holds the checks which students may run, and the records that judge them."""


@dataclass(frozen=True)
class Material:
    """The trusted half of an exercise, loaded."""

    reference: ModuleType | None
    """None at home."""
    misconceptions: Mapping[str, Sequence[Misconception]]
    toolbox: ModuleType | None
    sources: tuple[Path, ...]
    """What pytest collects: the folder of checks, quiz.toml and rubric.toml where they exist."""
    records: Callable[[int], Records]
    """What was written down for a seed."""

    def oracle(self, seed: int, check: str) -> Oracle:
        """What judges one check."""
        if self.reference is None:
            return RecordedOracle(self.records(seed), check)
        return LiveOracle(self.reference, self.misconceptions)

    def classes(self, seed: int) -> frozenset[str]:
        """The names of the exercise's classes."""
        if self.reference is None:
            return self.records(seed).classes
        return frozenset(name for name, value in vars(self.reference).items() if isinstance(value, type))


def load(exercise: Path, solutions: Path) -> Material:
    """Load `solutions/<id>`, or what a handout has in its place, and the toolbox of `exercises/<id>`.

    ExerciseFault says which file cannot be used.
    """
    toolbox_file = exercise / f"{TOOLBOX}.py"
    toolbox = _module(TOOLBOX, toolbox_file) if toolbox_file.exists() else None
    records = partial(_records, exercise / SHOWN)
    if (exercise / SHOWN).is_dir() and not solutions.exists():
        return Material(None, {}, toolbox, (exercise / SHOWN / "checks",), records)
    reference = _module("reference", solutions / "reference.py")
    beliefs = solutions / "misconceptions.py"
    sources = (solutions / "checks", solutions / "quiz.toml", solutions / "rubric.toml")
    return Material(
        reference=reference,
        misconceptions=registered(_module("misconceptions", beliefs)) if beliefs.exists() else {},
        toolbox=toolbox,
        sources=tuple(path for path in sources if path.exists()),
        records=records,
    )


@cache
def _records(folder: Path, seed: int) -> Records:
    """The records for a seed, unless this machine's torch draws other numbers than the one that made them."""
    path = folder / "records" / f"{seed}.bin"
    try:
        records = read_records(path.read_bytes())
    except (OSError, ProtocolError) as problem:
        raise ExerciseFault(f"{path} cannot be used: {problem}.") from problem
    if not torch.allclose(records.probe, probe(seed), rtol=1e-6):
        raise ExerciseFault(
            f"This torch ({torch.__version__}) draws other random numbers than the one that the shown checks were "
            f"prepared with, so their inputs would differ. Install torch {records.torch_version}."
        )
    return records


def _module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ExerciseFault(f"{path} cannot be read as a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # classes are pickled by the name of their module, so it has to be findable
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ExerciseFault(f"{path} does not load: {type(error).__name__}: {error}") from error
    return module
