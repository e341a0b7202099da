"""The trusted end of the wall: one worker with one submission in it, and the student's objects as proxies."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import torch

from grader import wording
from grader.errors import EngineFault, ExerciseFault
from grader.result.verdict import Place
from grader.sandbox import copying
from grader.sandbox.clock import Clock
from grader.sandbox.faults import Crashed, NotWritten, OutOfMemory, Raised, Stopped, StudentFault
from grader.sandbox.frames import Blob, Closed, ProtocolError, TooLong
from grader.sandbox.message import Incoming, Outgoing
from grader.sandbox.peer import Peer
from grader.sandbox.process import Process, TimedOut
from grader.sandbox.proxy import StudentObject
from grader.sandbox.values import Reference, TooLarge

MAX_NAME = 200
MAX_OBJECTS = 20_000
"""Objects of the student's that can be known at the same time."""
LOCKDOWN_SECONDS = 20.0
"""How long a worker may take to lock itself down before it is taken for broken."""


@dataclass(frozen=True)
class Loaded:
    """A submission that has been run from top to bottom."""

    layers: tuple[str, ...]
    """What locks the worker down."""
    problems: tuple[StudentFault, ...]
    """What was raised at the top level."""
    names: tuple[str, ...]
    """What is defined."""
    kinds: Mapping[str, str]
    """Of what can be called, whether it is a "class" or a "function"."""


NOTHING = Loaded((), (), (), {})


