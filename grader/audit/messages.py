"""Proves that what students read gives no answer away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.audit.cases import questions
from grader.audit.findings import Finding, Section
from grader.audit.trials import Trials
from grader.checks.quiz import Numeric, Question, Symbolic
from grader.engine import Engine

DIGITS = 4
"""A number of so many significant digits in a message is compared with the reference's numbers."""

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]*\w)", re.IGNORECASE)


def messages(trials: Trials, engine: Engine) -> Section:
    """No message of a check that failed shows a number of the reference's answer, and no words of the quiz a key."""
    findings: dict[Finding, None] = {}
    seen = {(t.seed, v.id, v.message): t.case.name for t in trials.past for v in t.missed}
    items = [item.name for item in trials.exercise.items if item.kind in ("function", "class")]
    known: dict[int, dict[str, list[str]]] = {}
    for (seed, check, message), case in seen.items():
        told = telling(message)
        if told and seed not in known:
            known[seed] = engine.numbers(seed, items)
        for number in sorted(told & set(known.get(seed, {}).get(check, ()))):
            findings[Finding(case, f"{check}, seed {seed}: the message shows {number} of the reference: {message}")] = (
                None
            )
    for question in questions(trials.exercise):
        findings |= dict.fromkeys(Finding(question.id, f"shows the key: {words}") for words in _keys_shown(question))
    count = len({message for _, _, message in seen})
    return Section("messages", f"{count} different ones show no number of the reference", tuple(findings))


def telling(message: str) -> set[str]:
    """The numbers in a message that have enough digits to be an answer, written like 1.234e+00."""
    found = set()
    for number in _NUMBER.findall(message):
        digits = re.sub(r"e.*|\.", "", number.lower()).lstrip("0")
        if len(digits) >= DIGITS:
            found.add(f"{float(number):.{DIGITS - 1}e}")
    return found


def _keys_shown(question: Question) -> Iterator[str]:
    """What a question says to wrong answers, where that has the key in it."""
    wrong = getattr(question, "wrong", ())
    entries = wrong.values() if isinstance(wrong, dict) else wrong
    said = [*(entry.says for entry in entries), getattr(question, "otherwise", "")]
    for words in said:
        if isinstance(question, Numeric) and f"{abs(question.key):.{DIGITS - 1}e}" in telling(words):
            yield words
        if isinstance(question, Symbolic) and question.key in words:
            yield words
