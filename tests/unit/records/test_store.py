"""The store, over SQLite: what counts, what stays, who has claimed what."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from grader.errors import EngineFault, UsageError
from grader.records import liveness
from grader.records.database import answering
from grader.records.rows import Outcome, Run, Scope, Seen
from grader.result.scoring import Points
from grader.store import Store
from grader.submission.attempt import Person
from tests.unit.conftest import build, grader_fault, partly_wrong
from tests.unit.records.writers import write_at_once

ADA, EVE = Person("ada", "Ada Lovelace"), Person("Ada", "Eve", "eve@example.edu")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    store = Store(tmp_path / "grades.sqlite")
    yield store
    store.close()


def begin(store: Store, seed: int | None = None, version: str = "v1", fresh: int = 99, scope: Scope = "changed") -> Run:
    """A run of the exercise."""
    return store.begin("ex3", version=version, grader="0.1", isolation="sealed", seed=seed, fresh=fresh, scope=scope)


def seen(person: Person, sha256: str = "a" * 64) -> Seen:
    """A hand-in."""
    return Seen(person, sha256, "ex3.py", "x = 1\n", "17", "ada_17_file", datetime(2026, 11, 30, 14), True, 2, ("ada",))


def hand_in(store: Store, *hand_ins: Seen) -> list[int]:
    """Enrol and note."""
    store.enrol("ex3", [hand_in.person for hand_in in hand_ins])
    return store.see("ex3", hand_ins)


def graded() -> Outcome:
    """A result with points missing."""
    return Outcome("graded", result=partly_wrong())


def test_a_result_comes_back_exactly(store: Store) -> None:
    run = begin(store, seed=7)
    (attempt,) = hand_in(store, seen(ADA))
    store.record(run, {attempt: graded()})
    (row,) = store.current("ex3")
    result = partly_wrong()
    assert row.result == result.model_copy(update={"problem": ""})
    assert (
        (row.score, row.max_score, row.pending)
        == (Fraction(4, 3), Fraction(11), Fraction(14))
        == (
            result.score,
            result.max_score,
            result.pending,
        )
    )
    assert row.parts["B"] == Points(Fraction(1, 3), Fraction(3), Fraction(0))
    assert (row.student, row.name, row.file, row.key, row.place) == ("ada", "Ada Lovelace", "ada", "17", "ada_17_file")
    assert (row.submitted, row.late, row.attempts, row.group) == (datetime(2026, 11, 30, 14), True, 2, ("ada",))
    assert (row.seed, row.isolation, row.version, row.grader) == (7, "sealed", "v1", "0.1")


def test_a_fault_of_ours_is_no_mark(store: Store) -> None:
    (attempt,) = hand_in(store, seen(ADA))
    store.record(begin(store), {attempt: Outcome("not_graded", "The grader failed.", grader_fault())})
    (row,) = store.current("ex3")
    assert (row.status, row.score, row.max_score) == ("not_graded", None, None)
    assert store.graded("ex3", version="v1", grader="0.1") == {}


def test_who_handed_in_nothing_is_missing(store: Store) -> None:
    store.enrol("ex3", [EVE])
    (row,) = store.current("ex3")
    assert (row.status, row.email, row.result) == ("missing", "eve@example.edu", None)


def test_a_first_result_counts_at_once_and_a_later_one_when_it_is_told(store: Store) -> None:
    (attempt,) = hand_in(store, seen(ADA))
    store.record(begin(store), {attempt: Outcome("refused", "Empty.")})
    better = store.record(begin(store), {attempt: graded()})
    assert [row.status for row in store.current("ex3")] == ["refused"]
    assert store.waiting("ex3", better.values()) == list(better.values())
    assert [(b.status, a.status) for b, a in store.replacements(better.values())] == [("refused", "graded")]
    store.count(better.values())
    assert [row.status for row in store.current("ex3")] == ["graded"]
    assert store.waiting("ex3", better.values()) == []
    assert [row.status for row in store.history("ex3", "ada")] == ["graded", "refused"]


def test_a_second_result_of_one_run_replaces_the_first(store: Store) -> None:
    run = begin(store)
    (attempt,) = hand_in(store, seen(ADA))
    first = store.record(run, {attempt: Outcome("not_graded")})
    assert store.record(run, {attempt: graded()}) == first
    assert [row.status for row in store.history("ex3", "ada")] == ["graded"]


def test_only_what_this_version_graded_need_not_be_graded_again(store: Store) -> None:
    run = begin(store)
    old, new = hand_in(store, seen(ADA), seen(ADA, "b" * 64))
    results = store.record(run, {old: graded()})
    assert store.graded("ex3", version="v1", grader="0.1") == results
    assert store.graded("ex3", version="v1", grader="0.1", attempt=new) == {}
    assert store.graded("ex3", version="v1", grader="0.1", since=run.id + 1) == {}
    assert store.graded("ex3", version="v2", grader="0.1") == {}
    assert store.graded("ex3", version="v1", grader="0.2") == {}
    assert store.graded("ex4", version="v1", grader="0.1") == {}


def test_seeing_again_brings_the_date_up_to_date_and_nothing_else(store: Store) -> None:
    (attempt,) = hand_in(store, seen(ADA))
    later = Seen(ADA, "a" * 64, "ex3.py", "x = 1\n", "17", "ada_17_file", datetime(2026, 12, 1))
    assert hand_in(store, later) == [attempt]
    store.record(begin(store), {attempt: graded()})
    (row,) = store.current("ex3")
    assert (row.submitted, row.late) == (datetime(2026, 12, 1), False)


def test_files_of_people_whose_names_differ_in_case_differ(store: Store) -> None:
    store.enrol("ex3", [ADA, EVE])
    files = {row.student: row.file for row in store.current("ex3")}
    assert len({file.casefold() for file in files.values()}) == 2
    store.enrol("ex3", [Person("ada", "Ada King")])
    assert {row.student: row.file for row in store.current("ex3")} == files


def test_an_interrupted_run_is_gone_on_with_and_a_finished_one_is_not(store: Store) -> None:
    first = begin(store, seed=5)
    assert begin(store).seed == 5
    assert begin(store, version="v2").seed == 99
    assert begin(store, seed=6).seed == 6
    last = begin(store)
    store.end(last, finished=True)
    assert begin(store).seed == 99
    assert [run.id for run in store.runs("ex3") if run.finished] == [last.id]
    assert first.finished is None


def test_a_run_of_everybody_goes_on_with_unfinished_ones_of_the_same_seed(store: Store) -> None:
    assert begin(store).since == 0
    first = begin(store, seed=5, scope="all")
    assert first.since == first.id
    student = begin(store, scope="one")
    assert (student.since, student.seed) == (student.id, 99)
    second = begin(store, scope="all")
    assert (second.since, second.seed) == (first.id, 5)
    other = begin(store, seed=6, scope="all")
    assert other.since == other.id
    assert (begin(store).since, begin(store).seed) == (0, 6)
    store.end(begin(store, scope="all"), finished=True)
    anew = begin(store, scope="all")
    assert (anew.since, anew.seed) == (anew.id, 99)


def test_a_claim_keeps_others_away_until_it_is_given_up(store: Store) -> None:
    one, two = begin(store), begin(store)
    first, second = hand_in(store, seen(ADA), seen(EVE))
    assert store.claim(one, first)
    assert store.claim(one, first)
    assert not store.claim(two, first)
    store.record(one, {first: graded()})
    assert store.claim(two, first)
    assert store.claim(one, second)
    store.end(one, finished=False)
    assert store.claim(two, second)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a claim ends with the heartbeat")
def test_the_claim_of_a_process_that_is_gone_is_taken_over(store: Store, tmp_path: Path) -> None:
    run = begin(store)
    (attempt,) = hand_in(store, seen(ADA))
    code = f"""
