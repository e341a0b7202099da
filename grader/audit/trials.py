"""Runs made-up submissions through the real engine, over all seeds, and keeps what they showed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue

from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.result.verdict import Verdict
from grader.submission.source import Cell, Submission

MAX_TEXT = 500


@dataclass(frozen=True)
class Case:
    """A submission and the items for which it is run."""

    name: str
    submission: Submission
    items: frozenset[str] | None = None
    """None for all."""


@dataclass(frozen=True)
class Trial:
    """One case, run from one seed."""

    case: Case
    seed: int
    verdicts: tuple[Verdict, ...]
    fault: str = ""
    """What could not be graded, and why. Empty if everything could."""

    @property
    def missed(self) -> list[Verdict]:
        """The verdicts that cost points."""
        return [verdict for verdict in self.verdicts if verdict.outcome not in ("passed", "pending", "not_graded")]

    @property
    def endings(self) -> tuple[tuple[str, str, str | None], ...]:
        """Check, outcome and named misconception: what has to be the same for every seed."""
        return tuple((v.id, v.outcome, v.misconception) for v in self.verdicts)


@dataclass
class Trials:
    """The engines at work on one exercise, and all trials so far."""

    exercise: Exercise
    engines: Sequence[Engine]
    seeds: Sequence[int]
    on_trial: Callable[[str], None] = lambda name: None
    """Is told the name of each case that is about to run."""
    past: list[Trial] = field(default_factory=list)

    def run(self, cases: Sequence[Case], seeds: Sequence[int] | None = None) -> Iterator[list[Trial]]:
        """The trials of each case, one for each seed, in the order of the cases."""
        free: SimpleQueue[Engine] = SimpleQueue()
        for engine in self.engines:
            free.put(engine)

        def trials(case: Case) -> list[Trial]:
            engine = free.get()
            try:
                self.on_trial(case.name)
                return [self._trial(engine, case, seed) for seed in (self.seeds if seeds is None else seeds)]
            finally:
                free.put(engine)

        with ThreadPoolExecutor(len(self.engines)) as pool:
            for found in pool.map(trials, cases):
                self.past += found
                yield found

    def _trial(self, engine: Engine, case: Case, seed: int) -> Trial:
        verdicts: list[Verdict] = []
        examination = engine.grade(
            case.submission, seed=seed, items=case.items, limits=self.exercise.limits, on_verdict=verdicts.append
        )
        fault = examination.detail.strip().rpartition("\n")[2] if examination.fault else ""
        return Trial(case, seed, tuple(verdicts), fault[:MAX_TEXT])


def made_up(name: str, *cells: str, helpers: tuple[tuple[str, str], ...] = ()) -> Submission:
    """A submission that no student wrote."""
    digest = hashlib.sha256("\0".join(cells).encode()).hexdigest()
    labelled = tuple(Cell(name if number == 0 else f"cell {number}", source) for number, source in enumerate(cells))
    return Submission(student=name, source=name, sha256=digest, cells=labelled, helpers=helpers)
