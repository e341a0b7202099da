"""Who does the work of a batch: threads of this process, each with an engine of its own at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from grader.batch.engines import warm
from grader.batch.task import settle
from grader.course.exercise import Exercise


@dataclass(frozen=True)
class Crew:
    """Somewhere to send tasks to."""

    executor: Executor
    size: Callable[[], int]
    """How many tasks to have under way at the same time, as things now are."""
    stop: Callable[[], None]
    """Let all tasks end at once, unrecorded."""


@contextmanager
def local_crew(exercise: Exercise, isolation: str, jobs: int) -> Iterator[Crew]:
    """`jobs` threads of this process. When they go, so do the engines."""
    executor = ThreadPoolExecutor(jobs, thread_name_prefix="job")
    try:
        yield Crew(executor, lambda: jobs, lambda: warm(exercise, isolation).stop())
    finally:
        executor.shutdown(cancel_futures=True)
        settle()