from pathlib import Path
from grader.store import Store
store = Store(Path({str(tmp_path / "grades.sqlite")!r}))
run = store.begin("ex3", version="v1", grader="0.1", isolation="sealed", seed=1, fresh=1)
assert store.claim(run, {attempt})
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert store.claim(run, attempt)


def test_a_process_is_alive_until_it_is_silent_or_gone() -> None:
    here = liveness.here()
    assert liveness.alive(here["host"], here["process"], here["seen"])
    assert liveness.alive("elsewhere", "1.1", liveness.now())
    assert not liveness.alive("elsewhere", "1.1", liveness.now() - 2 * liveness.SILENT_SECONDS)


def test_several_processes_at_once_lose_and_break_nothing(tmp_path: Path) -> None:
    path = tmp_path / "grades.sqlite"
    write_at_once(f"sqlite:///{path}")
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("nonsense", "No store can be opened"),
        ("oracle9://x", "No store can be opened"),
        ("sqlite:////nowhere/at/all.sqlite", "cannot be opened"),
        ("postgresql+pg8000://x", r"driver is not installed: No module named 'pg8000'\."),
    ],
)
def test_a_store_that_cannot_be_used_is_a_usage_error(where: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Store(where)


def test_a_store_of_a_newer_grader_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path / "grades.sqlite").close()
    with sqlite3.connect(tmp_path / "grades.sqlite") as database:
        database.execute("UPDATE store_format SET format = 2")
    database.close()
    with pytest.raises(UsageError, match="newer than this grader reads"):
        Store(tmp_path / "grades.sqlite")


def test_a_file_that_is_no_store_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "grades.sqlite").write_text("student,score\n" * 100)
    with pytest.raises(UsageError, match="cannot be opened"):
        Store(tmp_path / "grades.sqlite")


def test_a_store_that_fails_later_on_is_our_fault_and_says_why(store: Store, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "grades.sqlite") as database:
        database.execute("DROP TABLE claims")
    database.close()
    (attempt,) = hand_in(store, seen(ADA))
    with pytest.raises(EngineFault, match=r"The store failed: no such table: claims\.") as fault, answering():
        store.claim(begin(store), attempt)
    assert fault.value.advice == (
        "What was recorded is kept; once the store answers, the same command goes on with the rest."
    )


def test_full_marks_and_none_are_told_apart(store: Store) -> None:
    full, refused = hand_in(store, seen(ADA), seen(EVE))
    store.record(begin(store), {full: Outcome("graded", result=build()), refused: Outcome("refused", "Empty.")})
    assert {row.student: row.score for row in store.current("ex3")} == {"ada": Fraction(11), "Ada": None}
