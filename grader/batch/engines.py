"""Engines that this process keeps warm, one for each submission that is graded at the same time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from grader import pipeline
from grader.course.exercise import Exercise
from grader.course.version import content_version
from grader.engine import Engine
from grader.errors import ExerciseFault

GRACE_SECONDS = 150.0
"""What loading an engine and ending an examination may take beyond the student's own time before it is taken for hung.
"""

# An engine dies with the thread that started it, so a thread that lives as long as the process starts them all.
_starter = ThreadPoolExecutor(1, thread_name_prefix="engine-starter")


class Stopped(Exception):
    """The batch was interrupted: what an engine said then means nothing."""


class Engines:
    """The warm engines for one exercise. Threads share it."""

    def __init__(self, exercise: Exercise, isolation: str) -> None:
        """Start nothing yet."""
        self._exercise = exercise
        self._isolation = isolation
        self._lock = threading.Lock()
        self._running: dict[Engine, ExitStack] = {}
        self._idle: list[Engine] = []
        self.stopped = False

    @contextmanager
    def lend(self) -> Iterator[Engine]:
        """Lend a warm engine. One that has ended, or was lent for too long, is not lent again.

        Raises Stopped after `stop`, at the latest when the engine is given back.
        """
        if self.stopped:
            raise Stopped
        with self._lock:
            engine = self._idle.pop() if self._idle else None
        engine = engine or _starter.submit(self._start).result()
        watchdog = threading.Timer(self._exercise.limits.submission_seconds + GRACE_SECONDS, engine.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            yield engine
        finally:
            watchdog.cancel()
            with self._lock:
                if engine.alive:
                    self._idle.append(engine)
                else:
                    self._running.pop(engine).close()
        if self.stopped:
            raise Stopped

    def stop(self) -> None:
        """End all engines, and with them whatever they are at."""
        with self._lock:
            self.stopped = True
            for engine in self._running:
                engine.kill()

    def close(self) -> None:
        """End the engines that are not lent."""
        with self._lock:
            for engine in self._idle:
                self._running.pop(engine).close()
            self._idle.clear()

    def _start(self) -> Engine:
        _check_version(self._exercise)
        stack = ExitStack()
        engine = stack.enter_context(pipeline.open_engine(self._exercise, isolation=self._isolation))
        with self._lock:
            self._running[engine] = stack
        return engine


_kept: dict[tuple[str, str, str], Engines] = {}
_keeping = threading.Lock()


def warm(exercise: Exercise, isolation: str) -> Engines:
    """This process's engines for an exercise; those for another one, if there are any, are given up."""
    key = (exercise.id, exercise.version, isolation)
    with _keeping:
        if key not in _kept:
            while _kept:
                _kept.popitem()[1].close()
            _kept[key] = Engines(exercise, isolation)
        return _kept[key]


def cool() -> None:
    """End all engines of this process that are not lent."""
    with _keeping:
        while _kept:
            _kept.popitem()[1].close()


def _check_version(exercise: Exercise) -> None:
    """ExerciseFault if the exercise's files are not those that the results will name: changed, or another machine's."""
    if content_version(exercise.folder, exercise.solutions) != exercise.version:
        raise ExerciseFault(
            f"{exercise.folder} or {exercise.solutions} changed since the batch was started, or is another one here.",
            "Run the batch again. Give every machine the same course at the same path.",
        )