class Client(Peer):
    """Talks to one worker. Whatever goes wrong there arrives as a StudentFault, and a worker that failed is ended."""

    def __init__(self, process: Process, clock: Clock) -> None:
        process.frame_bytes = clock.limits.frame_mib << 20
        super().__init__(process, by_value=False, most_bytes=process.frame_bytes)
        self._process = process
        self._clock = clock
        self._busy = False
        self._loading = 0
        self.stopped: Stopped | None = None
        """Set when the worker was ended because it took too long."""
        process.keep_bytes = clock.limits.output_bytes

    def forget(self) -> None:
        """Drop everything that was shared."""
        super().forget()
        self._objects: dict[int, Any] = {}
        self._number: dict[int, int] = {}
        self._proxies: dict[int, StudentObject] = {}

    @property
    def alive(self) -> bool:
        """Whether the worker can be asked anything."""
        return self._process.alive

    def load(self, cells: Any, helpers: Any, toolbox: str | None, seed: int) -> None:
        """Send the submission. The worker reads it when it is locked down, and runs it while this side does other
        things.
        """
        self._process.deadline = time.monotonic() + LOCKDOWN_SECONDS
        with suppress(Closed, TimedOut):  # `loaded` will find out why
            self._loading = self.post("load", cells, helpers, toolbox, seed)

    def loaded(self) -> Loaded:
        """Wait for that."""
        layers = self._locked_down()
        seconds = self._clock.limits.load_seconds
        with self._within(seconds, wording.stopped_at_top(seconds)):
            match self.answer(self._loading):
                case [list(problems), list(names), {"class": list(classes), "function": list(functions)}]:
                    pass
                case _:
                    raise ProtocolError("malformed answer")
            faults = tuple(fault for problem in problems if isinstance(fault := self.failed(problem), StudentFault))
        kinds = dict.fromkeys(_texts(classes), "class") | dict.fromkeys(_texts(functions), "function")
        return Loaded(layers, faults, tuple(_texts(names)), kinds)

    def _locked_down(self) -> tuple[str, ...]:
        """Wait until the worker is locked down. Nothing of the student's has run yet, so all that fails is ours."""
        self._process.deadline = time.monotonic() + LOCKDOWN_SECONDS
        try:
            kind, content = self._process.receive()
        except (Closed, TimedOut):
            kind, content = "ended", f"it ended with status {self._process.end()}."
        if kind != "ready":
            raise EngineFault(
                f"A worker could not be locked down: {content}", "`grade doctor` says what this machine offers."
            )
        return tuple(content)

    def begin(self, seed: int) -> None:
        """Start afresh for a check: random state, and nothing shared with earlier checks.

        A worker that has something to say now answers what nobody asked.
        """
        with self._within():
            if not self._unawaited and not self._process.quiet:
                raise ProtocolError("it speaks unasked")
            self.post_and_go_on("begin", seed)
        self.forget()

    def ask(self, operation: str, *arguments: Any) -> Any:
        """Have the worker do something within the time of a call; a StudentFault if it does not."""
        with self._within():
            return super().request(operation, *arguments)

    def request(self, operation: str, *arguments: Any) -> Any:
        """The same."""
        return self.ask(operation, *arguments)

    def gradients(self, *arguments: Any) -> Sequence[torch.Tensor | None]:
        """The same: autograd asks for gradients in its own way, and they need the same care as calls."""
        with self._within():
            return super().gradients(*arguments)

    def length(self, value: StudentObject) -> int:
        """The length of an object of the student's."""
        with self._within():
            length = super().request("length", value)
            if type(length) is not int or not 0 <= length <= sys.maxsize:
                raise ProtocolError("malformed length")
            return length

    def entries(self, value: StudentObject) -> list[Any]:
        """What iteration over an object of the student's gives."""
        with self._within():
            entries = super().request("iterate", value)
            if not isinstance(entries, list):
                raise ProtocolError("malformed entries")
            return entries

    @contextmanager
    def _within(self, seconds: float | None = None, words: str = "") -> Iterator[None]:
        """Talk to the worker, for at most `seconds` (default: the limit of a call); one that does not keep to the
        rules is ended. `words` say that it took too long.
        """
        if self._busy:
            yield
            return
        if not self._process.alive:
            raise Crashed(wording.crashed(wording.ended_before()))
        if seconds is None:
            seconds = self._clock.limits.call_seconds
        allowed, stopped = self._clock.allowed(seconds, words)
        started = time.monotonic()
        self._process.deadline = started + allowed
        self._busy = True
        try:
            yield
        except TimedOut:
            self._process.end()
            self.stopped = stopped
            raise stopped from None
        except Closed:
            raise self._ended(self._process.end()) from None
        except TooLarge as error:
            most = self._clock.limits.frame_mib
            raise ExerciseFault(
                f"A check passes more to the student's code than a call can carry: {most} MiB."
            ) from error
        except TooLong:
            self._process.end()
            raise Crashed(wording.too_large()) from None
        except ProtocolError as error:
            self._process.end()
            raise Crashed(wording.nonsense(str(error))) from None
        finally:
            self._busy = False
            self._clock.spend(time.monotonic() - started)

    def _ended(self, status: int) -> StudentFault:
        limits = self._clock.limits
        if status == -signal.SIGXCPU:
            return Stopped(wording.out_of_time(limits.cpu_seconds), limits.cpu_seconds)
        if status < 0:
            return Crashed(wording.crashed(wording.signalled(_signal_name(-status))))
        return Crashed(wording.crashed(wording.exited(status)))

    def end(self) -> None:
        """End the worker, without waiting until it is gone."""
        self._process.retire()

    def take_output(self) -> tuple[str, int]:
        """What the code printed since the last time, and how many bytes of it were not kept."""
        return self._process.take_output()

    # --- objects --------------------------------------------------------------------------------------------------

    def refer(self, value: Any, message: Outgoing) -> Reference:
        """By copy what the worker can know, otherwise callables as a way to call back."""
        if isinstance(value, StudentObject):
            return value._reference
        if not callable(value):
            raise TypeError(f"a {type(value).__name__} cannot be given to the student's code")
        number = self._number.get(id(value))
        if number is None:
            number = self._number[id(value)] = len(self._objects)
            self._objects[number] = value
        try:
            return ["copy", number, Blob(copying.dump(value, message.number))]
        except copying.NotCopyable:
            return ["callable", number, isinstance(value, torch.nn.Module)]

    def resolve(self, reference: Reference, message: Incoming) -> Any:
        """What the worker sends: the check's own objects coming home, and the student's."""
        match reference:
            case ["your-object" | "your-copy", int(number)] if number in self._objects:
                return self._objects[number]
            case ["object", int(number), str(type_name), bool(is_module)]:
                if number not in self._proxies:
                    if len(self._proxies) >= MAX_OBJECTS:
                        raise ProtocolError("too many objects")
                    self._proxies[number] = StudentObject(self, number, type_name[:MAX_NAME], is_module)
                return self._proxies[number]
        raise ProtocolError("unknown reference")

    def perform(self, operation: str, arguments: Sequence[Any]) -> Any:
        """The one thing that the worker may ask for: to call a callable that it was given."""
        match operation, *arguments:
            case "call", int(number), tuple(args), dict(kwargs) if number in self._objects:
                function: Callable[..., Any] = self._objects[number]
                return function(*args, **kwargs)
        raise ProtocolError(f"unknown request {operation[:20]!r}")

    # --- exceptions -----------------------------------------------------------------------------------------------

    def describe(self, error: BaseException) -> Any:
        """An exception of a callable of the check's, for the student's code to meet: its type and text."""
        if not isinstance(error, Exception) or not self.alive:
            raise error
        if isinstance(error, StudentFault):  # the callable called the student's code, which raised
            return [error.sign, getattr(error, "text", error.message)[:500]]
        return [type(error).__name__, str(error)[:500]]

    def failed(self, description: Any) -> Exception:
        """The StudentFault for an exception that the student's code raised."""
        match description:
            case {
                "type": str(kind),
                "text": str(text),
                "frames": list(frames),
                "memory": memory,
                "within_check": within,
            }:
                pass
            case _:
                raise ProtocolError("malformed exception")
        lines, place = _frames(frames)
        if memory is True:
            return OutOfMemory(wording.out_of_memory(self._clock.limits.memory_mib), traceback=lines, place=place)
        if kind == "TooLarge":
            return Crashed(wording.too_large())
        if kind == "NotImplementedError" and place is not None and place.text.startswith("raise NotImplementedError"):
            return NotWritten(wording.not_written("", place.label, place.line), place=place)
        return Raised(kind, text, traceback=lines, place=place, within_check=within is True)


def _texts(names: list[Any]) -> list[str]:
    """Those that are text."""
    return [name for name in names if isinstance(name, str)]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # most of the real-time signals have none
        return str(number)


def _frames(frames: list[Any]) -> tuple[tuple[str, ...], Place | None]:
    """The student's frames as lines of text, and the innermost one as a place."""
    lines: list[str] = []
    place = None
    for frame in frames[:20]:
        match frame:
            case [str(label), int(line), str(function), str(text)]:
                place = Place(label[:MAX_NAME], line, text[:MAX_NAME])
                within = f", in {function[:MAX_NAME]}" if function not in ("", "<module>") else ""
                lines.append(f"{place.label}, line {line}{within}: {place.text}")
            case _:
                raise ProtocolError("malformed frame")
    return tuple(lines), place
