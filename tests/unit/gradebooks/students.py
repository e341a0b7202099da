"""Students with marks, made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from grader.gradebooks.award import Awards, gather
from grader.late import Mark
from grader.result import model
from grader.result.verdict import Outcome
from grader.roll import Entry

TOTAL = Fraction(20)


def graded(
    student: str,
    score: Fraction | int,
    *,
    name: str = "",
    keys: Sequence[str] = (),
    maximum: Fraction | int = TOTAL,
    pending: Fraction | int = 0,
) -> Entry:
    """A student who has `score` of `maximum` points in two items, and perhaps points that wait."""
    first = min(Fraction(score), Fraction(maximum) / 2)
    checks = [
        _check("add.value", first, Fraction(maximum) / 2),
        _check("stack.value", Fraction(score) - first, Fraction(maximum) / 2),
    ]
    waits = model.Check(id="essay.text", title="", outcome="pending", score=Fraction(0), max_score=Fraction(pending))
    result = model.Result(
        exercise=model.ExerciseInfo(id="ex9", title="Adding", version="1"),
        submission=model.SubmissionInfo(student=student, source=f"{student}.py", sha256="00"),
        parts=(
            model.Part(
                id="A",
                title="Adding & stacking",
                checks=(*checks, *([waits] if pending else [])),
            ),
        ),
        problem="",
        isolation="sealed",
        seed=1,
        seconds=1.0,
        grader="0.1.0",
    )
    return Entry(student, name or student, keys=tuple(keys), status="graded", result=result)


def awards(*entries: Entry, partial: bool = False, deductions: Mapping[str, Fraction] | None = None) -> Awards:
    """Their marks, less the deductions."""
    less = deductions or {}
    marks = {
        entry.student: Mark(entry.marked.score, less.get(entry.student, Fraction(0)), "1 day late")
        for entry in entries
        if entry.marked
    }
    return gather(entries, marks, partial=partial)


def _check(name: str, score: Fraction, maximum: Fraction) -> model.Check:
    outcome: Outcome = "passed" if score == maximum else "failed"
    return model.Check(id=name, title="adds", outcome=outcome, score=score, max_score=maximum)
