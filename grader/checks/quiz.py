"""Judges one answer to a quiz question. Answers are plain values from the student's file, and nothing trusts them."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader import wording
from grader.checks.algebra import Unreadable, polynomial, same_polynomial
from grader.errors import ExerciseFault

MAX_TEXT = 200
"""Characters of an answer that is written as text."""

_PUNCTUATION = re.compile(r"[\s,;.:(){}\[\]'\"]+")
_COLLECTIONS = (set, frozenset, list, tuple)


@dataclass(frozen=True)
class Judgement:
    """What to say about an answer."""

    correct: bool
    message: str = ""
    """Empty if the answer is correct."""
    misconception: str | None = None


@dataclass(frozen=True)
class WrongAnswer:
    """What a wrong answer says about its author."""

    misconception: str
    says: str

    @property
    def judgement(self) -> Judgement:
        return Judgement(False, self.says, self.misconception)


class UnreadableAnswer(ValueError):
    """The answer is not of the kind the question asks for; the message says what is expected."""


@dataclass(frozen=True)
class Question(ABC):
    """What all kinds of questions have; `id` is the variable of the student's file."""

    id: str
    title: str
    statement: str
    points: Fraction

    @abstractmethod
    def judge(self, answer: object) -> Judgement:
        """Judge an answer that was given. Raises UnreadableAnswer."""


@dataclass(frozen=True)
class SingleChoice(Question):
    """One letter is right."""

    choices: Mapping[str, str]
    """Letter to the text of the choice, in order."""
    key: str
    wrong: Mapping[str, WrongAnswer]
    """What each other letter says."""

    def judge(self, answer: object) -> Judgement:
        given = _letters(answer, self.choices) if isinstance(answer, str) else set()
        if len(given) != 1:
            raise UnreadableAnswer(f'Answer with one letter from {_span(self.choices)}, such as {self.id} = "a".')
        (letter,) = given
        return Judgement(True) if letter == self.key else self.wrong[letter].judgement


@dataclass(frozen=True)
class MultipleChoice(Question):
    """A set of letters is right, and only all of it."""

    choices: Mapping[str, str]
    key: frozenset[str]
    wrong: Mapping[str, WrongAnswer]
    """What each letter outside the key says."""
    otherwise: str
    """What to say if letters of the key are missing, and nothing else is wrong."""

    def judge(self, answer: object) -> Judgement:
        if isinstance(answer, str):
            given = _letters(answer, self.choices)
        elif isinstance(answer, _COLLECTIONS) and all(isinstance(letter, str) for letter in answer):
            given = set().union(*(_letters(letter, self.choices) for letter in answer))
        else:
            raise UnreadableAnswer(
                f'Answer with a set of letters from {_span(self.choices)}, such as {self.id} = {{"a", "b"}}.'
            )
        mistakes = [self.wrong[letter] for letter in sorted(given - self.key)]
        if mistakes:
            return Judgement(False, "\n".join(mistake.says for mistake in mistakes), mistakes[0].misconception)
        return Judgement(True) if given == self.key else Judgement(False, self.otherwise)


@dataclass(frozen=True)
class WrongNumber(WrongAnswer):
    """A number that a known mistake leads to."""

    value: float
    tolerance: float


@dataclass(frozen=True)
class Numeric(Question):
    """A number, right within a relative tolerance; 0 asks for the exact number."""

    key: float
    tolerance: float
    wrong: tuple[WrongNumber, ...]
    otherwise: str

    def judge(self, answer: object) -> Judgement:
        number = _number(answer, self.id)
        if close(number, self.key, self.tolerance):
            return Judgement(True)
        for mistake in self.wrong:
            if close(number, mistake.value, mistake.tolerance):
                return mistake.judgement
        return Judgement(False, self.otherwise)


@dataclass(frozen=True)
class WrongFormula(WrongAnswer):
    """A formula that a known mistake leads to."""

    formula: str


@dataclass(frozen=True)
class Symbolic(Question):
    """A polynomial in some variables, in any form."""

    key: str
    variables: tuple[str, ...]
    wrong: tuple[WrongFormula, ...]
    otherwise: str

    def judge(self, answer: object) -> Judgement:
        if not isinstance(answer, str):
            raise UnreadableAnswer(f'Answer with a formula as text, such as {self.id} = "2*{self.variables[0]} - 1".')
        if _plainly(answer) == _plainly(self.key):  # the commonest answer, and sympy is slow to import
            return Judgement(True)
        try:
            given = polynomial(answer, self.variables)
        except Unreadable as problem:
            raise UnreadableAnswer(f"The formula {_shown(answer)} cannot be read: {problem}.") from None
        if same_polynomial(given, self._own(self.key)):
            return Judgement(True)
        for mistake in self.wrong:
            if same_polynomial(given, self._own(mistake.formula)):
                return mistake.judgement
        return Judgement(False, self.otherwise)

    def _own(self, formula: str) -> Any:
        try:
            return polynomial(formula, self.variables)
        except Unreadable as problem:
            raise ExerciseFault(f'{self.id}: the formula "{formula}" of the quiz cannot be read: {problem}.') from None


def judge(question: Question, answer: object) -> Judgement:
    """Judge the value of the student's variable; None, an empty text and an empty set are no answer yet."""
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return Judgement(False, wording.NOT_ANSWERED)
    if isinstance(answer, _COLLECTIONS) and not answer:
        return Judgement(False, wording.NOT_ANSWERED)
    try:
        return question.judge(answer)
    except UnreadableAnswer as problem:
        return Judgement(False, str(problem))


def _plainly(formula: str) -> str:
    """A formula without spaces and without the signs that may be left out between parentheses."""
    return "".join(formula.split()).replace(")*(", ")(")


def close(number: float, wanted: float, tolerance: float) -> bool:
    """Whether the numbers agree within a relative tolerance."""
    return abs(number - wanted) <= tolerance * abs(wanted)


def _letters(text: str, choices: Mapping[str, str]) -> set[str]:
    letters = _PUNCTUATION.sub("", text[:MAX_TEXT]).lower()
    if len(text) > MAX_TEXT or not set(letters) <= choices.keys():
        raise UnreadableAnswer(f"{_shown(text)} is not a letter from {_span(choices)}.")
    return set(letters)


def _number(answer: object, name: str) -> float:
    if getattr(answer, "ndim", None) == 0 and hasattr(answer, "item"):
        answer = answer.item()
    if isinstance(answer, bool) or not isinstance(answer, int | float | str):
        raise UnreadableAnswer(f"Answer with one number, such as {name} = 0.5.")
    if isinstance(answer, str):
        answer = answer[: MAX_TEXT + 1].replace("\N{MINUS SIGN}", "-")
    try:
        number = float(answer)
    except (ValueError, OverflowError):
        shown = _shown(answer) if isinstance(answer, str) else "An integer of this size"
        raise UnreadableAnswer(f"{shown} cannot be read as a number; write it like 0.5 or 5e-1.") from None
    if not math.isfinite(number):
        raise UnreadableAnswer(f"The value of {name} is {number}; a finite number is expected.")
    return number


def _span(choices: Mapping[str, str]) -> str:
    first, *_, last = choices
    return f"{first} to {last}"


def _shown(text: str) -> str:
    return repr(text) if len(text) <= 40 else repr(text[:40]) + " …"
