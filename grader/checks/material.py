"""What the trusted side knows of one exercise: the reference, the misconceptions, the toolbox and the checks'
places.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from grader.checks.misconceptions import Misconception, registered
from grader.errors import ExerciseFault

TOOLBOX = "toolbox"
"""Name under which student code, checks and reference import the exercise's public classes."""


@dataclass(frozen=True)
class Material:
    """The hidden half of an exercise, loaded."""

    reference: ModuleType
    misconceptions: Mapping[str, Sequence[Misconception]]
    toolbox: ModuleType | None
    sources: tuple[Path, ...]
    """What pytest collects: the folder of checks, quiz.toml and rubric.toml where they exist."""


def load(exercise: Path, solutions: Path) -> Material:
    """Load `solutions/<id>` and the toolbox of `exercises/<id>`; ExerciseFault says which file cannot be used."""
    toolbox_file = exercise / f"{TOOLBOX}.py"
    toolbox = _module(TOOLBOX, toolbox_file) if toolbox_file.exists() else None
    reference = _module("reference", solutions / "reference.py")
    beliefs = solutions / "misconceptions.py"
    sources = (solutions / "checks", solutions / "quiz.toml", solutions / "rubric.toml")
    return Material(
        reference=reference,
        misconceptions=registered(_module("misconceptions", beliefs)) if beliefs.exists() else {},
        toolbox=toolbox,
        sources=tuple(path for path in sources if path.exists()),
    )


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
