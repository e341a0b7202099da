"""What an audit proves without running anything: points, statements, and who speaks of which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.audit.findings import Finding, Section
from grader.audit.trials import Trials
from grader.checks.rubric import read_rubric
from grader.course.exercise import Exercise
from grader.engine import Belief, CheckInfo
from grader.result.scoring import shown

SHARE_OF_CHECK = 0.5
"""The part of its time limit that a check of a right solution may take; the rest is for slower machines."""
SHARE_OF_SUBMISSION = 0.25
"""The same for all checks of a right solution together."""

_NUMBER = re.compile(r"\b[A-Z]\d+\b")


def points(exercise: Exercise, checks: Sequence[CheckInfo]) -> Section:
    """The checks of each item add up to its points, and each check belongs to an item."""
    findings = []
    for item in exercise.items:
        total = sum((check.points for check in checks if check.item == item.name), Fraction(0))
        if total != item.points:
            what = f"has {shown(item.points)} points in exercise.toml and {shown(total)} in its checks"
            findings.append(Finding(item.name, what))
    names = {item.name for item in exercise.items}
    findings += [Finding(check.id, "belongs to no item") for check in checks if check.item not in names]
    whole = sum((item.points for item in exercise.items), Fraction(0))
    return Section("points", f"{len(checks)} checks add up to {shown(whole)}", tuple(findings))


def statements(exercise: Exercise, checks: Sequence[CheckInfo], beliefs: Sequence[Belief]) -> Section:
    """Every statement has a check, and every statement that is named exists."""
    findings = [
        Finding(where, f"rests on {number}, which the text does not have")
        for where, number in _named(exercise, checks, beliefs)
        if number not in exercise.statements
    ]
    covered = {check.statement for check in checks}
    findings += [Finding(number, "no check rests on it") for number in exercise.statements if number not in covered]
    return Section("statements", f"{len(exercise.statements)} have a check, and none is made up", tuple(findings))


def _named(exercise: Exercise, checks: Sequence[CheckInfo], beliefs: Sequence[Belief]) -> Iterator[tuple[str, str]]:
    """Who names which statement: checks, misconceptions, and the words that are said to students."""
    for check in checks:
        if check.statement:
            yield check.id, check.statement
    for belief in beliefs:
        where = f"{belief.item}: {belief.name}"
        numbers = [*([belief.statement] if belief.statement else []), *_mentioned(exercise, belief.says)]
        yield from ((where, number) for number in numbers)
    quiz, rubric = exercise.solutions / "quiz.toml", exercise.solutions / "rubric.toml"
    if quiz.exists():
        yield from ((quiz.name, number) for number in _mentioned(exercise, quiz.read_text(encoding="utf-8")))
    for criterion in read_rubric(rubric).criteria if rubric.exists() else ():
        yield from ((f"{rubric.name}: {criterion.id}", number) for number in criterion.statements)


def _mentioned(exercise: Exercise, words: str) -> list[str]:
    """Numbers in a text that are written as this exercise writes its statements' numbers."""
    letters = {number[0] for number in exercise.statements}
    return [number for number in _NUMBER.findall(words) if number[0] in letters]


def time(trials: Trials) -> Section:
    """No check of a right solution takes more than its share of the time limit."""
    limits = trials.exercise.limits
    right = [trial for trial in trials.past if not trial.missed]
    least: dict[tuple[str, str], float] = {}  # over the seeds: what a busy machine adds is not the check's
    for trial in right:
        for verdict in trial.verdicts:
            key = verdict.id, trial.case.name
            least[key] = min(least.get(key, verdict.seconds), verdict.seconds)
    longest = {check: max(seconds for (other, _), seconds in least.items() if other == check) for check, _ in least}
    findings = [
        Finding(check, f"took {seconds:.1f} s of {limits.check_seconds:g} s")
        for check, seconds in longest.items()
        if seconds > SHARE_OF_CHECK * limits.check_seconds
    ]
    whole = min((sum(v.seconds for v in trial.verdicts) for trial in right if trial.case.items is None), default=0.0)
    if whole > SHARE_OF_SUBMISSION * limits.submission_seconds:
        findings.append(Finding("all checks", f"took {whole:.1f} s of {limits.submission_seconds:g} s"))
    slowest = max(longest, key=lambda check: longest[check], default="none")
    tried = f"{whole:.1f} s of {limits.submission_seconds:g} s; slowest is {slowest}, {longest.get(slowest, 0.0):.2f} s"
    return Section("time", tried, tuple(findings))
