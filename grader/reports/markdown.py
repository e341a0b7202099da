"""A result as Markdown, for mail, issues and learning platforms. Nothing in it can be markup of the student's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader import wording
from grader.reports.outline import (
    FAILED,
    MARKS,
    Item,
    goes_against,
    head,
    items,
    look_at_next,
    not_written,
    score,
    spans,
    waits,
    whole_file,
    whose,
)
from grader.result.model import Check, Result
from grader.result.scoring import shown

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_LEADING = re.compile(r"^(\d*)([#+\-=>:.)])")
_OUTPUT_LINES = 20
_OUTPUT_COLUMNS = 300


def render(result: Result) -> str:
    """Return the report."""
    return "\n\n".join(_blocks(result)) + "\n"


def _blocks(result: Result) -> Iterator[str]:
    yield f"# {_text(result.exercise.title)}"
    yield ", ".join([_code(result.exercise.id), *map(_code, whose(result))])
    if result.fault:
        yield f"**{_text(wording.NOT_GRADED[result.fault])}**"
    else:
        yield f"**{wording.points(shown(result.score), shown(result.max_score))}**"
    if waiting := waits(result):
        yield _text(waiting)
    yield from (f"> {_prose(note)}" for note in result.submission.notes)
    broken = whole_file(result)
    first = look_at_next(result)
    if broken:
        yield from (_prose(broken.message), *_evidence(broken, ""))
    elif first:
        yield f"**{wording.NEXT}:** {_code(first.item)}, {_text(first.title)}. {_prose(first.message)}"
    for part in result.parts:
        yield f"## {_text(part.id)} {_text(part.title)} · {score(part.checks)}"
        for item in [] if broken else items(part.checks):
            yield from _item(item)
    yield f"{_text(wording.again(result.seed))}, {_text(result.isolation)}, {result.seconds:.1f} s"


def _item(item: Item) -> Iterator[str]:
    yield f"### {_code(item.name)} · {score(item.checks)}"
    if item.shared:
        yield _message(item.shared, item.shared.message)
        yield from [] if not_written(item.shared) else _evidence(item.shared, "")
        return
    for check in item.checks:
        state = "" if check.outcome == "passed" else f"**{wording.OUTCOMES[check.outcome]}**: "
        yield f"- {MARKS.get(check.outcome, FAILED)} {state}{_text(check.title)} · {score([check])}"
        if check.outcome != "passed" and check.message:
            yield "  " + _message(check, wording.AS_ABOVE if item.repeats(check) else check.message)
            if statement := goes_against(check):
                yield f"  > **{_text(statement.id)}** {_text(statement.text)}"
            yield from _evidence(check, "  ")


def _evidence(check: Check, indent: str) -> Iterator[str]:
    if len(check.traceback) > 1:
        yield f"{indent}{wording.TRACEBACK}"
        yield _fenced("\n".join(check.traceback), indent)
    elif check.place:
        code = f": {_code(check.place.text)}" if check.place.text else ""
        yield f"{indent}{_text(wording.place(check.place.label, check.place.line))}{code}"
    if check.output.strip():
        text, left_out = head(check.output, _OUTPUT_LINES, _OUTPUT_COLUMNS)
        yield f"{indent}{wording.PRINTED}"
        yield _fenced(f"{text}\n{wording.more_lines(left_out)}" if left_out else text, indent)


def _message(check: Check, words: str) -> str:
    return _prose(words) + (f" ({_code(check.misconception)})" if check.misconception else "")


def _text(text: str) -> str:
    """Text that shows as itself, whether or not it begins a line: no markup and no HTML."""
    escaped = _LEADING.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", " ".join(text.split())))
    return escaped.replace("&", "&amp;").replace("<", "&lt;")


def _prose(text: str) -> str:
    """Text whose `code` is kept as code and whose *emphasis* is kept as such."""
    written = {"text": _spaced, "code": _code, "emphasis": _emphasis}
    return "".join(written[kind](piece) for piece, kind in spans(text))


def _emphasis(text: str) -> str:
    return f"*{_text(text)}*"


def _spaced(text: str) -> str:
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{_text(text)}{after}"


def _code(text: str) -> str:
    """A code span whose fence is longer than any run of backticks in it."""
    flat = " ".join(text.split())
    fence = "`" * (_longest_run(flat) + 1)
    pad = " " if flat[:1] == "`" or flat[-1:] == "`" else ""
    return f"{fence}{pad}{flat}{pad}{fence}"


def _fenced(text: str, indent: str) -> str:
    fence = "`" * max(3, _longest_run(text) + 1)
    return "\n".join(indent + line for line in (f"{fence}text", *text.split("\n"), fence))


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
