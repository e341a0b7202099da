"""A result as workflow commands of GitHub Actions: annotations on the student's lines, the costliest first.

Nothing but commands is written, each on a line of its own, so no text can become a command. The summary of the step
is another report, grader.reports.summary.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from grader import wording
from grader.reports.notice import Notice, marked
from grader.reports.outline import score
from grader.reports.plain import headline, name, spot
from grader.result.model import Check, Place, Result
from grader.result.scoring import shown, total
from grader.result.text import clean

ANNOTATIONS = 10
"""So many of a kind are shown for a step; the others would be dropped."""
_MESSAGE_LIMIT = 2_000


def render(outcome: Result | Notice, *, folder: str = "") -> str:
    """Return the commands: the points as a notice and what costs most as errors, or that there is no mark.

    `folder` is where in the repository the submission lies.
    """
    outcome = marked(outcome)
    if isinstance(outcome, Notice):
        return _notice(outcome)
    points = _command("notice", headline(outcome), title=wording.points(shown(outcome.score), shown(outcome.max_score)))
    return "".join([points, *(_annotation(outcome, checks, folder) for checks in _costliest(outcome))])


def _notice(notice: Notice) -> str:
    """Return one error."""
    return _command("error", notice.message, title=wording.REFUSED if notice.refused else wording.NO_MARK)


def _costliest(result: Result) -> list[list[Check]]:
    """The checks that miss points, those together that say the same of the same line."""
    together: dict[tuple[object, str], list[Check]] = {}
    for check in result.checks:
        if check.score < check.max_score and check.outcome != "pending":
            said = check.message or check.id
            together.setdefault((_place(result, check) or check.item, said), []).append(check)
    return sorted(together.values(), key=lambda checks: total(checks).score - total(checks).max_score)[:ANNOTATIONS]


def _annotation(result: Result, checks: Sequence[Check], folder: str) -> str:
    check, others = checks[0], len(checks) - 1
    source = posixpath.normpath(posixpath.join(folder, result.submission.source))
    place, where = _place(result, check), {"file": source}
    said = check.message or wording.OUTCOMES[check.outcome]
    if place and source.endswith(".ipynb"):  # lines of a notebook's file are not those of its cells
        said = f"{spot(place)}\n{said}"
    elif place:
        where = {"file": posixpath.join(posixpath.dirname(source), place.label), "line": str(place.line)}
    title = f"{name(check)}{wording.and_others(others) if others else ''} ({score(checks)})"
    return _command("error", said, **where, title=title)


def _place(result: Result, check: Check) -> Place | None:
    """Where it happened, or else where the student defines what is wrong."""
    return check.place or result.submission.definitions.get(check.item)


def _command(kind: str, message: str, **properties: str) -> str:
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{kind} {given}::{_data(clean(message, _MESSAGE_LIMIT))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
