"""The same batch on a Dask cluster: two workers of this machine, one of which is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.batch.cluster import AHEAD, cluster_crew
from grader.course.catalog import load_exercise
from tests.e2e.classroom import EMPTY, HALF, LOOPS, RIGHT, Command, finished, make_course, of_run, write

distributed = pytest.importorskip("distributed")
_CLUSTER = """
from distributed import LocalCluster
cluster = LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=None)
print(cluster.scheduler_address, flush=True)
input()
"""


@contextmanager
def workers(number: int) -> Iterator[Any]:
    """A cluster of so many worker processes on loopback."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=number, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
        ) as cluster:
            yield cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers."""
    with workers(2) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course."""
    return make_course(tmp_path_factory.mktemp("course"))


def test_a_killed_worker_loses_nothing(course: Path, tmp_path: Path, cluster: Any) -> None:
    files = {f"s{number:02}.py": RIGHT for number in range(15)} | {"a.py": HALF, "b.py": LOOPS, "c.py": EMPTY}
    command = Command(course, write(tmp_path / "class", files), tmp_path / "out")
    process = command.start("--seed", "3", "--scheduler", cluster.scheduler_address)
    while process.poll() is None and not (command.out.exists() and len(command.rows()) and finished(command) >= 3):
        time.sleep(0.05)
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    said = "".join(process.communicate())
    assert process.returncode == 5, said
    here = command.into(tmp_path / "here")
    here.run("--seed", "3", "--jobs", "2")
    assert command.left() == here.left()
    status, said = command.run("--scheduler", cluster.scheduler_address)
    assert (status, "Nothing new to grade." in said) == (5, True)


def test_while_all_workers_are_gone_tasks_wait_for_new_ones(course: Path, tmp_path: Path) -> None:
    exercise = load_exercise(course, "tiny")
    store = tmp_path / "grades.sqlite"
    with workers(1) as own, cluster_crew(own.scheduler_address, exercise, "sealed", store) as crew:
        assert crew.size() == AHEAD
        own.scale(0)
        while own.scheduler.workers:
            time.sleep(0.05)
        assert crew.size() == AHEAD


def test_a_lost_scheduler_changes_no_mark(course: Path, tmp_path: Path) -> None:
    files = {f"s{number:02}.py": RIGHT for number in range(12)}
    command = Command(course, write(tmp_path / "class", files), tmp_path / "out")
    command.run("--jobs", "2")
    with subprocess.Popen([sys.executable, "-c", _CLUSTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().decode().strip()
        process = command.start("--all", "--scheduler", address)
        while process.poll() is None and of_run(command, 2) < 3:
            time.sleep(0.05)
        cluster.kill()
        said = "".join(process.communicate())
    assert process.returncode == 3
    assert f"The scheduler at {address} was lost.\nWhat was recorded is kept;" in said
    assert {row.score for row in command.rows().values()} == {10}
    assert 3 <= of_run(command, 2) < 12
    assert command.run("--all", "--jobs", "2")[0] == 0


def test_without_a_cluster_one_is_told(course: Path, tmp_path: Path) -> None:
    command = Command(course, write(tmp_path / "class", {"a.py": RIGHT}), tmp_path / "out")
    status, said = command.run("--scheduler", "tcp://127.0.0.1:1")
    assert status == 2
    assert "There is no Dask cluster with workers at tcp://127.0.0.1:1" in said
