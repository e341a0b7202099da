"""Whether a run that claims submissions still lives: on this machine by its process, elsewhere by its heartbeat."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path
from typing import Any

BEAT_SECONDS = 5.0
"""How often a run says that it is alive."""
SILENT_SECONDS = 60.0
"""A run on another machine that was silent for so long is taken for dead."""


def here() -> dict[str, Any]:
    """What tells this process from all others, for `alive`."""
    return {"host": here_name(), "process": _process(os.getpid()) or str(os.getpid()), "seen": now()}


def now() -> float:
    """Seconds since 1970."""
    return time.time()


def alive(host: str, process: str, seen: float) -> bool:
    """Whether the process that `here` described lives."""
    number = process.partition(".")[0]
    if host == here_name() and _process(os.getpid()) is not None:
        return _process(int(number)) == process
    return now() - seen < SILENT_SECONDS


def here_name() -> str:
    """This machine since it was started; a container is one of its own."""
    boot = Path("/proc/sys/kernel/random/boot_id")
    return f"{socket.gethostname()} {boot.read_text().strip() if boot.exists() else ''}".strip()


def _process(pid: int) -> str | None:
    """The process and the moment of its start, since numbers are used again; None if there is none, or no /proc."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    state, *fields = stat.rpartition(")")[2].split()
    return None if state in "ZX" else f"{pid}.{fields[18]}"
