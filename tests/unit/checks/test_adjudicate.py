"""Whose fault is it? The student's costs marks, the exercise's and the grader's never do."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

import grader.checks.agreement
from tests.unit.checks.small import Ended, make

REFERENCE = """
def double(x):
    return 2 * x

def refuse(x):
    raise ValueError("never")

def broken(x):
    return {}["a"]
"""
RIGHT = "def double(x): return x + x\ndef refuse(x): raise ValueError\ndef broken(x): return x"
WRONG = "def double(x): return x\ndef refuse(x): return x\ndef broken(x): return x"
ODD = "def double(x): return 'two'\ndef refuse(x): raise KeyError\ndef broken(x): return x"

CHECK = '''
@pytest.mark.check("double.value", points=1)
def test_value(student, reference, agree, rng{more}):
    """doubles"""
{body}
'''


def ended(folder: Path, body: str, source: str = RIGHT, more: str = "", **files: str) -> Ended:
    """How a check with this body ends."""
    return make(folder, CHECK.format(body=indent(dedent(body), "    "), more=more), REFERENCE, **files).one(source)


def is_exercises(found: Ended) -> bool:
    """Whether the exercise is at fault, and nothing was taken from or given to the student."""
    return (found.outcome, found.fault) == ("not_graded", "exercise") and found.verdict.message == ""


class TestTheStudents:
    @pytest.mark.parametrize(
        "body",
        [
            "assert student.double(2) == 4, 'Twice two is four.'",
            "if student.double(2) != 4: fail('Twice two is four.')",
            "agree('double', 2, otherwise='Twice two is four.')",
        ],
    )
    @pytest.mark.parametrize("source", [WRONG, ODD])
    def test_a_wrong_answer(self, tmp_path: Path, body: str, source: str) -> None:
        found = ended(tmp_path, body, source)
        assert (found.outcome, found.fault) == ("failed", None)
        assert found.verdict.message.startswith("Twice two is four.")
        assert found.verdict.score == 0

    def test_an_assertion_without_words(self, tmp_path: Path) -> None:
        found = ended(tmp_path, "if student.double(2) != 4: raise AssertionError", WRONG)
        assert found.verdict.message == "Your answer does not meet the condition that this check states."

    def test_an_answer_with_which_the_check_cannot_work(self, tmp_path: Path) -> None:
        found = ended(tmp_path, "assert student.double(torch.ones(2)).sum() == 4", ODD)
        assert (found.outcome, found.fault) == ("failed", None)
        assert found.verdict.message.startswith(
            "This check could not work with what your code returned: AttributeError"
        )

    def test_a_misconception(self, tmp_path: Path) -> None:
        beliefs = """
        from grader.checks.misconceptions import misconception

        @misconception("double", says="{function} returned what it got, {input}; {nobody} said so.")
        def identity(x):
            "Double means copy."
            return x
        """
        found = ended(tmp_path, "agree('double', 2, facts={'input': 2})", WRONG, misconceptions=beliefs)
        assert found.verdict.misconception == "identity"
        assert found.verdict.message == "double returned what it got, 2; … said so."


class TestTheExercises:
    """Each of these fails with the reference as well, whoever handed in what."""

    BODIES = (
        "raise KeyError('planted')",
        "assert student.double(2) == 5, 'Twice two is five.'",
        "student.double(2); fail('planted')",
        "{}['planted']",
        "student.double(2).planted",
        "raise SystemExit(0)",
        "import sys; sys.exit('planted')",
        "pytest.skip('planted')",
        "pytest.xfail('planted')",
        "pytest.fail('planted')",
        "agree('broken', 2)",
        "agree('refuse', 2)",
        "agree('refuse', 2, raises=KeyError)",
        "agree('not_there', 2)",
        "agree(lambda it, x: it.not_there(x), 2)",
        "agree(lambda it, x: x.planted, 2)",
        "agree('double', 2, surprise=True)",
        "agree(lambda it, x: it.double(reference.broken(x)), 2)",
    )

    @pytest.mark.parametrize("body", BODIES)
    @pytest.mark.parametrize("source", [RIGHT, WRONG, ODD], ids=["right", "wrong", "odd"])
    def test_a_fault_in_the_check_or_the_reference(self, tmp_path: Path, body: str, source: str) -> None:
        found = ended(tmp_path, body, source)
        assert is_exercises(found), found
        assert found.detail

    def test_an_exception_that_is_the_right_answer(self, tmp_path: Path) -> None:
        body = "agree('refuse', 2, raises=ValueError)"
        assert ended(tmp_path / "a", body, RIGHT).outcome == "passed"
        assert ended(tmp_path / "b", body, WRONG).verdict.message == (
            "Your code returned a result, where ValueError is asked for."
        )
        assert ended(tmp_path / "c", body, ODD).verdict.message == (
            "Your code raised KeyError, where ValueError is asked for."
        )

    @pytest.mark.parametrize("when", ["before", "after"])
    @pytest.mark.parametrize("source", [RIGHT, WRONG, ODD], ids=["right", "wrong", "odd"])
    def test_a_fault_in_a_fixture(self, tmp_path: Path, when: str, source: str) -> None:
        before, after = ("{}['planted']", "pass") if when == "before" else ("pass", "{}['planted']")
        conftest = f"""
        import pytest

        @pytest.fixture
        def planted():
            {before}
            yield
            {after}
        """
        found = ended(tmp_path, "student.double(2)", source, more=", planted", conftest=conftest)
        assert is_exercises(found), found
        assert "planted" in found.detail

    def test_a_fixture_that_nobody_defined(self, tmp_path: Path) -> None:
        assert is_exercises(ended(tmp_path, "pass", more=", not_there"))

    @pytest.mark.parametrize("words", ["{0}", "{}", "{function", "{function:.3f}", "{function.planted}", "{input:.3f}"])
    def test_words_that_cannot_be_filled(self, tmp_path: Path, words: str) -> None:
        beliefs = f"""
        from grader.checks.misconceptions import misconception

        @misconception("double", says={words!r})
        def identity(x):
            return x
        """
        body = "agree('double', 2, facts={'input': 'two'})"
        assert is_exercises(ended(tmp_path, body, WRONG, misconceptions=beliefs))

    def test_a_fact_that_nobody_gave_may_have_a_format(self, tmp_path: Path) -> None:
        beliefs = """
        from grader.checks.misconceptions import misconception

        @misconception("double", says="a factor of {scale:.2f}")
        def identity(x):
            return x
        """
        assert ended(tmp_path, "agree('double', 2)", WRONG, misconceptions=beliefs).verdict.message == "a factor of …"

    @pytest.mark.parametrize("how", ["fit=lambda *a: {}['planted']", "matches=lambda seen: {}['planted']", "says='no'"])
    def test_a_misconception_that_raises_is_none(self, tmp_path: Path, how: str) -> None:
        beliefs = f"""
        from grader.checks.misconceptions import misconception

        @misconception("double", **dict(dict(says="no"), {how}))
        def planted(x):
            raise KeyError("planted")
        """
        found = ended(tmp_path, "agree('double', 2, otherwise='Wrong.')", WRONG, misconceptions=beliefs)
        assert (found.outcome, found.verdict.misconception, found.verdict.message) == ("failed", None, "Wrong.")


class TestInDoubt:
    """What the student's code met may be the check's doing. Here the wall's faults are raised by hand."""

    SLOW = "import time\ntime.sleep(0.3)\nstudent.double(2)"

    @pytest.mark.parametrize(
        ("body", "limit", "outcome"),
        [
            ("student.double(2)", 0.2, "timeout"),
            (SLOW, 0.2, "not_graded"),
            (SLOW, None, "timeout"),
            (SLOW, 60, "timeout"),
        ],
        ids=["the student is slow", "the check is slow", "it was not run again", "within the limit"],
    )
    def test_time(self, tmp_path: Path, body: str, limit: float | None, outcome: str) -> None:
        source = f"from grader.sandbox.faults import Stopped\ndef double(x): raise Stopped('Too slow.', {limit})"
        found = ended(tmp_path, body, source)
        assert found.outcome == outcome
        assert found.fault == ("exercise" if outcome == "not_graded" else None)
        assert ("With the reference the check took" in found.detail) == (outcome == "not_graded")

    @pytest.mark.parametrize(
        ("within", "body", "outcome"),
        [
            (True, "student.double(2); reference.broken(2)", "not_graded"),
            (True, "student.double(2)", "error"),
            (False, "student.double(2); reference.broken(2)", "error"),
        ],
    )
    def test_an_exception_that_began_in_a_callable_of_the_checks(
        self, tmp_path: Path, within: bool, body: str, outcome: str
    ) -> None:
        source = f"""
        from grader.sandbox.faults import Raised
        def double(x): raise Raised("KeyError", "planted", within_check={within})
        """
        assert ended(tmp_path, body, source).outcome == outcome


class TestTheGraders:
    def test_a_fault_in_the_grader(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(grader.checks.agreement, "difference", "planted")
        found = ended(tmp_path, "agree('double', 2)")
        assert (found.outcome, found.fault) == ("not_graded", "grader")
        assert "'str' object is not callable" in found.detail
        assert found.verdict.message == ""


def test_one_fault_leaves_the_other_checks_alone(tmp_path: Path) -> None:
    checks = "".join(
        f"@pytest.mark.check('double.{name}', points=1)\ndef test_{name}(student):\n    '{name}'\n    {body}\n"
        for name, body in [
            ("a", "assert student.double(1) == 2"),
            ("b", "1 / 0"),
            ("c", "assert student.double(2) == 4"),
        ]
    )
    found = make(tmp_path, checks, REFERENCE).grade(RIGHT)
    assert [check.outcome for check in found.values()] == ["passed", "not_graded", "passed"]
