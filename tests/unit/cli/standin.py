"""A stand-in for the engine, which takes seconds to load and has tests of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from types import TracebackType
from typing import Self

from grader import pipeline
from grader.course.exercise import Exercise
from grader.errors import Fault
from grader.result.assemble import assemble
from grader.result.model import Result
from grader.result.verdict import Verdict
from grader.submission.source import Submission


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str


Grade = Callable[..., Ran]


@dataclass
class StandIn:
    """Grades by looking for the word RIGHT, and ends badly on command."""

    fault: Fault | None = None
    error: Exception | None = None
    seeds: list[int | None] = field(default_factory=list)
    levels: list[str | None] = field(default_factory=list)
    running: int = 0

    def __enter__(self) -> Self:
        self.running += 1
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.running -= 1

    @contextmanager
    def open_engine(
        self, exercise: Exercise, *, submission: Submission | None, isolation: str | None, engine: StandIn
    ) -> Iterator[StandIn]:
        self.levels.append(isolation)
        yield engine

    def grade(
        self,
        exercise: Exercise,
        submission: Submission,
        engine: StandIn,
        *,
        seed: int | None,
        parts: Sequence[str],
        on_event: Callable[[pipeline.Event], None],
    ) -> Result:
        self.seeds.append(seed)
        if self.error:
            raise self.error
        right = "RIGHT" in "".join(cell.source for cell in submission.cells)
        verdict = Verdict(
            "add.value",
            "adds",
            "passed" if right else "failed",
            Fraction(7 if right else 0),
            Fraction(7),
            "T1",
            message="" if right else "You subtracted.",
        )
        on_event(("ready",))
        on_event(("verdict", verdict, 1, 1))
        essay = Verdict("essay.text", "is read by a person", "pending", Fraction(0), Fraction(3))
        verdicts = [] if self.fault else [found for part, found in (("A", verdict), ("B", essay)) if _in(part, parts)]
        return assemble(
            exercise,
            submission,
            verdicts,
            isolation="process",
            seed=1234 if seed is None else seed,
            seconds=0.5,
            fault=self.fault,
            problem="assert secret == 42" if self.fault else "",
        )


def _in(part: str, parts: Sequence[str]) -> bool:
    return not parts or part in parts
