"""The worker: locks itself down, then receives the student's source and answers for it. Holds nothing worth
stealing.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy
import torch

from grader.sandbox import copying, lockdown
from grader.sandbox.cells import StudentCode, rebuilt
from grader.sandbox.frames import BlockingChannel, Closed, ProtocolError
from grader.sandbox.generators import reseed
from grader.sandbox.message import Incoming, Outgoing
from grader.sandbox.peer import Peer
from grader.sandbox.surroundings import Surroundings
from grader.sandbox.values import Reference, TooLarge

SOCKET = 3
TOOLBOX = "toolbox"
MAX_ITERATION = 100_000


@dataclass(frozen=True)
class Spec:
    """How a worker is to be set up."""

    seal: lockdown.Seal
    sealed: bool
    frame_bytes: int


def main(spec: Spec) -> None:
    """Become a worker; never returns. Descriptors: 0 empty, 1 and 2 the output pipe, 3 the socket to the grader."""
    channel = BlockingChannel(SOCKET, SOCKET, spec.frame_bytes)
    try:
        layers = _lock_down(spec)
    except BaseException as error:
        channel.send(["broken", str(error) or type(error).__name__])
        os._exit(1)
    try:
        channel.send(["ready", list(layers)])
        WorkerPeer(channel).serve_forever()
    except Closed:
        os._exit(0)
    except BaseException:  # what is printed would be the student's to read
        os._exit(1)


def _lock_down(spec: Spec) -> tuple[str, ...]:
    _forget_origin()
    if not spec.sealed:
        return lockdown.confine(spec.seal)
    layers = lockdown.seal(spec.seal)
    lockdown.probe()
    return layers


def _forget_origin() -> None:
    """Drop what the process inherited and does not need: signal handlers, arguments, environment, paths."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    os.umask(0o077)
    os.environ.clear()
    sys.argv[:] = [""]
    sys.path.clear()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - lives as long as the process
    sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    gc.enable()


class CheckFunction:
    """A callable of the check's: calling it calls back."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(*args, **kwargs)


class CheckModule(torch.nn.Module):
    """A module of the check's whose code stays on the other side."""

    def __init__(self, call: Callable[..., Any]) -> None:
        super().__init__()
        self._call = call

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Call back."""
        return self._call(*args, **kwargs)


@dataclass
class _Copy:
    """A copy of an object of the check's."""

    number: int
    data: bytes
    value: Any
    structure: Any

    @property
    def intact(self) -> bool:
        """Whether the copy still has the parameters and submodules with which it came, so that it can stand for the
        original.
        """
        return bool(_structure(self.value) == self.structure)


def _structure(value: Any) -> Any:
    """What makes a module the module that it was, but for its values: its parts, its attributes' names, its hooks."""
    if not isinstance(value, torch.nn.Module):
        return None
    return [
        (
            name,
            id(module),
            sorted(vars(module)),
            [len(hooks) for key, hooks in sorted(vars(module).items()) if key.endswith("_hooks") and hooks is not None],
            [(key, id(tensor)) for key, tensor in module._parameters.items()],
        )
        for name, module in value.named_modules()
    ]


