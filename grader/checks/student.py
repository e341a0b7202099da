"""The student as checks see them: a namespace whose functions run beyond the wall, in a fresh worker for each item."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from grader import wording
from grader.checks.rng import derive
from grader.limits import Limits
from grader.sandbox.client import NOTHING, Client
from grader.sandbox.clock import Clock
from grader.sandbox.faults import Missing, NotLoaded, NotWritten, Stopped, StudentFault
from grader.sandbox.process import Zygote
from grader.sandbox.proxy import StudentObject
from grader.sandbox.zygote import Order

MAX_COMPARED = 1000
"""Names among which a similar one is looked for, which takes its time."""


@dataclass(frozen=True)
class Source:
    """A submission as it goes to a worker."""

    name: str
    """What the student calls it: "ex3.py"."""
    cells: tuple[tuple[str, str], ...]
    helpers: tuple[tuple[str, str], ...]
    toolbox: str | None
    tame: bool = False
    """Whether its functions leave their process as they found it, so that all checks can share one."""
    classes: frozenset[str] = frozenset()
    """Names that stand for classes; the others stand for functions."""


class WallStudent:
    """One submission behind the wall.

    Each world of checks (an item's) gets a worker of its own, so what one function does to its process never reaches
    another's marks; the next worker is being prepared while the present one is in use. Tame code does nothing to its
    process, and gets one worker for all.
    """

    def __init__(self, zygote: Zygote, order: Order, limits: Limits, source: Source, seed: int) -> None:
        self._zygote = zygote
        self._order = order
        self._limits = limits
        self._source = source
        self._seed = seed
        self._clock = Clock(limits, submission=limits.submission_seconds)
        self._worker: Client | None = None
        self.loaded = NOTHING
        """What came of running the file from top to bottom."""
        self._spare: Client | None = None
        self._world = ""
        self._to_prepare = 1
        self._check = ""
        self._hung: dict[str, float] = {}
        self._never_loads = ""

    def expect(self, worlds: int) -> None:
        """There will be checks of so many worlds: how often it is worth preparing a worker."""
        self._to_prepare = 1 if self._source.tame else worlds

    def begin(self, check: str, world: str) -> None:
        """A check starts: its clock, its random state, and a fresh worker if the last one is gone or another
        world's.
        """
        self._check = check
        self._clock.check = self._limits.check_seconds
        elsewhere = world != self._world and not self._source.tame
        if self._worker is not None and (elsewhere or not self._worker.alive):
            if self._worker.stopped is not None:
                self._hung.setdefault(self._world, self._worker.stopped.seconds or 0.0)
            self._worker.end()
            self._worker = None
        self._world = world
        if self._worker is not None:
            try:
                self._worker.begin(derive(self._seed, check, "worker"))
            except StudentFault:  # what is left of the last check; this one gets a worker without it
                self._worker.end()
                self._worker = None

    def end(self) -> str:
        """The check is over: what the student's code printed during it."""
        return "" if self._worker is None else self._printed(self._worker)

    def close(self) -> None:
        """End every worker."""
        for worker in (self._worker, self._spare):
            if worker is not None:
                worker.end()
        self._worker = self._spare = None

    def namespace(self, item: str) -> StudentNamespace:
        """The student's names."""
        return StudentNamespace(self, item)

    def answer(self, name: str) -> Any:
        """The value of a variable of the student's file, as plain data; None if there is none."""
        worker = self._ready()
        if name not in self.loaded.names and self.loaded.problems:
            raise self._absent(name)
        return worker.ask("answer", name)

    def call(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Call the function or class of that name, and remember if it hung; Missing if there is none."""
        if name in self._hung:
            raise Stopped(wording.hung_before(name, self._hung[name]))
        worker = self._ready()
        if name not in self.loaded.names:
            raise self._absent(name)
        wanted = "class" if name in self._source.classes else "function"
        found = self.loaded.kinds.get(name)
        if found != wanted:
            what = f"a {found}" if found else f"a value of type {_type_name(worker.ask('name', name))}"
            raise Missing(wording.wrong_kind(name, what, wanted))
        try:
            return worker.ask("call-name", name, tuple(args), dict(kwargs))
        except Stopped as fault:
            self._hung[name] = fault.seconds or 0.0
            raise
        except NotWritten as fault:
            place = fault.place
            where = (place.label, place.line) if place else ("", 0)
            raise NotWritten(wording.not_written(name, *where), place=place) from None

    def _absent(self, name: str) -> Missing:
        near, problems = nearest(name, self.loaded.names), self.loaded.problems
        if near is not None or not problems:
            return Missing(wording.missing(name, near, self._source.name))
        problem = problems[0]
        where = problem.traceback[-1] if problem.traceback else ""
        words = wording.not_loaded(name, problem.message, where)
        missing = Missing(words, traceback=problem.traceback, place=problem.place)
        missing.outcome = "error"
        return missing

    def _ready(self) -> Client:
        if self._never_loads:
            raise NotLoaded(self._never_loads)
        if self._worker is None:
            worker = self._spare or self._start()
            self._spare = None
            of_check, self._clock.check = self._clock.check, float("inf")  # loading is not the check's doing
            try:
                self.loaded = worker.loaded()
            except Stopped as fault:
                self._never_loads = fault.message
                raise NotLoaded(fault.message) from None
            finally:
                self._clock.check = of_check
            worker.take_output()  # what the file prints at its top level belongs to no check
            self._worker = worker
            worker.begin(derive(self._seed, self._check, "worker"))
            self._to_prepare -= 1
            self._spare = self._start() if self._to_prepare > 0 else None
        return self._worker

    def _start(self) -> Client:
        worker = Client(self._zygote.spawn(self._order), self._clock)
        worker.load(self._source.cells, self._source.helpers, self._source.toolbox, derive(self._seed, "load"))
        return worker

    @staticmethod
    def _printed(worker: Client) -> str:
        text, cut = worker.take_output()
        return f"{text}\n{wording.cut(cut)}" if cut else text


class StudentNamespace:
    """The student's names as attributes. Exceptions of their code arrive as StudentFault."""

    raises_student_faults = True

    def __init__(self, student: WallStudent, item: str) -> None:
        self._student = student
        self._item = item

    def __getattr__(self, name: str) -> StudentFunction:
        if name.startswith("_"):
            raise AttributeError(name)
        return StudentFunction(self._student, name)


class StudentFunction:
    """A function or class of the student's, by name."""

    def __init__(self, student: WallStudent, name: str) -> None:
        self._student = student
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._student.call(self._name, args, kwargs)


def _type_name(value: Any) -> str:
    if isinstance(value, StudentObject):
        return value.type_name
    return "torch.Tensor" if isinstance(value, torch.Tensor) else type(value).__name__


def nearest(name: str, names: Sequence[str]) -> str | None:
    """The name that was probably meant: the same but for case and underscores, or nearly the same."""
    plain = {candidate.replace("_", "").lower(): candidate for candidate in names}
    same = plain.get(name.replace("_", "").lower())
    if same is not None:
        return same
    close = difflib.get_close_matches(name, names[:MAX_COMPARED], n=1, cutoff=0.75)
    return close[0] if close else None
