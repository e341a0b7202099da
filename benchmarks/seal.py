"""What sealing a worker costs, paired in one run: fork to first answer, and attention forward and backward.

    python benchmarks/seal.py [--pairs 60]

Prints medians and the ratio sealed / open for each. Linux only; run it as root and as a normal user.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import struct
import time
from collections.abc import Callable

os.environ["OMP_NUM_THREADS"] = "1"

import torch
import torch._dynamo

from grader.sandbox import lockdown
from grader.sandbox.baseline import measure_baseline
from grader.sandbox.bpf import compile_filter
from grader.sandbox.policy import policy_for
from grader.sandbox.reach import available

SOURCE = """
import torch
def residual_add(x, sublayer):
    return x + sublayer(x)
"""
ATTENTION_RUNS = 200
ANSWER = struct.Struct("d")
UID = 61_234 if os.getuid() == 0 else None

Work = Callable[[], float]


def first_answer() -> float:
    """Load a small submission and call it once."""
    namespace: dict[str, Callable[..., torch.Tensor]] = {}
    exec(compile(SOURCE, "ex3.py", "exec"), namespace)
    return float(namespace["residual_add"](torch.ones(2, 10, 64), torch.tanh).sum())


def attention() -> float:
    """Median seconds of a forward and backward pass."""
    layer = torch.nn.MultiheadAttention(64, 4, batch_first=True)
    x = torch.randn(2, 10, 64, requires_grad=True)
    seconds = []
    for _ in range(ATTENTION_RUNS):
        started = time.perf_counter()
        layer(x, x, x)[0].sum().backward()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def in_worker(work: Work, seal: Callable[[], object]) -> tuple[float, float]:
    """(seconds from fork to answer, the answer) of `work` in a forked worker that first calls `seal`."""
    readable, writable = os.pipe()
    started = time.perf_counter()
    if (pid := os.fork()) == 0:
        try:
            seal()
            os.write(writable, ANSWER.pack(work()))
        finally:
            os._exit(0)
    (answer,) = ANSWER.unpack(os.read(readable, ANSWER.size))
    seconds = time.perf_counter() - started
    os.waitpid(pid, 0)
    os.close(readable)
    os.close(writable)
    return seconds, float(answer)


def report(name: str, sealed: list[float], free: list[float]) -> None:
    """One line: medians in milliseconds, ratio of the medians, and the median of the paired ratios."""
    a, b = statistics.median(sealed), statistics.median(free)
    paired = statistics.median(x / y for x, y in zip(sealed, free, strict=True))
    print(f"{name:<32} sealed {a * 1e3:8.3f} ms   open {b * 1e3:8.3f} ms   ratio {a / b:5.2f}   paired {paired:5.2f}")


def main() -> None:
    """Fork sealed and open workers by turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=60)
    pairs: int = parser.parse_args().pairs
    policy = policy_for(os.uname().machine)
    if available().level != "sealed" or policy is None:
        raise SystemExit("This machine cannot seal: " + " ".join(available().missing))
    torch.set_num_threads(1)
    torch.backends.cpu.get_cpu_capability()
    torch.ones(2, 2) @ torch.ones(2, 2)
    program, parent, baseline = compile_filter(policy), os.getpid(), measure_baseline()
    gc.collect()
    gc.freeze()

    def seal() -> None:
        lockdown.seal(lockdown.Seal(parent, baseline, 1024, 60, 64, UID, program))
        lockdown.probe()

    def leave_open() -> None:
        pass

    for name, work, count in (("fork to first answer", first_answer, pairs), ("attention, both ways", attention, 10)):
        in_worker(work, seal), in_worker(work, leave_open)
        measured = [(in_worker(work, seal), in_worker(work, leave_open)) for _ in range(count)]
        which = 1 if work is attention else 0
        report(name, [sealed[which] for sealed, _ in measured], [free[which] for _, free in measured])


if __name__ == "__main__":
    main()
