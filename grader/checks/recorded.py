"""Judges checks by what was written down earlier: for students at home, who have no reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from grader.checks.observation import Observation
from grader.checks.oracle import Look, Named
from grader.checks.records import CheckRecord, Records
from grader.checks.sketch import sketch
from grader.errors import ExerciseFault

ABSENT = CheckRecord((), ())


class RecordedOracle:
    """Plays one check's records back, in the order in which they were made."""

    def __init__(self, records: Records, check: str) -> None:
        self._records = records
        self._check = check
        record = records.checks.get(check, ABSENT)
        self._agreements = iter(record.agreements)
        self._calls = iter(record.calls)

    @property
    def reference(self) -> Any:
        """Stands for the reference: its functions return what they returned then."""
        return _Played(self._next_call)

    def parameters(self, function: str) -> list[str]:
        """The names of a function's parameters."""
        return self._records.parameters.get(function, [])

    def wanted(self, item: str, look: Look) -> Observation:
        """What the reference showed."""
        self._now = next(self._agreements, None)
        if self._now is None:
            raise ExerciseFault(f"{self._check} compares more often than when its answers were written down.")
        return self._now.wanted

    def named(self, item: str, seen: Observation, look: Look, args: Sequence[Any]) -> Named | None:
        """The first misconception that showed the same."""
        mine = sketch(seen)
        for wrong in self._now.wrong if self._now else ():
            if mine.agrees(wrong.sketch):
                return Named(wrong.name, wrong.says, wrong.constants)
        return None

    def _next_call(self, name: str) -> Any:
        called, result = next(self._calls, ("", None))
        if called != name:
            raise ExerciseFault(f"{self._check} calls {name} where its records have {called or 'nothing'}.")
        return result.clone() if isinstance(result, torch.Tensor) else result


class _Played:
    def __init__(self, next_call: Callable[[str], Any]) -> None:
        self._next_call = next_call

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *args, **kwargs: self._next_call(name)
