"""Verdicts become a result in the exercise's order, and an id that fits nothing is the author's fault."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from types import SimpleNamespace

import pytest

from grader.errors import ExerciseFault
from grader.result.assemble import assemble
from grader.result.model import Result
from grader.result.verdict import Verdict

EXERCISE = SimpleNamespace(
    id="ex9",
    title="An exercise",
    version="0",
    statements={"T1": "A sentence."},
    parts=(
        SimpleNamespace(id="A", title="First", items=(SimpleNamespace(name="add"), SimpleNamespace(name="twice"))),
        SimpleNamespace(id="B", title="Second", items=(SimpleNamespace(name="q1"),)),
    ),
)
SUBMISSION = SimpleNamespace(student="ada", source="ex9.py", sha256="0", notes=())


def verdict(check_id: str, **changes: object) -> Verdict:
    plain = Verdict(check_id, "title", "passed", Fraction(1), Fraction(1), "T1")
    return dataclasses.replace(plain, **changes)  # type: ignore[arg-type]


def put_together(*verdicts: Verdict) -> Result:
    return assemble(EXERCISE, SUBMISSION, verdicts, isolation="process", seed=1, seconds=0.12345)


def test_checks_come_in_the_order_of_the_exercise() -> None:
    result = put_together(verdict("q1.answer"), verdict("twice.value"), verdict("add.value"), verdict("add.once"))
    assert [check.id for check in result.checks] == ["add.value", "add.once", "twice.value", "q1.answer"]
    assert result.seconds == 0.123


def test_parts_without_checks_are_left_out() -> None:
    assert [part.id for part in put_together(verdict("q1.answer")).parts] == ["B"]


def test_a_statement_comes_with_its_sentence() -> None:
    known, unknown, none = put_together(
        verdict("add.a"), verdict("add.b", statement="T9"), verdict("add.c", statement=None)
    ).checks
    assert known.statement is not None
    assert known.statement.text == "A sentence."
    assert unknown.statement is not None
    assert (unknown.statement.id, unknown.statement.text) == ("T9", "")
    assert none.statement is None


def test_one_check_that_was_not_graded_is_the_exercises_fault() -> None:
    result = put_together(verdict("add.value", outcome="not_graded", score=Fraction(0)), verdict("q1.answer"))
    assert (result.status, result.fault) == ("not_graded", "exercise")


@pytest.mark.parametrize(
    ("ids", "complaint"),
    [
        (["ad.value"], "The check ad.value grades ad, which is no item of the exercise; there is add."),
        (["zzz"], "The check zzz grades zzz, which is no item of the exercise."),
        (["add.value", "add.value"], "Two checks have the id add.value."),
    ],
)
def test_ids_that_fit_nothing_are_named(ids: list[str], complaint: str) -> None:
    with pytest.raises(ExerciseFault) as caught:
        put_together(*map(verdict, ids))
    assert caught.value.message == complaint
