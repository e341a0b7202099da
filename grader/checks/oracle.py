"""What is known of the right answer to a check, and of wrong ones: worked out while a submission is graded."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol

from grader.checks.compare import FINGERPRINT, difference
from grader.checks.misconceptions import Facts, Misconception
from grader.checks.observation import Observation
from grader.errors import ExerciseFault

Look = Callable[[Any], Observation]
"""Observes an implementation: a namespace with the exercise's names."""


@dataclass(frozen=True)
class Named:
    """The misconception behind what was seen."""

    name: str
    says: str
    """Its words, with braces still in them."""
    constants: Facts


class Oracle(Protocol):
    """Judges the agreements of one check, in the order in which the check makes them."""

    @property
    def reference(self) -> Any:
        """What the check gets as `reference`."""

    def parameters(self, function: str) -> list[str]:
        """The names of a function's parameters."""

    def wanted(self, item: str, look: Look) -> Observation:
        """What the next agreement should show."""

    def named(self, item: str, seen: Observation, look: Look, args: Sequence[Any]) -> Named | None:
        """The first misconception that shows what the student's answer showed in this agreement."""


class LiveOracle:
    """Runs the reference and the misconceptions themselves."""

    def __init__(self, reference: ModuleType, misconceptions: Mapping[str, Sequence[Misconception]]) -> None:
        self._reference = reference
        self._misconceptions = misconceptions

    @property
    def reference(self) -> Any:
        """The reference itself."""
        return self._reference

    def parameters(self, function: str) -> list[str]:
        """Those of the reference's function."""
        if not hasattr(self._reference, function):
            raise ExerciseFault(f"reference.py has no {function}.")
        return list(inspect.signature(getattr(self._reference, function)).parameters)

    def wanted(self, item: str, look: Look) -> Observation:
        """What the reference shows."""
        return look(self._reference)

    def named(self, item: str, seen: Observation, look: Look, args: Sequence[Any]) -> Named | None:
        """Try the item's misconceptions in their order."""
        for entry in self.misconceptions(item):
            if entry.matches is not None:
                found = guarded(entry.matches, seen)
                if found:
                    return Named(entry.name, entry.says, found if isinstance(found, Mapping) else {})
                continue
            fitted = _fit(entry, seen, args)
            for constants in (*entry.variants, *([fitted] if fitted else [])):
                if difference(seen, look(self.world(entry, constants)), FINGERPRINT) is None:
                    return Named(entry.name, entry.says, constants)
        return None

    def misconceptions(self, item: str) -> Sequence[Misconception]:
        """Those about one item, in the order in which they are tried."""
        return self._misconceptions.get(item, ())

    def world(self, entry: Misconception, constants: Facts) -> SimpleNamespace:
        """The reference, with one of its names bound to a misconception."""
        return SimpleNamespace(**{**vars(self._reference), entry.item: entry.bind(constants)})


def _fit(entry: Misconception, seen: Observation, args: Sequence[Any]) -> Facts | None:
    if entry.fit is None or seen.raised is not None:
        return None
    fitted: Facts | None = guarded(entry.fit, seen, *copy.deepcopy(tuple(args)))
    return fitted


def guarded(recognise: Callable[..., Any], *args: Any) -> Any:
    """What an exercise's recogniser says; it was written for the answers it is meant for, and meets every other one
    too.
    """
    try:
        return recognise(*args)
    except Exception:
        return None
