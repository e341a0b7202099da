"""One answer, one judgement: what counts as right, what a wrong answer hears, and that nothing odd does harm."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import torch

from grader.checks.quiz import (
    Judgement,
    MultipleChoice,
    Numeric,
    SingleChoice,
    Symbolic,
    WrongAnswer,
    WrongFormula,
    WrongNumber,
    judge,
)
from grader.errors import ExerciseFault

CHOICES = {"a": "zeros", "b": "x", "c": "2x"}
ONE = Fraction(1)

SINGLE = SingleChoice(
    "q1",
    "a zero sublayer",
    "T10",
    ONE,
    choices=CHOICES,
    key="b",
    wrong={"a": WrongAnswer("replaced", "Add, do not replace."), "c": WrongAnswer("doubled", "Only once.")},
)
MULTI = MultipleChoice(
    "q5",
    "what is true",
    "T8",
    ONE,
    choices={letter: letter for letter in "abcde"},
    key=frozenset("bd"),
    wrong={letter: WrongAnswer(f"chose_{letter}", f"Not {letter}.") for letter in "ace"},
    otherwise="Something is missing.",
)
NUMERIC = Numeric(
    "q3",
    "a product",
    "T7",
    ONE,
    key=0.08526,
    tolerance=0.01,
    wrong=(WrongNumber("plain_stack", "No shortcuts.", 3.55e-63, 0.01), WrongNumber("always_one", "A term.", 1, 0.01)),
    otherwise="Multiply.",
)
EXACT = Numeric(
    "q4",
    "a count",
    "T5",
    ONE,
    key=192,
    tolerance=0,
    wrong=(WrongNumber("paths", "Those are paths.", 2.0**96, 0),),
    otherwise="Count.",
)
SYMBOLIC = Symbolic(
    "q6",
    "two layers",
    "T13",
    ONE,
    key="(1+a)(1+b)",
    variables=("a", "b"),
    wrong=(WrongFormula("one_shortcut", "Each has its own.", "1+ab"), WrongFormula("sum", "Multiply.", "2+a+b")),
    otherwise="Not this.",
)
ALL = (SINGLE, MULTI, NUMERIC, EXACT, SYMBOLIC)
RIGHT = Judgement(True)


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.id)
@pytest.mark.parametrize("nothing", [None, "", "  \n", set(), [], (), frozenset()], ids=repr)
def test_nothing_is_not_answered_yet(question: SingleChoice, nothing: object) -> None:
    assert judge(question, nothing) == Judgement(False, "Not answered yet.")


@pytest.mark.parametrize("answer", ["b", "B", " b ", "b)", "(b)", "b.", "'b'"])
def test_a_letter_may_be_written_in_many_ways(answer: str) -> None:
    assert judge(SINGLE, answer) == RIGHT


def test_a_wrong_letter_hears_its_own_words() -> None:
    assert judge(SINGLE, "a") == Judgement(False, "Add, do not replace.", "replaced")
    assert judge(SINGLE, "C)") == Judgement(False, "Only once.", "doubled")


@pytest.mark.parametrize("answer", [1, 2.0, True, {"b"}, "ab", ["b"], object()])
def test_a_single_choice_wants_one_letter(answer: object) -> None:
    assert judge(SINGLE, answer) == Judgement(False, 'Answer with one letter from a to c, such as q1 = "a".')


def test_a_letter_that_is_no_choice_is_named() -> None:
    assert judge(SINGLE, "x") == Judgement(False, "'x' is not a letter from a to c.")


@pytest.mark.parametrize(
    "answer", [{"b", "d"}, frozenset("bd"), ["d", "b"], ("B", "d"), "b, d", "b d", "bd", "{b; d}", ["b)", "d)"], "bdb"]
)
def test_a_set_of_letters_may_be_written_in_many_ways(answer: object) -> None:
    assert judge(MULTI, answer) == RIGHT


def test_a_set_with_something_missing_is_wrong_without_saying_what() -> None:
    assert judge(MULTI, {"b"}) == Judgement(False, "Something is missing.")


def test_wrong_letters_of_a_set_are_all_explained_and_the_first_is_named() -> None:
    assert judge(MULTI, {"e", "a", "b"}) == Judgement(False, "Not a.\nNot e.", "chose_a")


@pytest.mark.parametrize("answer", [1, {1, 2}, [None], {"b": 1}, [["b"]]])
def test_a_multiple_choice_wants_letters(answer: object) -> None:
    expected = 'Answer with a set of letters from a to e, such as q5 = {"a", "b"}.'
    assert judge(MULTI, answer) == Judgement(False, expected)


@pytest.mark.parametrize(
    "answer",
    [
        0.0853,
        0.95**48,
        "0.0853",
        " 8.53e-2 ",
        np.float32(0.0853),
        np.array(0.0853),
        torch.tensor(0.0853),
        torch.tensor(0.0853, dtype=torch.float64),
    ],
    ids=repr,
)
def test_a_number_within_the_tolerance_is_right(answer: object) -> None:
    assert judge(NUMERIC, answer) == RIGHT


def test_the_tolerance_is_relative() -> None:
    assert judge(NUMERIC, 0.08526 * 1.0099).correct
    assert not judge(NUMERIC, 0.08526 * 1.0101).correct


def test_a_number_that_a_mistake_leads_to_is_diagnosed() -> None:
    assert judge(NUMERIC, 0.05**48) == Judgement(False, "No shortcuts.", "plain_stack")
    assert judge(NUMERIC, 1) == Judgement(False, "A term.", "always_one")
    assert judge(EXACT, 2**96) == Judgement(False, "Those are paths.", "paths")


def test_another_number_hears_the_general_words() -> None:
    assert judge(NUMERIC, 0) == Judgement(False, "Multiply.")
    assert judge(NUMERIC, "−0.0853") == Judgement(False, "Multiply.")  # noqa: RUF001


@pytest.mark.parametrize("answer", [192, 192.0, "192", torch.tensor(192)], ids=repr)
def test_an_exact_number_is_right_in_any_type(answer: object) -> None:
    assert judge(EXACT, answer) == RIGHT


@pytest.mark.parametrize("answer", [191, 192.0001, 193])
def test_an_exact_number_has_no_tolerance(answer: object) -> None:
    assert judge(EXACT, answer) == Judgement(False, "Count.")


@pytest.mark.parametrize(
    "answer",
    [True, torch.tensor(True), 1j, [0.0853], {0.0853}, torch.tensor([0.0853]), np.array([1.0]), object(), b"1", float],
    ids=lambda answer: type(answer).__name__,
)
def test_only_one_number_is_a_number(answer: object) -> None:
    assert judge(NUMERIC, answer) == Judgement(False, "Answer with one number, such as q3 = 0.5.")


@pytest.mark.parametrize("answer", [math.nan, math.inf, "nan", "-inf", torch.tensor(math.nan)], ids=repr)
def test_a_number_that_is_not_finite_is_never_right(answer: object) -> None:
    judgement = judge(NUMERIC, answer)
    assert not judgement.correct
    assert judgement.message.endswith("a finite number is expected.")


def test_a_text_that_is_no_number_is_shown() -> None:
    expected = "'0,0853' cannot be read as a number; write it like 0.5 or 5e-1."
    assert judge(NUMERIC, "0,0853") == Judgement(False, expected)


def test_an_integer_too_large_for_a_float_is_refused() -> None:
    assert not judge(EXACT, 10**400).correct


@pytest.mark.parametrize("answer", ["(1+a)(1+b)", "1 + a + b + ab", "a*b+a+b+1"])
def test_equivalent_formulas_are_right(answer: str) -> None:
    assert judge(SYMBOLIC, answer) == RIGHT


def test_a_formula_that_a_mistake_leads_to_is_diagnosed_in_any_form() -> None:
    assert judge(SYMBOLIC, "b a + 1") == Judgement(False, "Each has its own.", "one_shortcut")
    assert judge(SYMBOLIC, "(1+a)+(1+b)") == Judgement(False, "Multiply.", "sum")
    assert judge(SYMBOLIC, "a") == Judgement(False, "Not this.")


def test_a_formula_that_cannot_be_read_is_located() -> None:
    expected = "The formula '1 + c' cannot be read: column 5: 'c' is not part of a formula in a and b."
    assert judge(SYMBOLIC, "1 + c") == Judgement(False, expected)


@pytest.mark.parametrize("answer", [1, 0.5, {"a"}, object()])
def test_a_formula_is_a_text(answer: object) -> None:
    assert judge(SYMBOLIC, answer) == Judgement(False, 'Answer with a formula as text, such as q6 = "2*a - 1".')


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.id)
@pytest.mark.parametrize("part", ["z", "\x1b[31m\u202e", "1", "a", "("])
def test_a_hostile_text_is_bounded_and_escaped(question: SingleChoice, part: str) -> None:
    judgement = judge(question, part * 10**5)
    assert not judgement.correct
    assert len(judgement.message) < 500
    assert judgement.message.replace("\n", "").isprintable()


def test_a_key_that_cannot_be_read_is_the_exercises_fault() -> None:
    broken = Symbolic("q6", "t", "T13", ONE, key="(1+a", variables=("a",), wrong=(), otherwise="No.")
    with pytest.raises(ExerciseFault, match=r'q6: the formula "\(1\+a" of the quiz cannot be read: column 5'):
        judge(broken, "a")
