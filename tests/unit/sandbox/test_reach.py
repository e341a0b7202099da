"""What a machine offers is found out without sealing anything, and what it lacks is said."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.sandbox.reach import available

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="sealing needs Linux")


@on_linux
def test_looking_changes_nothing() -> None:
    before = Path("/proc/self/status").read_text().partition("NoNewPrivs:")[2].split("Cpus_allowed")[0]
    available()
    assert Path("/proc/self/status").read_text().partition("NoNewPrivs:")[2].split("Cpus_allowed")[0] == before


@on_linux
def test_a_normal_user_reaches_the_same_level_and_is_told_what_is_missing() -> None:
    readable, writable = os.pipe()
    if os.fork() == 0:
        try:
            if os.getuid() == 0:
                os.setresgid(65_534, 65_534, 65_534)
                os.setresuid(65_534, 65_534, 65_534)
            reach = available()
            os.write(
                writable, f"{reach.level} {reach.other_users} {reach.namespaces} {' '.join(reach.missing)}".encode()
            )
        finally:
            os._exit(0)
    os.close(writable)
    said = os.read(readable, 4096).decode()
    os.close(readable)
    os.wait()
    assert said.startswith("sealed False False ")
    assert "The grader cannot change user: workers run as the same user, kept apart by the filter." in said


def test_another_machine_gets_separate_processes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="riscv64"))
    reach = available()
    assert reach.level == "process"
    assert reach.missing == ("Sealing is not supported on riscv64, only on 64-bit x86_64 and aarch64.",)


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_another_system_gets_separate_processes_only(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    reach = available()
    assert reach.level == "process"
    assert reach.missing == ("Sealing needs Linux; run the grader in a Linux container to record grades.",)
