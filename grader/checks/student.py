"""The student as checks see them: a namespace whose functions run beyond the wall, in a fresh worker for each item."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from grader import wording
from grader.checks.rng import derive
from grader.limits import Limits
from grader.sandbox.client import Client, Clock, StudentObject
from grader.sandbox.faults import Missing, NotLoaded, NotWritten, Stopped, StudentFault
from grader.sandbox.process import Zygote
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
        self._loaded: _Loaded | None = None
        self._spare: _Loaded | None = None
        self._world = ""
        self._to_prepare = 1
        self._check = ""
        self._hung: dict[str, float] = {}
        self._never_loads = ""
        self.layers: tuple[str, ...] = ()
        """What locks the workers down."""
        self.problems: tuple[StudentFault, ...] = ()
        """What went wrong when the file was run from top to bottom."""

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
        if self._loaded is not None and (elsewhere or not self._loaded.client.alive):
            if self._loaded.client.stopped is not None:
                self._hung.setdefault(self._world, self._loaded.client.stopped.seconds or 0.0)
            self._loaded.client.end()
            self._loaded = None
        self._world = world
        if self._loaded is not None:
            try:
                self._loaded.begin(derive(self._seed, check, "worker"))
            except StudentFault:  # what is left of the last check; this one gets a worker without it
                self._loaded.client.end()
                self._loaded = None

    def end(self) -> str:
        """The check is over: what the student's code printed during it."""
        if self._loaded is None:
            return ""
        return self._loaded.take_output()

    def close(self) -> None:
        """End every worker."""
        for loaded in (self._loaded, self._spare):
            if loaded is not None:
                loaded.client.end()
        self._loaded = self._spare = None

    def namespace(self, item: str) -> StudentNamespace:
        """The student's names."""
        return StudentNamespace(self, item)

    def answer(self, name: str) -> Any:
        """The value of a variable of the student's file, as plain data; None if there is none."""
        loaded = self._ready()
        if name not in loaded.names and loaded.problems:
            raise self._absent(name, loaded)
        return loaded.client.ask("answer", name)

    def name(self, name: str) -> Any:
        """The object of that name; Missing if there is none."""
        if name in self._hung:
            raise Stopped(wording.hung_before(name, self._hung[name]))
        loaded = self._ready()
        if name in loaded.names:
            return loaded.object(name)
        raise self._absent(name, loaded)

    def _absent(self, name: str, loaded: _Loaded) -> Missing:
        near = nearest(name, loaded.names)
        if near is not None or not loaded.problems:
            return Missing(wording.missing(name, near, self._source.name))
        problem = loaded.problems[0]
        where = problem.traceback[-1] if problem.traceback else ""
        words = wording.not_loaded(name, problem.message, where)
        missing = Missing(words, traceback=problem.traceback, place=problem.place)
        missing.outcome = "error"
        return missing

    def kind(self, name: str) -> str:
        """Whether a function or a class of that name is asked for."""
        return "class" if name in self._source.classes else "function"

    def watch(self, name: str, call: Callable[[], Any]) -> Any:
        """Make a call into the function `name`, and remember if it hung."""
        try:
            return call()
        except Stopped as fault:
            self._hung[name] = fault.seconds or 0.0
            raise
        except NotWritten as fault:
            place = fault.place
            where = (place.label, place.line) if place else ("", 0)
            raise NotWritten(wording.not_written(name, *where), place=place) from None

    def _ready(self) -> _Loaded:
        if self._never_loads:
            raise NotLoaded(self._never_loads)
        if self._loaded is None:
            loaded = self._spare or self._start()
            self._spare = None
            of_check, self._clock.check = self._clock.check, float("inf")  # loading is not the check's doing
            try:
                loaded.wait()
            except Stopped as fault:
                self._never_loads = fault.message
                raise NotLoaded(fault.message) from None
            finally:
                self._clock.check = of_check
            self.layers, self.problems = loaded.layers, loaded.problems
            loaded.take_output()  # what the file prints at its top level belongs to no check
            self._loaded = loaded
            loaded.begin(derive(self._seed, self._check, "worker"))
            self._to_prepare -= 1
            self._spare = self._start() if self._to_prepare > 0 else None
        return self._loaded

    def _start(self) -> _Loaded:
        client = Client(self._zygote.spawn(self._order), self._clock)
        return _Loaded(client, self._source, derive(self._seed, "load"))


class _Loaded:
    """A worker with the submission in it, or on its way into it."""

    def __init__(self, client: Client, source: Source, seed: int) -> None:
        self.client = client
        self.layers: tuple[str, ...] = ()
        self.problems: tuple[StudentFault, ...] = ()
        self.names: tuple[str, ...] = ()
        self._objects: dict[str, Any] = {}
        client.load(source.cells, source.helpers, source.toolbox, seed)

    def wait(self) -> None:
        """Wait until the file has been run from top to bottom."""
        layers, problems, names = self.client.loaded()
        self.layers, self.problems, self.names = layers, tuple(problems), tuple(names)

    def take_output(self) -> str:
        """What the code printed since the last time."""
        text, cut = self.client.take_output()
        return f"{text}\n{wording.cut(cut)}" if cut else text

    def begin(self, seed: int) -> None:
        """Start afresh for a check: random state, and nothing shared with earlier checks."""
        self.client.begin(seed)
        self._objects.clear()

    def object(self, name: str) -> Any:
        """The object that a name stands for."""
        if name not in self._objects:
            self._objects[name] = self.client.ask("name", name)
        return self._objects[name]


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
        target = self._student.name(self._name)
        wanted = self._student.kind(self._name)
        if not (isinstance(target, StudentObject) and target.is_callable):
            found = "torch.Tensor" if isinstance(target, torch.Tensor) else type(target).__name__
            raise Missing(wording.wrong_kind(self._name, f"a value of type {found}", wanted))
        if (target.type_name == "type") != (wanted == "class"):
            raise Missing(wording.wrong_kind(self._name, "a function" if wanted == "class" else "a class", wanted))
        return self._student.watch(self._name, lambda: target(*args, **kwargs))


def nearest(name: str, names: Sequence[str]) -> str | None:
    """The name that was probably meant: the same but for case and underscores, or nearly the same."""
    plain = {candidate.replace("_", "").lower(): candidate for candidate in names}
    same = plain.get(name.replace("_", "").lower())
    if same is not None:
        return same
    close = difflib.get_close_matches(name, names[:MAX_COMPARED], n=1, cutoff=0.75)
    return close[0] if close else None
