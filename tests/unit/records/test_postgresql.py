"""The store in PostgreSQL, on machines that have one: a server of its own, which nobody else can reach."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.records.rows import Outcome, Seen
from grader.store import Store
from grader.submission.attempt import Person
from tests.unit.conftest import partly_wrong
from tests.unit.records.writers import write_at_once

pytest.importorskip("psycopg")
_PROGRAMS = [folder for folder in Path("/usr/lib/postgresql").glob("*/bin") if (folder / "initdb").exists()]
_AS_USER = ["runuser", "-u", "postgres", "--"] if os.name == "posix" and os.getuid() == 0 else []
pytestmark = pytest.mark.skipif(
    not _PROGRAMS or (bool(_AS_USER) and not shutil.which("runuser")), reason="needs PostgreSQL's server programs"
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """An empty database."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if _AS_USER:
            shutil.chown(folder, "postgres")

        def run(program: str, *args: str) -> None:
            command = [*_AS_USER, str(_PROGRAMS[-1] / program), *args]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)

        run("initdb", "-A", "trust", "-U", "postgres", "-D", f"{folder}/data")
        run("pg_ctl", "-D", f"{folder}/data", "-o", f"-k {folder} -h ''", "-l", f"{folder}/log", "-w", "start")
        try:
            yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "-w", "stop")


def test_several_processes_at_once_lose_and_break_nothing(url: str) -> None:
    write_at_once(url)


def test_a_result_comes_back_exactly(url: str) -> None:
    store = Store(url)
    ada = Person("O'Neil, Ünal", "=1+1")
    store.enrol("ex4", [ada])
    run = store.begin("ex4", version="v1", grader="0.1", isolation="sealed", seed=7, fresh=0)
    (attempt,) = store.see("ex4", [Seen(ada, "a", "ex3.py", "x = 'ü'\n", "1", "p")])
    store.record(run, {attempt: Outcome("graded", result=partly_wrong())})
    (row,) = store.current("ex4")
    assert row.result == partly_wrong()
    assert (row.student, row.name, row.code) == ("O'Neil, Ünal", "=1+1", "x = 'ü'\n")
    store.close()