class WorkerPeer(Peer):
    """The worker's end of the wall."""

    def __init__(self, channel: BlockingChannel) -> None:
        super().__init__(channel, by_value=True, most_bytes=channel.limit)
        self._channel = channel
        self._code: StudentCode | None = None

    def forget(self) -> None:
        """Drop everything that was shared."""
        super().forget()
        self._objects: dict[int, Any] = {}
        self._number: dict[int, int] = {}
        self._callables: dict[int, CheckFunction | CheckModule] = {}
        self._callable_number: dict[int, int] = {}
        self._copies: dict[int, _Copy] = {}
        self._copy_of: dict[int, _Copy] = {}

    def take(self, size: int) -> None:
        """The trusted side keeps count of what both keep."""

    def serve_forever(self) -> None:
        """Answer requests until the other end closes."""
        while True:
            message = self._channel.receive()
            if not isinstance(message, list) or len(message) != 4 or message[0] != "ask":
                raise ProtocolError("malformed request")
            self.serve(*message[1:])

    # --- operations -----------------------------------------------------------------------------------------------

    def perform(self, operation: str, arguments: Sequence[Any]) -> Any:
        """The operations that the trusted side may ask for."""
        try:
            match operation, *arguments:
                case "load", cells, helpers, toolbox, seed:
                    return self._load(cells, helpers, toolbox, seed)
                case "begin", seed:
                    self.forget()
                    reseed(seed)
                    return None
                case "name", name:
                    return getattr(self._student.module, name)
                case "answer", name:
                    return _plain(getattr(self._student.module, name, None))
                case "get", target, name:
                    return getattr(target, name)
                case "set", target, name, value:
                    return setattr(target, name, value)
                case "call", target, args, kwargs:
                    return target(*args, **kwargs)
                case "call-name", name, args, kwargs:
                    return getattr(self._student.module, name)(*args, **kwargs)
                case "call-method", target, name, args, kwargs:
                    return getattr(target, name)(*args, **kwargs)
                case "item", target, key:
                    return target[key]
                case "length", target:
                    return len(target)
                case "iterate", target:
                    return _bounded(iter(target))
            raise ProtocolError(f"unknown operation {operation!r}")
        finally:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()

    @property
    def _student(self) -> StudentCode:
        if self._code is None:
            raise ProtocolError("nothing is loaded")
        return self._code

    def _load(self, cells: Any, helpers: Any, toolbox: str | None, seed: int) -> Any:
        reseed(seed)
        if toolbox is not None:
            module = sys.modules[TOOLBOX] = ModuleType(TOOLBOX)
            exec(compile(toolbox, f"{TOOLBOX}.py", "exec", dont_inherit=True), module.__dict__)
        Surroundings(helpers).install()
        self._code = StudentCode(cells, helpers)
        return [self._code.run(), self._code.names(), self._code.kinds()]

    # --- objects --------------------------------------------------------------------------------------------------

    def refer(self, value: Any, message: Outgoing) -> Reference:
        """Objects of the check's go home as themselves; the student's own are handed out by number."""
        if id(value) in self._callable_number:
            return ["your-object", self._callable_number[id(value)]]
        copy = self._copy_of.get(id(value))
        if copy is not None and copy.intact:
            return ["your-copy", copy.number]
        number = self._number.get(id(value))
        if number is None:
            number = self._number[id(value)] = len(self._objects)
            self._objects[number] = value
        return ["object", number, _type_name(value), isinstance(value, torch.nn.Module)]

    def resolve(self, reference: Reference, message: Incoming) -> Any:
        """What the trusted side sends: callables, copies, and the student's own objects coming home."""
        match reference:
            case ["your-object", number]:
                return self._objects[number]
            case ["callable", number, is_module]:
                return self._callable(number, is_module)
            case ["copy", number, data]:
                return self._copied(number, data)
        raise ProtocolError("unknown reference")

    def _callable(self, number: int, is_module: bool) -> CheckFunction | CheckModule:
        if number not in self._callables:

            def call(*args: Any, **kwargs: Any) -> Any:
                return self.request("call", number, args, kwargs)

            proxy = CheckModule(call) if is_module else CheckFunction(call)
            self._callables[number] = proxy
            self._callable_number[id(proxy)] = number
        return self._callables[number]

    def _copied(self, number: int, data: bytes) -> Any:
        known = self._copies.get(number)
        if known is not None and known.data == data:
            return known.value
        value = copying.load(data, self.ledger.theirs)
        self._copies[number] = self._copy_of[id(value)] = _Copy(number, data, value, _structure(value))
        return value

    # --- exceptions -----------------------------------------------------------------------------------------------

    def describe(self, error: BaseException) -> Any:
        """An exception in the student's terms."""
        if isinstance(error, TooLarge):
            return {"type": "TooLarge", "text": "", "frames": [], "memory": False, "within_check": False}
        return self._student.describe(error)

    def failed(self, description: Any) -> Exception:
        """What a callable of the check's raised, raised in the student's code."""
        return rebuilt(*description)


def _type_name(value: Any) -> str:
    kind = type(value)
    if isinstance(value, type):
        return "type"  # whatever its metaclass
    if isinstance(value, torch.Tensor):
        return f"torch.Tensor ({value.layout}, {value.device.type})".replace("torch.strided, ", "")
    return kind.__name__ if kind.__module__ in ("builtins", "submission") else f"{kind.__module__}.{kind.__name__}"


def _bounded(iterator: Iterator[Any]) -> list[Any]:
    entries: list[Any] = []
    for entry in iterator:
        if len(entries) >= MAX_ITERATION:
            raise TooLarge
        entries.append(entry)
    return entries


def _plain(value: Any) -> Any:
    """An answer as plain data: numbers that numpy or torch wrapped come out as Python's own."""
    if isinstance(value, (torch.Tensor, numpy.generic, numpy.ndarray)):
        return (
            value.item() if getattr(value, "size", None) == 1 or getattr(value, "ndim", 1) == 0 else _type_name(value)
        )
    if isinstance(value, (set, frozenset, list, tuple)):
        return type(value)(_plain(entry) for entry in value)
    if isinstance(value, (bool, int, float, complex, str)):
        kind: Any = next(kind for kind in (bool, int, float, complex, str) if isinstance(value, kind))
        return kind(value)
    return value if value is None else _type_name(value)
