"""Measures what the zygote has, from which the limits of its workers are counted."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from grader.sandbox.policy import Baseline

PROC = Path("/proc")


def measure_baseline() -> Baseline:
    """What this process has now. Zeros for memory where there is no /proc, as on macOS."""
    try:
        status = (PROC / "self" / "status").read_text()
    except OSError:
        return Baseline(0, 0, 0)
    sizes = dict(line.split(":", 1) for line in status.splitlines() if line.startswith("Vm"))
    kib = {name: int(size.split()[0]) for name, size in sizes.items()}
    return Baseline(kib["VmData"] << 10, kib["VmSize"] << 10, _tasks_of(os.getuid()))


@cache
def _tasks_of(user: int) -> int:
    """Threads of all processes of ``user`` that can be seen from here. Counted once: it takes as long as a fork."""
    tasks = 0
    for entry in os.scandir(PROC):
        if not entry.name.isdecimal():
            continue
        try:
            fields = dict(line.split(":", 1) for line in (PROC / entry.name / "status").read_text().splitlines())
        except OSError:
            continue  # it ended meanwhile
        if int(fields["Uid"].split()[0]) == user:
            tasks += int(fields["Threads"])
    return tasks
