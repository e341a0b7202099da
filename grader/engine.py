"""The command line's handle on the trusted engine process. It starts at once, so that torch loads while files are
read.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from grader.errors import EngineFault, ExerciseFault, Fault
from grader.limits import Limits
from grader.result.verdict import Place, Verdict
from grader.sandbox.frames import BlockingChannel, Closed, ProtocolError
from grader.submission.source import Submission

MAX_MESSAGE = 64 << 20
ENDING_SECONDS = 5.0
KEPT = ("LANG", "LC_ALL", "TZ", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "LD_LIBRARY_PATH", "SYSTEMROOT")
"""What the engine's environment keeps of ours: nothing that pytest, Python or torch take orders from."""


@dataclass(frozen=True)
class CheckInfo:
    """A check as the engine collected it."""

    id: str
    points: Fraction
    statement: str | None

    @property
    def item(self) -> str:
        """The function, class or variable that it grades."""
        return self.id.partition(".")[0]


@dataclass(frozen=True)
class Belief:
    """A misconception as the engine registered it."""

    item: str
    name: str
    statement: str | None
    says: str
    implementation: str
    """Name of the function or class in misconceptions.py."""
    is_class: bool
    variants: int
    """How many sets of constants it is tried with."""


@dataclass(frozen=True)
class Examination:
    """What the engine said of one submission when all verdicts were in."""

    layers: tuple[str, ...] = ()
    """The layers of the lock-down that its workers reached."""
    problems: tuple[str, ...] = ()
    """What was raised when the file was run from top to bottom, one line each."""
    fault: Fault | None = None
    detail: str = ""
    """What an author or we need to know of a fault. Not for students."""

    def with_fault(self, fault: Fault, detail: str) -> Examination:
        """The same with one more fault. If one is the grader's, so is the whole."""
        worst: Fault = "grader" if "grader" in (self.fault, fault) else fault
        return replace(self, fault=worst, detail=f"{self.detail}\n{detail}".strip())


class Engine:
    """One engine process, for one exercise."""

    def __init__(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name in KEPT}
        environment |= {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        environment |= {"PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"}
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the engine
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-m", "grader.launch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env=environment,
            start_new_session=True,  # Ctrl-C is for this process to handle
        )
        reader, writer = self._process.stdout, self._process.stdin
        assert reader is not None
        assert writer is not None
        self._channel = BlockingChannel(reader.fileno(), writer.fileno(), MAX_MESSAGE)
        self._checks: tuple[CheckInfo, ...] | None = None
        self.level = "process"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Process id of the engine."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its process is still there."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the engine at once, from whatever thread: who waits for it learns that it ended."""
        self._process.kill()

    def close(self) -> None:
        """End the engine and everything it started."""
        if self._process.poll() is None:
            self._process.kill()  # its zygote, workers and examiner are bound to its life
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self._complaints.close()

    def open(self, *, modules: Sequence[str], exercise: Path, solutions: Path, sealed: bool, own_user: bool) -> None:
        """Say which exercise it is and how to lock workers down. Returns at once; `wait` waits for the checks."""
        self.level = "sealed" if sealed else "process"
        self._send(["start", list(modules), os.getpid()])
        self._send(["exercise", str(exercise.resolve()), str(solutions.resolve()), sealed, own_user])

    def wait(self) -> tuple[CheckInfo, ...]:
        """Wait until the engine is ready; the checks of the exercise."""
        if self._checks is None:
            kind, *content = self._receive()
            if kind == "fault":
                raise _fault(*content)
            self._checks = tuple(CheckInfo(id, Fraction(points), statement) for id, points, statement in content[0])
        return self._checks

    def beliefs(self) -> tuple[Belief, ...]:
        """The misconceptions of the exercise, in the order in which they are tried."""
        return tuple(Belief(*belief) for belief in self._tell("beliefs"))

    def numbers(self, seed: int, items: Collection[str]) -> dict[str, list[str]]:
        """By check, the numbers in the reference's answers, written like 1.234e+00 and without their signs."""
        found: dict[str, list[str]] = self._tell("numbers", seed, sorted(items))
        return found

    def records(self, seed: int, checks: Collection[str], items: Collection[str]) -> tuple[bytes, dict[str, str]]:
        """A file by which the checks can be judged without the reference, and those that cannot, with the reason."""
        written, refused = self._tell("records", seed, sorted(checks), sorted(items))
        return written, refused

    def _tell(self, what: str, *arguments: Any) -> Any:
        self.wait()
        self._send(["tell", what, *arguments])
        told: list[Any] = []
        fault: EngineFault | ExerciseFault | None = None
        for kind, *content in self._messages():
            if kind == "over":
                break
            if kind == "fault":
                fault = _fault(*content)
            else:
                told = content
        if fault is not None:
            raise fault
        return told[0]

    def grade(
        self,
        submission: Submission,
        *,
        seed: int,
        items: frozenset[str] | None,
        limits: Limits,
        tame: bool = False,
        on_verdict: Callable[[Verdict], None],
    ) -> Examination:
        """Examine one submission, handing on each verdict as it is reached. If it is `tame`, all checks may share a
        worker.
        """
        request = {
            "name": submission.source,
            "cells": [[cell.label, cell.source] for cell in submission.cells],
            "helpers": [list(helper) for helper in submission.helpers],
            "seed": seed,
            "items": None if items is None else sorted(items),
            "limits": asdict(limits),
            "tame": tame,
        }
        self._send(["grade", request])
        examination = Examination()
        for kind, *content in self._messages():
            match kind, content:
                case "verdict", [verdict, whose, detail]:
                    if whose is not None:
                        examination = examination.with_fault(whose, detail)
                    on_verdict(_verdict(verdict))
                case "done", [layers, problems]:
                    examination = replace(examination, layers=tuple(layers), problems=tuple(problems))
                case "fault", [whose, detail]:
                    examination = examination.with_fault(whose, detail)
                case "over", []:
                    break
        return examination

    def _messages(self) -> Iterator[Any]:
        while True:
            yield self._receive()

    def _send(self, message: Any) -> None:
        try:
            self._channel.send(message)
        except Closed as error:
            raise self._ended() from error

    def _receive(self) -> Any:
        try:
            return self._channel.receive()
        except (Closed, ProtocolError) as error:
            raise self._ended() from error

    def _ended(self) -> EngineFault:
        try:
            status = self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:  # it is there, but what it says makes no sense
            self._process.kill()
            status = self._process.wait()
        self._complaints.seek(0)
        said = self._complaints.read()[-4000:].decode("utf-8", "replace").strip()
        return EngineFault(f"The grading engine ended with status {status}." + (f"\n{said}" if said else ""))


def _fault(whose: Fault, detail: str) -> EngineFault | ExerciseFault:
    return ExerciseFault(detail) if whose == "exercise" else EngineFault(detail)


def _verdict(data: dict[str, Any]) -> Verdict:
    place = data["place"]
    return Verdict(
        **{
            **data,
            "score": Fraction(data["score"]),
            "max_score": Fraction(data["max_score"]),
            "place": None if place is None else Place(*place),
            "traceback": tuple(data["traceback"]),
        }
    )
