"""Fuzzing of what the trusted side reads from a worker: `python -m tests.fuzz.frames --seconds N`.

Answers and requests as a worker sends them are changed in their structure and in their bytes, and the trusted end
takes part in the conversation: it calls, is called back, and asks for gradients. A finding is any exception but a fault
of the student's, one conversation that takes more than five seconds of processor time, or one that needs more than four
gigabytes. Findings are kept as files.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgpack
import torch

from grader.limits import Limits
from grader.sandbox.client import Client
from grader.sandbox.clock import Clock
from grader.sandbox.faults import StudentFault
from grader.sandbox.frames import HEADER, MAX_MESSAGE, Blob, Closed, lengths, pack, unpack
from grader.sandbox.graph import vector_jacobian_products
from grader.sandbox.proxy import StudentObject

SECONDS_FOR_ONE = 5.0
MEMORY_BYTES = 4 * 1024**3

EIGHT, SIXTEEN = Blob(bytes(8)), Blob(bytes(16))
VALUE = [0, "float64", [2], SIXTEEN, 4]
RESULT = [1, "float64", [2], SIXTEEN, 1 | 8]
PARAMETER = [2, "float32", [2, 1], EIGHT, 1 | 2 | 4]
GRAPH = [0, [["yours", 0], ["tensor", 1]]]
DESCRIPTION = {"type": "ValueError", "text": "no", "frames": [["ex3.py", 1, "f", "x"]], "memory": False,
               "within_check": True}  # fmt: skip
SEEDS: tuple[Any, ...] = (
    ["tell", 1, "done", [["tensor", 0], [VALUE], [], None]],
    ["tell", 1, "done", [["tensor", 0], [RESULT, PARAMETER], [], GRAPH]],
    ["tell", 1, "done", [["tuple", ["tensor", 0], ["tensor", 0], ["yours", 0]], [RESULT], [], [0, [["yours", 0]]]]],
    ["tell", 1, "done", [None, [PARAMETER], [[0, ["float64", [2], SIXTEEN], True, ["float64", [2], SIXTEEN]]], None]],
    ["tell", 1, "done", [["dict", "a", 1.5, ["tuple", 1, "b"], ["set", 1, 2], None, ["int", "0xff"]], [], [], None]],
    ["tell", 1, "done", [["list", ["object", 0, "A", True], ["your-object", 0], ["your-copy", 1]], [], [], None]],
    ["tell", 1, "done", [["list", ["complex", 1.0, 2.0], ["dtype", "int8"], Blob(b"x")], [], [], None]],
    ["tell", 1, "done", [None, [], [[0, None, False, None]], None]],
    ["tell", 1, "failed", [DESCRIPTION, [[0, ["float64", [2], SIXTEEN], False, None]]]],
    ["tell", 1, "done", [["list", ["yours", 0], None], [], [], None]],
    ["tell", 1, "done", [["list", ["tensor", 0]], [VALUE], [], None]],
    ["ask", 1, "call", [["tuple", 0, ["tuple", ["tensor", 0]], ["dict"]], [VALUE], [], True]],
    ["ask", 1, "call", [["tuple", 0, ["tuple", ["tensor", 0]], ["dict"]], [PARAMETER], [], True]],
    ["ask", 2, "call", [["tuple", 0, ["tuple", ["yours", 0]], ["dict"]], [], [], False]],
    ["ask", 3, "vjp", [["tuple", 0, ["list", ["tensor", 0]], False], [VALUE], [], False]],
)  # fmt: skip
ATOMS: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 7, 8, 9, 15, 31, 255, -1, 2**31 - 1, 2**31, 2**63, 2**64 - 1, -(2**63), 0.0, 1.5,
    float("nan"), float("inf"), "", "x", "list", "tuple", "dict", "set", "int", "tensor", "yours", "object",
    "your-object", "your-copy", "callable", "copy", "complex", "dtype", "float64", "float32", "int64", "bool",
    "complex128", "call", "vjp", "load", "done", "failed", "tell", "ask", "0xffffffffffffffffffff",
    b"", bytes(8), bytes(16), [], [[]], {}, {"type": "x"}, Blob(b""), EIGHT, SIXTEEN, Blob(bytes(64)),
    msgpack.ExtType(1, b"\0\0\0\1"),
    msgpack.ExtType(5, b"x"), msgpack.Timestamp(1, 1), VALUE, RESULT, PARAMETER, GRAPH, ["yours", 0], ["tensor", 0],
    ["tensor", 1], ["your-object", 0], "x" * 1000, [0] * 200, [0, 2**31 - 1, 2**31 - 1, 2**31 - 1],
)  # fmt: skip


class Script:
    """The line to a worker that says what is written here, whatever it is told. An answer to 1 is one to the last
    request.
    """

    frame_bytes = 1 << 20
    keep_bytes = 0
    deadline = 0.0

    def __init__(self, frames: Sequence[bytes]) -> None:
        self._frames: Iterator[bytes] = iter(frames)
        self._asked: Any = 1
        self.alive = True

    def send(self, message: Any) -> None:
        """See whether it can be sent."""
        pack(message)
        if message[0] == "ask":
            self._asked = message[1]

    def receive(self) -> Any:
        """The next message."""
        frame = next(self._frames, b"")
        if len(frame) < HEADER.size:
            raise Closed
        message, bulk = lengths(frame[: HEADER.size], MAX_MESSAGE, self.frame_bytes)
        rest = frame[HEADER.size :]
        if message + bulk > len(rest):
            raise Closed
        said = unpack(rest[:message], rest[message : message + bulk])
        if isinstance(said, list) and said[:2] == ["tell", 1]:
            said[1] = self._asked
        return said

    def end(self) -> int:
        """It is over."""
        self.alive = False
        return -9


def converse(frames: Sequence[bytes]) -> str:
    """What a check does with a student whose process says this; how it ended. Anything but a StudentFault escapes."""
    client = Client(Script(frames), Clock(Limits()))  # type: ignore[arg-type]
    x = torch.ones(2, dtype=torch.float64, requires_grad=True)
    layer = torch.nn.Linear(2, 2).double()
    try:
        y = client.ask("call-name", "f", (x, lambda t: t * 2, layer), {})
        for part in (*y, y) if isinstance(y, (tuple, list)) else (y,):
            if isinstance(part, torch.Tensor) and part.requires_grad:
                vector_jacobian_products([part], [torch.ones_like(part)], [x, layer.weight], keep=True)
            elif isinstance(part, StudentObject):
                part.weight, part.double(), part(x), list(part)
        client.ask("call-name", "f", (x,), {})
    except StudentFault as fault:
        return type(fault).__name__
    return "answered"


def mutated(message: Any, rng: random.Random, chance: float) -> Any:
    """The message with some of its parts replaced, left out, doubled or changed places."""
    if rng.random() < chance:
        return rng.choice(ATOMS)
    if isinstance(message, dict):
        return {key: mutated(entry, rng, chance) for key, entry in message.items() if rng.random() > chance / 4}
    if not isinstance(message, list):
        return message
    parts = [mutated(entry, rng, chance) for entry in message]
    if parts and rng.random() < chance / 2:
        match rng.randrange(4):
            case 0:
                del parts[rng.randrange(len(parts))]
            case 1:
                parts.insert(rng.randrange(len(parts)), rng.choice(parts))
            case 2:
                rng.shuffle(parts)
            case 3:
                parts = parts * rng.choice((2, 50))
    return parts


def bent(frame: bytes, rng: random.Random) -> bytes:
    """The frame, now and then with some of its bytes changed."""
    if not frame or rng.random() < 0.9:
        return frame
    changed = bytearray(frame)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(3):
            case 0 if at < len(changed):
                changed[at] = rng.randrange(256)
            case 1:
                del changed[at : at + rng.choice((1, 4, 16))]
            case _:
                changed[at:at] = rng.randbytes(rng.choice((1, 4, 16)))
    return bytes(changed)


def conversation(rng: random.Random) -> list[bytes]:
    """A few frames in a row, some nearly right and some hardly."""
    frames = []
    chance = rng.choice((0.003, 0.01, 0.03, 0.1))
    for _ in range(rng.choice((1, 2, 3, 6))):
        try:
            frames.append(bent(b"".join(pack(mutated(rng.choice(SEEDS), rng, chance))), rng))
        except (TypeError, ValueError, OverflowError):  # not even msgpack can say it
            continue
    return frames


def main() -> int:
    """Fuzz for the given time; 1 if there were findings."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=time.time_ns())
    options.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    chosen = options.parse_args()
    torch.set_num_threads(1)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    rng, end = random.Random(chosen.seed), time.monotonic() + chosen.seconds
    endings: dict[str, int] = {}
    tried = found = 0
    slowest = 0.0
    while time.monotonic() < end:
        frames = conversation(rng)
        problem, begun = "", time.process_time()
        try:
            ending = converse(frames)
            endings[ending] = endings.get(ending, 0) + 1
        except BaseException:
            problem = traceback.format_exc()
        taken = time.process_time() - begun
        slowest, tried = max(slowest, taken), tried + 1
        if problem or taken > SECONDS_FOR_ONE:
            found += 1
            chosen.findings.mkdir(parents=True, exist_ok=True)
            kept = chosen.findings / f"{chosen.seed}-{tried}.frames"
            kept.write_bytes(msgpack.packb(frames))
            print(f"{kept}: {problem or f'took {taken:.1f} s'}", file=sys.stderr)
    print(f"seed {chosen.seed}: {tried} conversations, {endings}, {found} findings, slowest {slowest:.2f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
