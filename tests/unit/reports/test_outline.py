"""What reports make of a result before they write it."""

from __future__ import annotations

import pytest

from grader import wording
from grader.reports.changes import changes
from grader.reports.outline import (
    goes_against,
    head,
    items,
    look_at_next,
    not_written,
    score,
    spans,
    summary,
    waits,
    whole_file,
)
from grader.result.model import Result
from grader.result.verdict import ELSEWHERE


@pytest.mark.parametrize(
    ("name", "first"),
    [("full_marks", None), ("partly_wrong", "residual_add.value"), ("stub", "residual_add.value")],
)
def test_what_to_look_at_next(results: dict[str, Result], name: str, first: str | None) -> None:
    check = look_at_next(results[name])
    assert (check.id if check else None) == first


def test_a_diagnosed_failure_comes_before_earlier_ones(results: dict[str, Result]) -> None:
    wrong = results["partly_wrong"]
    later = wrong.model_copy(update={"parts": wrong.parts[1:]})
    check = look_at_next(later)
    assert check is not None
    assert (check.id, check.misconception) == ("q1.answer", "counted_twice")


def test_written_code_comes_before_code_that_is_not_written(results: dict[str, Result]) -> None:
    stub, wrong = results["stub"], results["partly_wrong"]
    check = look_at_next(stub.model_copy(update={"parts": (stub.parts[0], wrong.parts[1])}))
    assert check is not None
    assert check.id == "chain_gradient.plain"


def test_groups_checks_by_item(results: dict[str, Result]) -> None:
    part = results["stub"].parts[1]
    assert [(item.name, len(item.checks)) for item in items(part.checks)] == [("chain_gradient", 3), ("count_paths", 1)]
    assert all(item.shared and not_written(item.shared) for item in items(part.checks))


def test_only_a_failure_of_everything_is_the_files(results: dict[str, Result]) -> None:
    assert [name for name, result in results.items() if whole_file(result)] == ["broken_file"]


def test_points_for_people(results: dict[str, Result]) -> None:
    by_part = {part.id: score(part.checks) for part in results["partly_wrong"].parts}
    assert by_part == {"A": "1 / 3", "B": "0.33 / 3", "C": "0 / 4", "D": "0 / 1"}
    assert score(results["exercise_fault"].parts[0].checks) == "not graded"
    assert score(results["full_marks"].parts[3].checks[1:]) == "(14)"


def test_says_what_waits_and_for_what(results: dict[str, Result]) -> None:
    full_marks = results["full_marks"]
    assert waits(full_marks) == "14 more wait for a person: explanation."
    questions = full_marks.parts[3].model_copy(
        update={"checks": (full_marks.parts[3].checks[1].model_copy(update={"id": f"explanation.{ELSEWHERE}"}),)}
    )
    at_home = full_marks.model_copy(update={"parts": (*full_marks.parts[:3], questions)})
    assert waits(at_home) == "14 more wait until you hand in: explanation."
    assert waits(results["grader_fault"]) == ""


def test_splits_code_and_emphasis_from_prose() -> None:
    assert spans("use `x + y`, *not* `*x*`") == [
        ("use ", "text"),
        ("x + y", "code"),
        (", ", "text"),
        ("not", "emphasis"),
        (" ", "text"),
        ("*x*", "code"),
    ]


@pytest.mark.parametrize("text", ["one ` alone", "2 * 3 * 4", "shape [*, 3], not [*, 5]", "a*b*c", "**kwargs **x**"])
def test_most_asterisks_are_no_emphasis(text: str) -> None:
    assert spans(text) == [(text, "text")]


def test_what_is_said_twice_of_an_item_is_said_once(results: dict[str, Result]) -> None:
    part = results["partly_wrong"].parts[0]
    wrong, passed = part.checks
    again = wrong.model_copy(update={"id": "residual_add.again"})
    (item,) = items([wrong, passed, again])
    assert [item.repeats(check) for check in item.checks] == [False, False, True]


def test_a_question_that_is_not_answered_gives_nothing_away(results: dict[str, Result]) -> None:
    wrong = results["partly_wrong"].parts[3].checks[0]
    assert goes_against(wrong) == wrong.statement
    open_question = wrong.model_copy(update={"message": wording.NOT_ANSWERED, "misconception": None})
    assert goes_against(open_question) is None
    assert summary(open_question) == "`q1`: Not answered yet."


def test_keeps_the_first_lines() -> None:
    assert head("a\nlong line\nc\nd\n", lines=2, columns=5) == ("a\nlong…", 2)
    assert head("a\n", lines=2, columns=5) == ("a", 0)


def test_what_changed(results: dict[str, Result]) -> None:
    assert changes(results["partly_wrong"], results["partly_wrong"]) == (
        "Since last time: 1.33 → 1.33 points\n  No check ends another way.\n"
    )
    assert changes(results["exercise_fault"], results["full_marks"]) == (
        "Since last time: 9 → 11 points\n  ✓ residual_add: adds the sublayer's output to its input\n"
    )
