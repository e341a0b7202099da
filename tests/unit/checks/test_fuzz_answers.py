"""Whatever a variable of the student's file holds, a question has a judgement on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.checks.quiz import judge
from grader.checks.quizfile import read_quiz
from grader.checks.rubric import read_rubric

SOLUTIONS = Path(__file__).parents[3] / "solutions" / "ex3"
QUESTIONS = read_quiz(SOLUTIONS / "quiz.toml")
RUBRIC = read_rubric(SOLUTIONS / "rubric.toml")

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary()
ANSWERS = st.recursive(
    SCALARS | st.sampled_from(["a", "B", "(c)", "1/3", "1e-3", "a*b", "(1+a)*(1+b)", "2^a", "((((", "\u22121"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=5).map(tuple)
        | st.frozensets(SCALARS, max_size=5)
        | st.dictionaries(st.text(), inner, max_size=3)
    ),
)


@pytest.mark.parametrize("name", QUESTIONS)
@settings(deadline=None)  # the first formula imports sympy
@given(answer=ANSWERS)
@example(answer=10**5000)
@example(answer=-(10**400))
@example(answer=float("nan"))
@example(answer="9" * 100)
@example(answer="(" * 119)
@example(answer="a^16*b^16*(a+b)^16")
@example(answer=torch.ones(2))
@example(answer=["a"] * 100_000)
@example(answer="\ud800")
@example(answer={"a": [1, {2: 3}]})
def test_a_question(name: str, answer: Any) -> None:
    judgement = judge(QUESTIONS[name], answer)
    assert judgement.correct or judgement.message


@given(answer=st.text())
def test_a_written_answer(answer: str) -> None:
    assert RUBRIC.words_for(answer)
