"""What grading a class costs: processor time, two jobs against one, a run with nothing to do, and memory.

    python benchmarks/batch.py [--number 500] [--ordinary 40] [--pairs 3] [--json FILE]

Everything is measured on this machine, in one go, for the command as it is installed. Linux only; as root, memory is
counted without counting shared pages twice.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

COURSE = Path(__file__).parents[1]
RIGHT = COURSE / "tests/specimens/full_marks/ex3.py"
WAYS = {"right": COURSE / "solutions/ex3/alternatives", "wrong": COURSE / "tests/course/ex3/wrong"}
PR_SET_CHILD_SUBREAPER = 36
WARM_UP = 3
"""Rounds of plain calls that are not counted."""
TYPED = "# solution by {name}\n"
LOOPS = "\n\ndef residual_add(x, sublayer):\n    while True:\n        pass\n"
CRASHES = (
    "\n\ndef count_paths(num_sublayers, length=None):\n    raise SystemExit\n",
    "\n\ndef count_paths(num_sublayers, length=None):\n    return count_paths(num_sublayers, length)\n",
    "\n\ndef count_paths(num_sublayers, length=None):\n    return bytearray(1 << 40)\n",
)
SPREAD = {"right": 0.5, "wrong": 0.4, "loops": 0.05, "crashes": 0.05}


@dataclass(frozen=True)
class Cost:
    """What one run of the command took, with all processes that it started."""

    wall: float
    processor: float
    command: float
    """The part of the command's own process in it: reading, dispatching, writing."""
    memory_mib: float
    """The most at any moment."""


def submissions(number: int, spread: dict[str, float], seed: int) -> Iterator[tuple[str, str]]:
    """Yield names and sources: a full-marks file in which one item may be another right way, a wrong one, a loop, …"""
    draw = random.Random(seed)
    full = RIGHT.read_text(encoding="utf-8")
    slow = "exponential_time"
    ways = {kind: sorted(p for p in WAYS[kind].glob("*/*.py") if slow not in p.name) for kind in WAYS}
    for count in range(number):
        (kind,) = draw.choices(list(spread), list(spread.values()))
        name = f"{kind}-{count:06}"
        if kind in ways:
            added = "\n\n" + draw.choice(ways[kind]).read_text(encoding="utf-8")
        else:
            added = LOOPS if kind == "loops" else draw.choice(CRASHES)
        yield name, TYPED.format(name=name) + full + added


def make_class(folder: Path, number: int, spread: dict[str, float] = SPREAD, seed: int = 0) -> Path:
    """Write a class."""
    folder.mkdir()
    for name, source in submissions(number, spread, seed):
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


def batch(submissions: Path, out: Path, *options: str) -> Cost:
    """Run the command; the cost is that of its whole tree of processes."""
    options = ("-o", str(out), "--seed", "1", *options)
    command = [sys.executable, "-m", "grader", "batch", "ex3", str(submissions), *options]
    with ProcessPoolExecutor(1) as apart:  # whatever ends there belongs to the command
        return apart.submit(cost, command).result()


def cost(command: list[str]) -> Cost:
    """Run a command, and wait until no process of it is left. To be called in a process that has no other children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # orphans of the tree come here, so none is missed
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=COURSE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watch = Watch(process.pid)
    processor, wall, statuses = 0.0, 0.0, {}
    with suppress(ChildProcessError):
        while True:
            pid, status, usage = os.wait4(-1, 0)
            processor += usage.ru_utime + usage.ru_stime
            statuses[pid] = os.waitstatus_to_exitcode(status)
            if pid == process.pid:
                wall = time.perf_counter() - started
    watch.ended.set()
    watch.join()
    process.returncode = statuses[process.pid]
    if process.returncode not in (0, 5):
        raise RuntimeError(f"`{' '.join(command)}` ended with status {process.returncode}.")
    return Cost(wall, processor, watch.command, watch.most_mib)


class Watch(threading.Thread):
    """Watches how much memory a tree of processes has, and how much processor time its root has used itself."""

    def __init__(self, root: int) -> None:
        """Begin."""
        super().__init__(daemon=True)
        self._root = root
        self.ended = threading.Event()
        self.most_mib = 0.0
        self.command = 0.0
        self.start()

    def run(self) -> None:
        """Look once a second: counting the memory of so many processes takes a part of it."""
        while not self.ended.wait(1.0):
            self.most_mib = max(self.most_mib, sum(map(resident_mib, tree(self._root))))
            with suppress(OSError):
                fields = Path(f"/proc/{self._root}/stat").read_text().rpartition(")")[2].split()
                self.command = max(self.command, sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"))


def tree(root: int) -> list[int]:
    """A process and all below it."""
    found = [root]
    with suppress(OSError):
        for thread in Path(f"/proc/{root}/task").iterdir():
            for child in (thread / "children").read_text().split():
                found += tree(int(child))
    return found


def resident_mib(pid: int) -> float:
    """Memory of a process; what it shares with others counts in part, where that may be read."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return 0.0


