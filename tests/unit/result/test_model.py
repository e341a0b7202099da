"""The JSON form of a result: what it holds, that it comes back whole, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import resources
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from pydantic import ValidationError

from grader.errors import UsageError
from grader.result.model import Check, Part, Result
from grader.result.schema import schema_text

SCHEMA = json.loads(resources.files("grader.result").joinpath("schema.json").read_text(encoding="utf-8"))


def test_the_schema_that_ships_is_the_model(results: dict[str, Result]) -> None:
    shipped = resources.files("grader.result").joinpath("schema.json").read_text(encoding="utf-8")
    assert shipped == schema_text(), "run: python -m grader.result.schema > grader/result/schema.json"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_result_follows_the_schema(results: dict[str, Result], result_name: str) -> None:
    jsonschema.validate(json.loads(results[result_name].to_json()), SCHEMA)


def test_every_result_comes_back_whole(results: dict[str, Result], result_name: str) -> None:
    result = results[result_name]
    public = result.model_copy(update={"problem": ""})
    assert Result.from_json(result.to_json()) == public
    assert "problem" not in json.loads(result.to_json())


def test_the_totals_are_those_of_the_checks(results: dict[str, Result]) -> None:
    data = json.loads(results["partly_wrong"].to_json())
    assert data["status"] == "graded"
    assert (data["max_score"], data["pending"]) == (11, 14)
    assert results["partly_wrong"].score == Fraction(4, 3)
    assert sum(part.score for part in results["partly_wrong"].parts) == Fraction(4, 3)
    assert [(part["score"], part["max_score"], part["pending"]) for part in data["parts"]] == [
        (1, 3, 0),
        (1 / 3, 3, 0),
        (0, 4, 0),
        (0, 1, 14),
    ]


def test_a_check_has_what_the_contract_says(results: dict[str, Result]) -> None:
    data = json.loads(results["partly_wrong"].to_json())
    assert data["parts"][0]["checks"][0] == {
        "id": "residual_add.value",
        "title": "adds the sublayer's output to its input",
        "outcome": "failed",
        "score": 0,
        "max_score": 2,
        "statement": {
            "id": "T1",
            "text": "The sublayer's output is added to its input, and the sum is the new x: nothing is replaced.",
        },
        "misconception": "forgot_add",
        "message": "Your result equals the sublayer's output alone. What was x good for? Compare with `x` itself.",
        "traceback": [],
        "place": {"label": "ex3.py", "line": 12, "text": "return sublayer(x)"},
        "output": "shape torch.Size([2, 3, 5])\n",
        "seconds": 0.0,
    }


def test_a_fault_of_ours_is_not_graded(results: dict[str, Result]) -> None:
    for name, fault in (("exercise_fault", "exercise"), ("grader_fault", "grader")):
        data = json.loads(results[name].to_json())
        assert (data["status"], data["fault"]) == ("not_graded", fault)
        assert not results[name].full_marks


def test_nothing_that_could_act_is_left(results: dict[str, Result]) -> None:
    text = results["hostile"].to_json()
    assert not [letter for letter in text if ord(letter) < 0x20 and letter != "\n"]
    assert "\u202e" not in text
    text.encode("utf-8")


@pytest.mark.parametrize(
    ("changes", "complaint", "advice"),
    [
        ({"format": 2}, "This result has format 2, which is newer than this grader reads (1).", "Update torchgrader."),
        (
            {"format": 0},
            "This result has format 0, which this grader no longer reads (it reads 1).",
            "Grade the submission again.",
        ),
        ({"format": None}, "This is not a result of the grader's: it has no format number.", ""),
        ({"seed": "x"}, "This result cannot be read: seed: Input should be a valid integer.", None),
        (
            {"score": 11},
            "The totals of this result do not follow from its checks.",
            "Grade the submission again.",
        ),
    ],
)
def test_says_why_a_file_is_no_result(
    results: dict[str, Result], changes: dict[str, Any], complaint: str, advice: str | None
) -> None:
    data = json.loads(results["partly_wrong"].to_json()) | changes
    with pytest.raises(UsageError) as caught:
        Result.from_json(json.dumps(data))
    assert caught.value.message.startswith(complaint.removesuffix("."))
    assert advice is None or caught.value.advice == advice


@pytest.mark.parametrize("text", ["", "[1]", "{", "nonsense", "[" * 100_000])
def test_refuses_what_is_no_json_object(text: str) -> None:
    with pytest.raises(UsageError):
        Result.from_json(text)


def test_an_added_field_is_no_reason_to_refuse(results: dict[str, Result]) -> None:
    data = json.loads(results["full_marks"].to_json()) | {"colour": "green"}
    assert Result.from_json(json.dumps(data)) == results["full_marks"]


def check(**changes: Any) -> Check:
    values: dict[str, Any] = {"id": "f.x", "title": "t", "outcome": "failed", "score": 0, "max_score": 1}
    return Check(**values | changes)


@pytest.mark.parametrize(
    "wrong",
    [
        {"score": 2},
        {"score": -1},
        {"outcome": "pending", "score": 1},
        {"outcome": "great"},
        {"max_score": float("nan")},
        {"max_score": Fraction(1, 1001)},
        {"max_score": "1/3"},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
    ],
)
def test_refuses_checks_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        check(**wrong)


def test_a_check_that_was_not_graded_needs_a_fault(results: dict[str, Result]) -> None:
    part = Part(id="A", title="t", checks=(check(outcome="not_graded"),))
    values = dict(results["full_marks"]) | {"parts": (part,)}
    with pytest.raises(ValidationError, match="no fault is given"):
        Result(**values)
