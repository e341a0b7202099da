"""Opens the database of a store, and makes its tables where there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, make_url, select
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, OperationalError, SQLAlchemyError

from grader.errors import EngineFault, UsageError
from grader.records.tables import FORMAT, StoreFormat, Table

P = ParamSpec("P")
T = TypeVar("T")
BUSY_SECONDS = 60
"""How long one process waits for another to finish writing."""
TRIES = 3


def connect(where: Path | str) -> Engine:
    """Connect to a SQLite file or a database URL. UsageError if it cannot be used, or a newer grader made it."""
    try:
        url = make_url(where) if isinstance(where, str) else URL.create("sqlite", database=str(where))
        engine = _engine(url)
        _prepare(engine)
    except ImportError as problem:
        raise UsageError(
            f"The store's driver is not installed: {problem}.", "For PostgreSQL: pip install 'torchgrader[cluster]'."
        ) from None
    except (ArgumentError, NoSuchModuleError) as problem:
        raise UsageError(
            f"No store can be opened at this URL: {problem}.",
            "Examples: sqlite:///class.sqlite, postgresql+psycopg://user@host/database.",
        ) from None
    except SQLAlchemyError as problem:
        shown = where if isinstance(where, Path) else url.render_as_string(hide_password=True)
        advice = "Its folder must be one that you may write to, even to read it." if isinstance(where, Path) else ""
        raise UsageError(f"The store {shown} cannot be opened: {_reason(problem)}.", advice) from None
    return engine


@contextmanager
def answering() -> Iterator[None]:
    """EngineFault with the database's own words, should it no longer answer."""
    try:
        yield
    except SQLAlchemyError as problem:
        raise EngineFault(
            f"The store failed: {_reason(problem)}.",
            "What was recorded is kept; once the store answers, the same command goes on with the rest.",
        ) from problem


def retried(method: Callable[P, T]) -> Callable[P, T]:
    """Try a method again whose transaction failed because another one was about to write the same lines."""

    @wraps(method)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return method(*args, **kwargs)
            except IntegrityError:
                continue
        return method(*args, **kwargs)

    return tried


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes. With SQLite it waits at its start for its turn, and not halfway."""
    with engine.execution_options(writes=True).begin() as connection:
        yield connection


def _reason(problem: SQLAlchemyError) -> str:
    return str(getattr(problem, "orig", None) or problem).strip().splitlines()[0]


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    # Transactions are begun by `_begin`; the driver would begin some too late and others not at all.
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "isolation_level": None})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, record: object) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _prepare(engine: Engine) -> None:
    for tries in range(TRIES):
        try:
            with writing(engine) as connection:
                Table.metadata.create_all(connection)
                found = connection.scalar(select(StoreFormat.format))
                if found is None:
                    connection.execute(insert(StoreFormat).values(format=FORMAT))
            break
        except (IntegrityError, OperationalError):  # PostgreSQL: somebody else is making the same tables
            if tries == TRIES - 1:
                raise
    if found is not None and found > FORMAT:
        raise UsageError(
            f"The store has format {found}, which is newer than this grader reads ({FORMAT}).", "Update torchgrader."
        )