class PlainCalls:
    """The same checks as plain calls in one warm process, again and again on some files until it is ended."""

    def __init__(self, files: list[Path], log: Path) -> None:
        """Start, and wait until everything is loaded."""
        self._files = files
        self._log = log
        rounds = log.with_suffix(".rounds")
        rounds.write_text("\n".join(map(str, [RIGHT] * WARM_UP + files * 1000)), encoding="utf-8")
        command = [sys.executable, str(COURSE / "benchmarks/bare.py"), str(RIGHT)]
        with rounds.open() as given, log.open("w") as told:
            self._process = subprocess.Popen(command, stdin=given, stdout=told, cwd=COURSE)
        self._wait(WARM_UP)

    def _wait(self, rounds: int) -> None:
        while len(self._lines()) < rounds:
            if self._process.poll() is not None:
                raise RuntimeError(f"benchmarks/bare.py ended with status {self._process.returncode}.")
            time.sleep(0.1)

    def _lines(self) -> list[str]:
        return self._log.read_text().split("\n")[:-1]

    def __enter__(self) -> PlainCalls:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()

    def seconds(self) -> float:
        """The mean over the files of the processor seconds that the checks of one took."""
        self._wait(WARM_UP + len(self._files))
        seconds = [float(line.split()[1]) for line in self._lines()[WARM_UP:]]
        return statistics.mean(statistics.mean(seconds[n :: len(self._files)]) for n in range(len(self._files)))


def ordinary(folder: Path, number: int, pairs: int) -> dict[str, float]:
    """Processor seconds per submission, right and wrong ones, against plain calls of the same checks on the same files.

    The plain calls run at the same time on another processor, since a machine's speed changes from minute to minute.
    Loading counts once per engine and not per submission, so it is taken off: what a class of two takes.
    """
    spread = {"right": 1.0, "wrong": 1.0}
    few, many = make_class(folder / "few", 2, spread), make_class(folder / "many", number + 2, spread)
    ours, plain, start = [], [], []
    for pair in range(pairs):
        with PlainCalls(sorted(many.iterdir()), folder / f"plain-{pair}") as calls:
            start.append(batch(few, folder / f"few-out-{pair}", "--jobs", "1").processor)
            whole = batch(many, folder / f"many-out-{pair}", "--jobs", "1").processor
            ours.append((whole - start[-1]) / number)
            plain.append(calls.seconds())
    return {
        "ours": statistics.median(ours),
        "plain": statistics.median(plain),
        "ratio": statistics.median(a / b for a, b in zip(ours, plain, strict=True)),
        "start": statistics.median(start),
    }


def processor_time(folder: Path, number: int, pairs: int) -> dict[str, float]:
    """Print what an ordinary submission costs."""
    cost = ordinary(folder, number, pairs)
    print(f"processor time of an ordinary submission: {cost['ours']:.2f} s / plain calls {cost['plain']:.2f} s", end="")
    print(f" = {cost['ratio']:.2f}; to start, once: {cost['start']:.1f} s")
    return {f"processor_{key}": value for key, value in cost.items()}


def whole_class(folder: Path, number: int) -> dict[str, float]:
    """Print what a class costs with one job and two, again, and a tenth of it."""
    few = max(2, number // 10)
    tenth, whole = make_class(folder / "tenth", few), make_class(folder / "whole", number)
    small = batch(tenth, folder / "tenth-out", "--jobs", "2")
    two = batch(whole, folder / "two", "--jobs", "2")
    again = batch(whole, folder / "two", "--jobs", "2")
    one = batch(whole, folder / "one", "--jobs", "1")
    print(f"{number} submissions: 2 jobs {two.wall:.0f} s / 1 job {one.wall:.0f} s = {two.wall / one.wall:.2f}")
    print(f"the same again: {again.wall:.2f} s / {two.wall:.0f} s = {again.wall / two.wall:.2%}")
    print(f"memory at most: {two.memory_mib:.0f} MiB / {small.memory_mib:.0f} MiB with {few}", end="")
    print(f" = {two.memory_mib / small.memory_mib:.2f}; with 1 job {one.memory_mib:.0f} MiB")
    return {
        "wall_one": one.wall,
        "wall_two": two.wall,
        "wall_again": again.wall,
        "processor_one": one.processor,
        "processor_two": two.processor,
        "command_one": one.command,
        "memory_few": small.memory_mib,
        "memory_one": one.memory_mib,
        "memory_two": two.memory_mib,
    }


def main() -> None:
    """Print each figure as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=500, help="size of the class")
    parser.add_argument("--ordinary", type=int, default=40, help="size of the class for processor time")
    parser.add_argument("--pairs", type=int, default=3, help="how often processor time is measured")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    args = parser.parse_args()
    figures: dict[str, float] = {"number": args.number}
    with tempfile.TemporaryDirectory() as name:
        figures |= processor_time(Path(name), args.ordinary, args.pairs)
        figures |= whole_class(Path(name), args.number)
    if args.json:
        args.json.write_text(
            json.dumps({key: round(value, 3) for key, value in figures.items()}, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
