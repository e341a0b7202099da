"""Checks are pytest tests: how they are collected, what they are given, and how they end."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.errors import ExerciseFault
from tests.unit.checks.small import make

REFERENCE = """
def double(x):
    return 2 * x
"""
RIGHT = "def double(x): return x + x"


class TestCollection:
    def test_marker_and_docstring_say_what_a_check_is(self, tmp_path: Path) -> None:
        checks = '''
        @pytest.mark.check("double.value", points="1/3", statement="T1")
        def test_value(student):
            """doubles a number

            This line is for the author.
            """
            assert student.double(2) == 4
        '''
        verdict = make(tmp_path, checks, REFERENCE).one(RIGHT).verdict
        assert (verdict.id, verdict.title, verdict.statement) == ("double.value", "doubles a number", "T1")
        assert verdict.outcome == "passed"
        assert verdict.score == verdict.max_score == Fraction(1, 3)

    @pytest.mark.parametrize(
        ("check", "words"),
        [
            ("def test_value(): 'doubles'", r"a check needs @pytest.mark.check\(id, points=..., statement=...\)"),
            ("@pytest.mark.check('double.value', points=1)\ndef test_value(): pass", "a check needs a docstring"),
            ("@pytest.mark.check('double.value')\ndef test_value(): 'doubles'", "points"),
            ("@pytest.mark.check('double.value', points='much')\ndef test_value(): 'doubles'", "much"),
            ("@pytest.mark.check('double.value', points=1, worth=2)\ndef test_value(): 'doubles'", "worth"),
            ("def test_value(:", "SyntaxError"),
            ("import not_there", "not_there"),
            ("1 / 0", "ZeroDivisionError"),
            ("", "There are none in"),
        ],
    )
    def test_checks_that_cannot_be_used(self, tmp_path: Path, check: str, words: str) -> None:
        with pytest.raises(ExerciseFault, match=words):
            make(tmp_path, check, REFERENCE).grade(RIGHT)

    def test_an_id_twice(self, tmp_path: Path) -> None:
        check = "@pytest.mark.check('double.value', points=1)\ndef test_{}(): 'doubles'\n"
        with pytest.raises(ExerciseFault, match="is used twice"):
            make(tmp_path, check.format("one") + check.format("two"), REFERENCE).grade(RIGHT)

    @pytest.mark.parametrize("reference", ["1 / 0", "def f(:", "import not_there"])
    def test_a_reference_that_does_not_load(self, tmp_path: Path, reference: str) -> None:
        with pytest.raises(ExerciseFault, match=r"reference\.py does not load"):
            make(tmp_path, "", reference).grade(RIGHT)

    @pytest.mark.parametrize(
        ("conftest", "words"), [("1 / 0", "division by zero"), ("def f(:", "invalid syntax"), ("import gone", "'gone'")]
    )
    def test_a_conftest_that_does_not_load(self, tmp_path: Path, conftest: str, words: str) -> None:
        with pytest.raises(ExerciseFault, match=words):
            make(tmp_path, "", REFERENCE, conftest=conftest).grade(RIGHT)

    def test_a_conftest_further_up_is_none_of_ours(self, tmp_path: Path) -> None:
        check = "@pytest.mark.check('double.value', points=1)\ndef test_value(student):\n    'doubles'\n"
        small = make(tmp_path, check, REFERENCE)
        (tmp_path / "conftest.py").write_text("1 / 0", encoding="utf-8")
        assert small.one(RIGHT).outcome == "passed"

    def test_a_parametrised_check_is_no_check(self, tmp_path: Path) -> None:
        check = """
        @pytest.mark.parametrize("n", [1, 2])
        @pytest.mark.check("double.value", points=1)
        def test_value(n):
            "doubles"
        """
        with pytest.raises(ExerciseFault, match="used twice"):
            make(tmp_path, check, REFERENCE).grade(RIGHT)


class TestFixtures:
    def test_what_a_check_is_given(self, tmp_path: Path) -> None:
        check = '''
        @pytest.mark.check("double.value", points=1)
        def test_value(student, reference, toolbox, rng, agree, insight, tmp_path):
            """doubles"""
            assert student.double(3) == reference.double(3) == toolbox.SIX
            assert rng.normal(2).shape == (2,)
            assert agree("double", 4) == 8
            assert tmp_path.is_dir()
            insight("You doubled.")
        '''
        ended = make(tmp_path, check, REFERENCE, toolbox="SIX = 6").one(RIGHT)
        assert ended.outcome == "passed", ended.detail
        assert ended.verdict.message == "You doubled."

    def test_without_a_toolbox(self, tmp_path: Path) -> None:
        check = """
        @pytest.mark.check("double.value", points=1)
        def test_value(toolbox):
            "doubles"
            assert toolbox is None
        """
        assert make(tmp_path, check, REFERENCE).one(RIGHT).outcome == "passed"

    def test_fixtures_of_the_exercises_own(self, tmp_path: Path) -> None:
        conftest = """
        import pytest

        @pytest.fixture
        def doubled(student, rng):
            return student.double(rng.integer(1, 9))

        @pytest.fixture(scope="module")
        def shared():
            return []
        """
        checks = '''
        @pytest.mark.check("double.once", points=1)
        def test_once(doubled, shared):
            """doubles"""
            shared.append(doubled)
            assert doubled % 2 == 0, "not even"

        @pytest.mark.check("double.twice", points=1)
        def test_twice(shared):
            """doubles again"""
            assert len(shared) == 1
        '''
        small = make(tmp_path, checks, REFERENCE, conftest=conftest)
        assert [ended.outcome for ended in small.grade(RIGHT).values()] == ["passed", "passed"]
        wrong = small.grade("def double(x): return 2 * x + 1")
        assert wrong["double.once"].verdict.message.startswith("not even")

    def test_inputs_depend_on_the_seed_and_the_check_alone(self, tmp_path: Path) -> None:
        checks = '''
        @pytest.mark.check("double.one", points=1)
        def test_one(rng, insight):
            """one"""
            insight(f"{rng.normal(2).tolist()} {torch.randn(2).tolist()}")

        @pytest.mark.check("double.two", points=1)
        def test_two(rng, insight):
            """two"""
            insight(f"{rng.normal(2).tolist()} {torch.randn(2).tolist()}")
        '''
        small = make(tmp_path, checks, REFERENCE)

        def drawn(seed: int, items: frozenset[str] | None = None) -> list[str]:
            return [ended.verdict.message for ended in small.grade(RIGHT, seed, items).values()]

        torch_used_elsewhere = drawn(1)
        assert drawn(1) == torch_used_elsewhere
        one, two = drawn(1)
        assert one != two
        assert not set(drawn(1)) & set(drawn(2))

    def test_only_the_items_that_are_wanted(self, tmp_path: Path) -> None:
        check = "@pytest.mark.check('{0}.value', points=1)\ndef test_{0}():\n    'does it'\n"
        small = make(tmp_path, check.format("double") + check.format("triple"), REFERENCE)
        assert list(small.grade(RIGHT, items=frozenset({"triple"}))) == ["triple.value"]


class TestSeveralSubmissions:
    def test_one_leaves_nothing_for_the_next(self, tmp_path: Path) -> None:
        check = '''
        @pytest.mark.check("double.value", points=1)
        def test_value(student, agree):
            """doubles"""
            agree("double", torch.ones(2))
        '''
        small = make(tmp_path, check, REFERENCE)
        outcomes = [small.one(source).outcome for source in (RIGHT, "def double(x): return x", RIGHT)]
        assert outcomes == ["passed", "failed", "passed"]
