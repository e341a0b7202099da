"""Small machines made of namespaces, laid out as a platform lays out its containers: our programs, its folders.

Needs root. Nothing of this repository is visible inside but what a bundle brings.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_MERGED = ("bin", "sbin", "lib", "lib64")
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_CGROUPS = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Machine:
    """A root file system: the system's programs read-only, and folders of this machine at the given places."""

    folders: Mapping[str, Path]
    """Absolute path inside: folder outside. Later ones may lie inside earlier ones."""
    read_only: tuple[str, ...] = ()
    """Which of the folders, and what else of this machine is shown at its own place, cannot be written to."""

    def run(
        self,
        command: Sequence[str],
        *,
        network: bool = False,
        user: int = 0,
        folder: str = "/",
        environment: Mapping[str, str] | None = None,
        cgroup: Cgroup | None = None,
        seconds: float = 600,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as the first process of the machine, by default as root and without a network."""
        with tempfile.TemporaryDirectory(prefix="machine-") as root:
            inside = ["chroot", f"--userspec={user}:{user}", root, "/usr/bin/env", "-C", folder, *command]
            script = "\n".join(
                ["set -e", *self._mounts(root), *(cgroup.mounts(root) if cgroup else ()), f"exec {shlex.join(inside)}"]
            )
            kinds = ["--mount", "--pid", "--ipc", "--uts", *([] if network else ["--net"])]
            return subprocess.run(
                ["unshare", *kinds, "--fork", "--kill-child", "--propagation", "private", "bash", "-c", script],
                env={"PATH": _PATH, "HOME": "/root", "LANG": "C.UTF-8", **(environment or {})},
                preexec_fn=cgroup.enter if cgroup else None,
                capture_output=True,
                text=True,
                timeout=seconds,
            )

    def _mounts(self, root: str) -> list[str]:
        lines = [f"mount -t tmpfs machine {root}"]
        shown = {path: path for path in ("/usr", "/etc", *self.read_only) if path not in self.folders}
        for inside, outside in {**shown, **{place: str(folder) for place, folder in self.folders.items()}}.items():
            place = f"{root}{inside}"
            lines += [f"mkdir -p {place}", f"mount --bind {outside} {place}"]
            if inside in shown or inside in self.read_only:
                lines.append(f"mount -o remount,bind,ro {place}")
        lines += [f"ln -s usr/{name} {root}/{name}" for name in _MERGED]
        lines += [f"mkdir -p {root}/{name}" for name in ("proc", "sys", "dev", "tmp", "root")]
        lines += [f"mount -t proc proc {root}/proc", f"mount --rbind /dev {root}/dev", f"chmod 1777 {root}/tmp"]
        return [*lines, f"mount --bind -o ro /sys {root}/sys"]


@dataclass
class Cgroup:
    """Limits of memory and processor for a machine, and what it used. For kernels with the first kind of groups."""

    name: str
    memory_mib: int | None = None
    processors: float | None = None
    _folders: list[Path] = field(default_factory=list)

    def __enter__(self) -> Cgroup:
        for kind in ("memory", "cpu", "cpuacct"):
            folder = _CGROUPS / kind / self.name
            folder.mkdir()
            self._folders.append(folder)
        if self.memory_mib:
            self._write("memory/memory.limit_in_bytes", self.memory_mib << 20)
        if self.processors:
            self._write("cpu/cpu.cfs_quota_us", round(100_000 * self.processors))
        return self

    def __exit__(self, *error: object) -> None:
        for folder in self._folders:
            folder.rmdir()

    def enter(self) -> None:
        """Move the calling process, and so its later children, into the group."""
        for folder in self._folders:
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def mounts(self, root: str) -> list[str]:
        """Show the group of the memory inside a machine as container runtimes do: as if there were no other."""
        shown = f"{root}/sys/fs/cgroup"
        group = f"mount --bind -o ro {_CGROUPS}/memory/{self.name} {shown}/memory"
        return [f"mount -t tmpfs groups {shown}", f"mkdir {shown}/memory", group]

    @property
    def own_mib(self) -> float:
        """Memory in use now that the kernel could not drop: not pages of files."""
        stat = dict(line.split() for line in self._read("memory/memory.stat").splitlines())
        return int(stat["total_rss"]) / 2**20

    @property
    def killed(self) -> int:
        """How many processes the kernel ended for want of memory."""
        control = dict(line.split() for line in self._read("memory/memory.oom_control").splitlines())
        return int(control.get("oom_kill", "0"))

    @property
    def processor_seconds(self) -> float:
        """Processor time used so far."""
        return int(self._read("cpuacct/cpuacct.usage")) / 1e9

    def _write(self, name: str, value: int) -> None:
        kind, _, file = name.partition("/")
        (_CGROUPS / kind / self.name / file).write_text(str(value))

    def _read(self, name: str) -> str:
        kind, _, file = name.partition("/")
        return (_CGROUPS / kind / self.name / file).read_text()
