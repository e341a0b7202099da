"""Quiz questions and the written answer as pytest items: they are collected from quiz.toml and rubric.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader import wording
from grader.checks.failure import CheckFailed, Pending
from grader.checks.meta import META, Meta
from grader.checks.quiz import Question, judge
from grader.checks.quizfile import read_quiz
from grader.checks.rubric import Rubric, read_rubric
from grader.sandbox.faults import StudentFault

Answer = Callable[[str], Any]
"""The value of a variable of the student's file."""


class QuizFile(pytest.File):
    """quiz.toml: one item a question."""

    def collect(self) -> Iterator[pytest.Item]:
        """The questions."""
        for question in read_quiz(self.path).values():
            yield QuizItem.from_parent(self, name=question.id, question=question)


class _Answer(pytest.Item):
    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Nothing: the plugin says what happened, and pytest need not."""
        return ""


class QuizItem(_Answer):
    """One question."""

    def __init__(self, *, question: Question, **rest: Any) -> None:
        super().__init__(**rest)
        self._question = question
        self.stash[META] = Meta(
            f"{question.id}.answer", question.points, question.statement, question.title, reads_only=True
        )

    def runtest(self) -> None:
        """Judge the answer."""
        judgement = judge(self._question, self.config.stash[ANSWER](self._question.id))
        if not judgement.correct:
            failed = CheckFailed(judgement.message, misconception=judgement.misconception)
            failed.compared = True
            raise failed


class RubricFile(pytest.File):
    """rubric.toml: one item, the written answer."""

    def collect(self) -> Iterator[pytest.Item]:
        """The written answer."""
        yield WrittenItem.from_parent(self, name="written", rubric=read_rubric(self.path))


class WrittenItem(_Answer):
    """The written answer: collected, shown with its criteria, never scored."""

    def __init__(self, *, rubric: Rubric, **rest: Any) -> None:
        super().__init__(**rest)
        self._rubric = rubric
        self.stash[META] = Meta(f"{rubric.item}.written", rubric.points, None, wording.written_title(), reads_only=True)

    def runtest(self) -> None:
        """Collect it."""
        try:
            answer = self.config.stash[ANSWER](self._rubric.item)
        except StudentFault as fault:  # a person may still find the text in the file
            raise Pending(fault.message) from None
        raise Pending(self._rubric.words_for(answer if isinstance(answer, str) else ""))


ANSWER = pytest.StashKey[Answer]()

FILES: dict[str, type[pytest.File]] = {"quiz.toml": QuizFile, "rubric.toml": RubricFile}


def collect_questions(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The collector for a quiz or rubric file."""
    kind = FILES.get(path.name)
    return None if kind is None else kind.from_parent(parent, path=path)
