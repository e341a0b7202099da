"""Proves an exercise before it is handed out: the spine of `grade audit`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from grader import pipeline
from grader.audit import bookkeeping, proofs
from grader.audit.findings import Audit, Section
from grader.audit.handout import handout
from grader.audit.messages import messages
from grader.audit.trials import Trials
from grader.course.exercise import Exercise
from grader.engine import Engine

DEFAULT_SEEDS = 20


def audit(
    exercise: Exercise,
    *,
    seeds: int = DEFAULT_SEEDS,
    jobs: int = 1,
    on_trial: Callable[[str], None] = lambda name: None,
) -> Audit:
    """Run everything that can be run of an exercise, from the seeds 1 to `seeds`, in `jobs` engines side by side.

    Raises ExerciseFault if its files cannot be used at all, EngineFault if the engine fails.
    """
    started = time.monotonic()
    with ExitStack() as stack:
        engines = [stack.enter_context(pipeline.open_engine(exercise)) for _ in range(jobs)]
        for engine in engines:
            engine.wait()
        sections = tuple(_sections(exercise, engines, range(1, seeds + 1), on_trial))
    return Audit(exercise.id, exercise.version, seeds, round(time.monotonic() - started, 1), sections)


def _sections(
    exercise: Exercise, engines: Sequence[Engine], seeds: Sequence[int], on_trial: Callable[[str], None]
) -> Iterator[Section]:
    checks, beliefs = engines[0].wait(), engines[0].beliefs()
    trials = Trials(exercise, engines, seeds, on_trial)
    yield bookkeeping.points(exercise, checks)
    yield bookkeeping.statements(exercise, checks, beliefs)
    yield proofs.reference(trials)
    yield proofs.stub(trials)
    yield proofs.alternatives(trials)
    yield bookkeeping.time(trials)
    yield proofs.misconceptions(trials, beliefs)
    yield proofs.mutants(trials)
    yield messages(trials, engines[0])
    yield handout(exercise, engines[0], seeds[0])
