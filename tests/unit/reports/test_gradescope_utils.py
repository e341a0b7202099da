# mypy: disable-error-code="untyped-decorator, import-untyped"
"""Gradescope's own helper library, on the same outcomes, writes the same fields with the same types as we do."""

from __future__ import annotations

import io
import json
import unittest
from typing import Any

from gradescope_utils.autograder_utils.decorators import number, partial_credit, tags, visibility, weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

from grader.reports import gradescope
from grader.result.model import Result
from tests.unit.reports.readers import valid

TEXTUAL_THERE = {"execution_time"}
"""Where the library writes text though the platform's documentation has a number, as we do."""


class Outcomes(unittest.TestCase):
    """One test of each kind that the library knows; for the library, not for pytest."""

    __test__ = False

    @weight(2)
    @number("1.1")
    @tags("forgot_add")
    @visibility("visible")
    def test_failed(self) -> None:
        """adds the sublayer's output to its input"""
        print("shape (2, 3, 5)")
        raise AssertionError("not the sum")

    @weight(1)
    def test_passed(self) -> None:
        """calls the sublayer once"""

    @partial_credit(4)
    def test_partly(self, set_score: Any = None) -> None:
        """multiplies the derivatives"""
        set_score(1.5)


def by_library() -> dict[str, Any]:
    """What the library makes of the tests."""
    stream = io.StringIO()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Outcomes)
    JSONTestRunner(stream=stream, visibility="visible", stdout_visibility="hidden").run(suite)
    data: dict[str, Any] = json.loads(stream.getvalue())
    return data


def test_same_fields_and_types(results: dict[str, Result]) -> None:
    theirs, ours = by_library(), valid("gradescope", gradescope.render(results["partly_wrong"]))
    for key in theirs.keys() & ours.keys() - TEXTUAL_THERE:
        assert kind(theirs[key]) == kind(ours[key])
    assert theirs.keys() - ours.keys() == {"leaderboard"}

    wrong, right = ours["tests"][:2]
    failed, partly, passed = sorted(theirs["tests"], key=lambda test: test["status"] + test["name"])
    for their, our in ((failed, wrong), (passed, right), (partly, wrong)):
        for key in their.keys() & our.keys():
            assert kind(their[key]) == kind(our[key])
        assert their["status"] == our["status"]
    assert failed.keys() - wrong.keys() == {"visibility"}  # ours stands once, for all tests
    assert passed.keys() <= right.keys()


def kind(value: object) -> str:
    """The type as JSON has it."""
    return "number" if isinstance(value, int | float) else type(value).__name__
