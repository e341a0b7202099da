"""What the wall itself costs: round trips a second, and a stack of 96 callbacks forward and backward against one
process.

    python benchmarks/wall.py [ROUNDS]
"""

from __future__ import annotations

import dataclasses
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import torch

from grader.checks.student import Source, WallStudent
from grader.limits import Limits
from grader.sandbox import reach, zygote
from grader.sandbox.faults import Stopped
from grader.sandbox.process import Zygote
from grader.sandbox.zygote import Order

STUDENT = """
def same(x):
    return x

def hang(x):
    while True:
        pass

def stack(x, sublayers):
    for sublayer in sublayers:
        x = x + sublayer(x)
    return x
"""
DEPTH = 96


def stack(x: torch.Tensor, sublayers: Sequence[Callable[..., torch.Tensor]]) -> torch.Tensor:
    """The same as the student's."""
    for sublayer in sublayers:
        x = x + sublayer(x)
    return x


def timed(work: Callable[[], object]) -> float:
    """Wall time of some work."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main() -> None:
    """Measure through one sealed worker."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    torch.set_num_threads(1)
    control = zygote.fork()
    if control is None:
        zygote.serve(("torch.fx.experimental.symbolic_shapes",))
    limits = Limits(check_seconds=600, submission_seconds=600)
    machine = reach.available()
    order = Order.of(limits, sealed=machine.level == "sealed", own_user=machine.other_users)
    workers = Zygote(control)
    student = WallStudent(workers, order, limits, Source("ex3.py", (("ex3.py", STUDENT),), (), None), 1)
    student.begin("same.cost", "same")
    beyond = student.namespace("same")

    x = torch.randn(2, 10, 64)
    beyond.same(x)
    trips = statistics.median(500 / timed(lambda: [beyond.same(x) for _ in range(500)]) for _ in range(rounds))
    print(f"{trips:.0f} round trips a second, of a (2, 10, 64) tensor there and back")

    modules = [torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(DEPTH)]
    callbacks = [partial(lambda module, y: module(y), module) for module in modules]
    h = torch.randn(2, 10, 64, requires_grad=True)
    v = torch.randn(2, 10, 64)

    def through(implementation: Callable[..., torch.Tensor], sublayers: Sequence[Callable[..., torch.Tensor]]) -> float:
        return timed(lambda: (implementation(h, sublayers) * v).sum().backward())

    kinds: dict[str, Sequence[Callable[..., torch.Tensor]]] = {"callbacks": callbacks, "copied modules": modules}
    for name, sublayers in kinds.items():
        through(beyond.stack, sublayers)
        pairs = [(through(beyond.stack, sublayers), through(stack, sublayers)) for _ in range(rounds)]
        wall, one = (statistics.median(column) * 1000 for column in zip(*pairs, strict=True))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"{DEPTH} {name} forward and backward: {wall:.1f} ms / one process {one:.1f} ms = {ratio:.1f}")
    student.close()

    late = []
    for number in range(rounds):
        hasty = dataclasses.replace(limits, call_seconds=0.5)
        student = WallStudent(workers, order, hasty, Source("ex3.py", (("ex3.py", STUDENT),), (), None), number)
        student.begin("same.cost", "same")
        student.namespace("same").same(x)
        late.append(timed(partial(contained, student)) - 0.5)
        student.close()
    print(f"a hung call is over {statistics.median(late) * 1000:.0f} ms after its deadline, its worker gone")


def contained(student: WallStudent) -> None:
    """Call what never returns."""
    with suppress(Stopped):
        student.namespace("same").hang(0)


if __name__ == "__main__":
    main()
