"""How much memory the container around the grader has, and whether that is as much as the exercise grants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

OWN_MIB = 400
"""What the grader itself takes, all its processes together, torch included; 270 were measured."""
_UNLIMITED_MIB = 1 << 30


def shortage(granted_mib: int, root: Path = Path("/")) -> str:
    """Return a sentence for the people in charge if student code cannot have the memory it is granted, else ""."""
    limits = [limit for limit in _limits(root) if limit < _UNLIMITED_MIB]
    needed = granted_mib + OWN_MIB
    if not limits or min(limits) >= needed:
        return ""
    return (
        f"This container has {min(limits)} MiB of memory, but the exercise grants student code {granted_mib} MiB: code "
        f"that is right may be ended for want of memory, and lose points. Give the container {needed} MiB or more, or "
        "lower memory_mib in exercise.toml."
    )


def _limits(root: Path) -> Iterator[int]:
    """The memory limits, in MiB, of the groups that this process is in, of either kind of control groups."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, kinds, group = line.split(":", 2)
        if kinds not in ("", "memory"):
            continue
        base, file = ("memory", "memory.limit_in_bytes") if kinds else (".", "memory.max")
        for folder in (group.lstrip("/"), ""):  # in a container, its own group often is the topmost to be seen
            try:
                yield int((root / "sys/fs/cgroup" / base / folder / file).read_text()) >> 20
            except (OSError, ValueError):
                continue
