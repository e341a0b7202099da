"""What every report needs to know of a result beyond its fields: items, failures that repeat, what to look at next."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from grader import wording
from grader.result.model import Check, Result, Statement
from grader.result.scoring import shown, total
from grader.result.verdict import ELSEWHERE

MARKS = {"passed": "✓", "pending": "○", "skipped": "·", "not_graded": "!"}
FAILED = "✗"
"""The mark of every outcome that is not in MARKS."""

_MARKED = re.compile(r"`(?P<code>[^`\n]+)`|(?<![\w*])\*(?P<emphasis>[^\W\d_](?:[^*`\n]*[^\W\d_])?)\*(?![\w*])")


@dataclass(frozen=True)
class Item:
    """The checks of one function, class or answer."""

    name: str
    checks: tuple[Check, ...]
    shared: Check | None
    """One of the checks if all ended the same bad way, so that it is said once."""

    def repeats(self, check: Check) -> bool:
        """Whether an earlier check of the item says the same."""
        earlier = itertools.takewhile(lambda other: other is not check, self.checks)
        return any(_words(other) == _words(check) for other in earlier) and bool(check.message)


def items(checks: Iterable[Check]) -> list[Item]:
    """Group the checks by what they grade."""
    groups = itertools.groupby(checks, key=lambda check: check.item)
    grouped = ((name, tuple(group)) for name, group in groups)
    return [Item(name, group, _shared(group)) for name, group in grouped]


def whole_file(result: Result) -> Check | None:
    """Return a check if all items failed the same way: the file could not be run at all."""
    checks = [check for check in result.checks if check.outcome != "pending"]
    several = len({check.item for check in checks}) > 1
    return checks[0] if several and _alike(checks) else None


def whose(result: Result) -> list[str]:
    """Return the file's name, and the student's unless the file is named after them or the exercise."""
    student, source = result.submission.student, result.submission.source
    return [source] if source.partition(".")[0] == student else [source, student]


def look_at_next(result: Result) -> Check | None:
    """Return the failed check to start with: one that is diagnosed, else one whose code is written, else the first."""
    failed = [check for check in result.checks if check.outcome not in ("passed", "pending", "skipped", "not_graded")]
    diagnosed = [check for check in failed if check.misconception]
    written = [check for check in failed if not not_written(check)]
    return next(iter(diagnosed or written or failed), None)


def not_written(check: Check) -> bool:
    """Whether the check met the stub, still as it was."""
    unwritten = wording.not_written(check.item).rstrip(".")
    return check.message.startswith(unwritten) or check.message == wording.NOT_ANSWERED


def summary(check: Check) -> str:
    """Return in one line what every check of an item ended with."""
    if check.place and check.message.startswith(wording.not_written(check.item).rstrip(".")):
        return f"`{check.item}`: {wording.NOT_WRITTEN} ({wording.place(check.place.label, check.place.line)})"
    return check.message if f"`{check.item}`" in check.message else f"`{check.item}`: {check.message}"


def goes_against(check: Check) -> Statement | None:
    """Return the statement to show with a failed check: none if the check says nothing of the answer itself."""
    silent = check.outcome in ("pending", "skipped", "not_graded") or not_written(check)
    return None if silent else check.statement


def waits(result: Result) -> str:
    """Return what is pending, and whether it waits for a person or for the student to hand in; "" for nothing."""
    pending = [check for check in result.checks if check.outcome == "pending"]
    if not pending:
        return ""
    at_home = all(check.id.endswith(f".{ELSEWHERE}") for check in pending)
    names = ", ".join(dict.fromkeys(check.item for check in pending))
    return (wording.until_handed_in if at_home else wording.pending)(shown(result.pending), names)


def spans(text: str) -> list[tuple[str, Literal["text", "code", "emphasis"]]]:
    """Split a message at its `code` and its *emphasis*, the only markup that messages have."""
    found: list[tuple[str, Literal["text", "code", "emphasis"]]] = []
    end = 0
    for match in _MARKED.finditer(text):
        found.append((text[end : match.start()], "text"))
        found.append((match["code"], "code") if match["code"] else (match["emphasis"], "emphasis"))
        end = match.end()
    found.append((text[end:], "text"))
    return [(piece, kind) for piece, kind in found if piece]


def head(text: str, lines: int, columns: int) -> tuple[str, int]:
    """Return the first lines of `text`, each cut at `columns`, and how many lines are left out."""
    every = text.rstrip("\n").split("\n")
    cut = [line if len(line) <= columns else line[: columns - 1] + "…" for line in every[:lines]]
    return "\n".join(cut), max(0, len(every) - lines)


def score(checks: Iterable[Check]) -> str:
    """Return the points of some checks for people: "5 / 7", "(14)" for what waits, nothing where there is no mark."""
    checks = list(checks)
    if any(check.outcome == "not_graded" for check in checks):
        return wording.OUTCOMES["not_graded"]
    points = total(checks)
    if points.pending and not points.max_score:
        return f"({shown(points.pending)})"
    return f"{shown(points.score)} / {shown(points.max_score)}"


def _shared(checks: Sequence[Check]) -> Check | None:
    return checks[0] if _alike(checks) and (len(checks) > 1 or not_written(checks[0])) else None


def _words(check: Check) -> tuple[str, str | None]:
    return check.message, check.misconception


def _alike(checks: Sequence[Check]) -> bool:
    ends = {(check.outcome, check.message) for check in checks}
    return len(ends) == 1 and checks[0].outcome not in ("passed", "pending", "skipped") and bool(checks[0].message)
