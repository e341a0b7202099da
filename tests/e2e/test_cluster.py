"""The same batch on a Dask cluster: two workers of this machine, one of which is killed."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.classroom import EMPTY, HALF, LOOPS, RIGHT, Command, make_course, write

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes on loopback."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
        ) as cluster:
            yield cluster


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course."""
    return make_course(tmp_path_factory.mktemp("course"))


def test_a_killed_worker_loses_nothing(course: Path, tmp_path: Path, cluster: Any) -> None:
    files = {f"s{number:02}.py": RIGHT for number in range(15)} | {"a.py": HALF, "b.py": LOOPS, "c.py": EMPTY}
    command = Command(course, write(tmp_path / "class", files), tmp_path / "out")
    process = command.start("--seed", "3", "--scheduler", cluster.scheduler_address)
    while process.poll() is None and not (command.out.exists() and len(command.rows()) and _finished(command) >= 3):
        time.sleep(0.05)
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    said = "".join(process.communicate())
    assert process.returncode == 5, said
    here = command.into(tmp_path / "here")
    here.run("--seed", "3", "--jobs", "2")
    assert command.left() == here.left()
    status, said = command.run("--scheduler", cluster.scheduler_address)
    assert (status, "Nothing changed since the last run." in said) == (5, True)


def test_without_a_cluster_one_is_told(course: Path, tmp_path: Path) -> None:
    command = Command(course, write(tmp_path / "class", {"a.py": RIGHT}), tmp_path / "out")
    status, said = command.run("--scheduler", "tcp://127.0.0.1:1")
    assert status == 2
    assert "There is no Dask cluster with workers at tcp://127.0.0.1:1" in said


def _finished(command: Command) -> int:
    return sum(row.status == "graded" for row in command.rows().values())
