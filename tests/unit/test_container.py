"""Finding out that a container has less memory than an exercise grants."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.container import shortage

GIB = 1 << 30


def system(root: Path, cgroup: str) -> Path:
    """A root folder in which the kernel tells the groups of a process."""
    (root / "proc" / "self").mkdir(parents=True)
    (root / "proc" / "self" / "cgroup").write_text(cgroup)
    return root


@pytest.mark.parametrize("group", ["0::/", "0::/docker/abc", "12:cpu:/\n0::/"])
def test_groups_of_the_second_kind(tmp_path: Path, group: str) -> None:
    root = system(tmp_path, group)
    limit = root / "sys" / "fs" / "cgroup" / "memory.max"
    limit.parent.mkdir(parents=True)
    limit.write_text(f"{768 << 20}\n")
    assert shortage(1024, root).startswith("This container has 768 MiB of memory, but")
    assert "1424 MiB or more" in shortage(1024, root)
    assert shortage(300, root) == ""
    limit.write_text("max\n")
    assert shortage(1024, root) == ""


def test_groups_of_the_first_kind(tmp_path: Path) -> None:
    root = system(tmp_path, "8:pids:/x\n4:memory:/docker/abc\n0::/")
    for folder, limit in (("", 9223372036854771712), ("docker/abc", GIB)):
        path = root / "sys" / "fs" / "cgroup" / "memory" / folder / "memory.limit_in_bytes"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(limit))
    assert shortage(1024, root).startswith("This container has 1024 MiB")
    assert shortage(624, root) == ""


def test_a_system_without_groups(tmp_path: Path) -> None:
    assert shortage(1024, tmp_path) == ""
