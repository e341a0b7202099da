"""The same work on many machines: tasks go to a Dask cluster, and each of its processes keeps an engine warm.

Results do not travel back: a task records its own in the store. A worker that is killed loses what it was at, which
Dask gives to another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.batch.crew import Crew
from grader.batch.task import prepare, settle
from grader.course.exercise import Exercise
from grader.errors import EngineFault, UsageError
from grader.records import liveness

CONNECT_SECONDS = 15
WAIT_SECONDS = 120
"""How long to wait for a first worker."""
AHEAD = 2
"""Tasks under way for each thread of a worker, so that none waits for the next."""
TRIES = 3
"""How often a task is given to another worker because the one that had it was lost."""


@contextmanager
def cluster_crew(address: str, exercise: Exercise, isolation: str, store: Path | str) -> Iterator[Crew]:
    """The workers of the cluster whose scheduler is at `address`. Each must have the course at the same path.

    Raises UsageError if there is no cluster or its workers cannot reach the store, NotGraded if they cannot grade or
    the scheduler is lost.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--scheduler needs Dask.", "Run: pip install torchgrader[cluster]") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except (OSError, TimeoutError, ValueError) as problem:
        raise UsageError(f"There is no Dask cluster with workers at {address}: {problem}.") from None
    with client:
        if isinstance(store, Path) or store.startswith("sqlite"):
            _check_one_machine(set(client.run(liveness.here_name).values()))
        ready = [
            client.submit(prepare, exercise, isolation, workers=[worker], pure=False) for worker in client.nthreads()
        ]
        client.gather(ready)

        def size() -> int:
            # Never none: a cluster that grows with the work waits for some.
            return AHEAD * max(1, sum(map(int, client.nthreads().values())))

        executor = client.get_executor(pure=False, retries=TRIES)
        try:
            yield Crew(executor, size, lambda: executor.shutdown(wait=False))
        except Exception as problem:
            if client.status == "running":
                raise
            raise EngineFault(
                f"The scheduler at {address} was lost.",
                "What was recorded is kept; the same command goes on with the rest.",
            ) from problem
        finally:
            if client.status == "running":
                client.run(settle, on_error="ignore")


def _check_one_machine(hosts: set[str]) -> None:
    if hosts != {liveness.here_name()}:
        raise UsageError(
            "A SQLite file cannot be written to from several machines.",
            "Name a PostgreSQL database: --store postgresql+psycopg://user@host/database.",
        )
