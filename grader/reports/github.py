"""A result as workflow commands of GitHub Actions: annotations on the student's lines, the costliest first.

Nothing but commands is written, each on a line of its own, so no text can become a command. The summary of the step
is another report, grader.reports.summary.
"""

from __future__ import annotations

import posixpath

from grader import wording
from grader.reports.notice import Notice, marked
from grader.reports.plain import headline, name
from grader.result.model import Check, Result
from grader.result.scoring import shown
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
    missing = [check for check in outcome.checks if check.score < check.max_score and check.outcome != "pending"]
    worst = sorted(missing, key=lambda check: check.score - check.max_score)[:ANNOTATIONS]
    points = wording.points(shown(outcome.score), shown(outcome.max_score))
    return "".join(
        [_command("notice", headline(outcome), title=points), *(_annotation(outcome, c, folder) for c in worst)]
    )


def _notice(notice: Notice) -> str:
    """Return one error."""
    return _command("error", notice.message, title=wording.REFUSED if notice.refused else wording.NO_MARK)


def _annotation(result: Result, check: Check, folder: str) -> str:
    source = posixpath.normpath(posixpath.join(folder, result.submission.source))
    place, where, said = check.place, {}, check.message or wording.OUTCOMES[check.outcome]
    if place and source.endswith(".ipynb"):  # lines of a notebook's file are not those of its cells
        where = {"file": source}
        said = f"{wording.place(place.label, place.line)}: {place.text}\n{said}"
    elif place and place.label.endswith(".py"):
        where = {"file": posixpath.join(posixpath.dirname(source), place.label), "line": str(place.line)}
    points = f"{shown(check.score)} / {shown(check.max_score)}"
    return _command("error", said, **where, title=f"{name(check)} ({points})")


def _command(kind: str, message: str, **properties: str) -> str:
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{kind} {given}::{_data(clean(message, _MESSAGE_LIMIT))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
