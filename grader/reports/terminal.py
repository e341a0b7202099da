"""A result as text for a terminal, from 40 columns up."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

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
    summary,
    waits,
    whole_file,
    whose,
)
from grader.result.model import Check, Result
from grader.result.scoring import shown
from grader.result.verdict import Outcome

_COLOURS = {"passed": "green", "pending": "yellow", "skipped": "yellow", "not_graded": "yellow"}
_STYLES = {"text": "", "emphasis": "italic"}
_OUTPUT_LINES = 8
_OUTPUT_COLUMNS = 300
_STEP = 2


def render(result: Result, *, width: int = 80, colour: bool = False) -> str:
    """Return the report; `colour` adds terminal styles."""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system="256" if colour else None,
        no_color=not colour,
        highlight=False,
        legacy_windows=False,
        _environ={},
    )
    for block in _report(result):
        console.print(block)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"


def _report(result: Result) -> Iterator[RenderableType]:
    yield Text(result.exercise.title, style="bold")
    yield Text(" · ".join([result.exercise.id, *whose(result)]), style="dim")
    yield from (_prose(note, style="yellow") for note in result.submission.notes)
    if result.fault:
        yield from ("", Text(wording.NOT_GRADED[result.fault], style="bold yellow"))
    broken = whole_file(result)
    if broken:
        yield from ("", _row(_prose(broken.message), "", _mark("failed")), *_evidence(broken, 1))
    for part in result.parts:
        yield ""
        yield _row(Text(f"{part.id}  {part.title}", style="bold"), score(part.checks))
        if not broken:
            for item in items(part.checks):
                yield from _item(item)
    yield from _ending(result, None if broken else look_at_next(result))


def _item(item: Item) -> Iterator[RenderableType]:
    points = score(item.checks)
    if item.shared:
        yield _indented(_row(_message(item.shared, summary(item.shared)), points, _mark(item.shared.outcome)), 1)
        if not not_written(item.shared):
            yield from _evidence(item.shared, 2)
        return
    yield _indented(_row(Text(item.name, style="cyan"), points), 1)
    for check in item.checks:
        yield _indented(_row(Text(check.title), score([check]), _mark(check.outcome)), 2)
        if check.outcome != "passed" and check.message:
            yield _indented(_message(check, wording.AS_ABOVE if item.repeats(check) else check.message), 3)
            if statement := goes_against(check):
                yield _indented(Text.assemble((f"{statement.id}  ", "bold"), (statement.text, "italic")), 3)
            yield from _evidence(check, 3)


def _evidence(check: Check, depth: int) -> Iterator[RenderableType]:
    if len(check.traceback) > 1:
        yield _indented(Text(wording.TRACEBACK, style="dim"), depth)
        yield from (_indented(Text(frame), depth + 1) for frame in check.traceback)
    elif check.place:
        where = wording.place(check.place.label, check.place.line)
        yield _indented(Text.assemble((f"{where}:  " if check.place.text else where, "dim"), check.place.text), depth)
    if check.output.strip():
        text, left_out = head(check.output, _OUTPUT_LINES, _OUTPUT_COLUMNS)
        yield _indented(Text(wording.PRINTED, style="dim"), depth)
        yield _indented(Text(text), depth + 1)
        if left_out:
            yield _indented(Text(wording.more_lines(left_out), style="dim"), depth + 1)


def _ending(result: Result, first: Check | None) -> Iterator[RenderableType]:
    yield from ("", Rule(style="dim"))
    if not result.fault:
        style = "bold green" if result.full_marks else "bold"
        yield Text(wording.points(shown(result.score), shown(result.max_score)), style=style)
    if waiting := waits(result):
        yield Text(waiting)
    if first:
        yield from ("", Text(wording.NEXT, style="bold"))
        if not_written(first):
            yield _indented(_prose(summary(first)), 1)
        else:
            yield _indented(Text.assemble((first.item, "cyan"), f": {first.title}"), 1)
            yield _indented(_prose(first.message), 1)
    facts = f"{wording.again(result.seed)} · {result.isolation} · {result.seconds:.1f} s"
    yield from ("", Text(facts, style="dim"))


def _message(check: Check, words: str) -> Text:
    message = _prose(words)
    if check.misconception:
        message.append(f"  [{check.misconception}]", style="dim")
    return message


def _prose(text: str, style: str = "") -> Text:
    pieces = ((f"`{piece}`", "cyan") if kind == "code" else (piece, _STYLES[kind]) for piece, kind in spans(text))
    return Text.assemble(*pieces, style=style)


def _mark(outcome: Outcome) -> Text:
    return Text(MARKS.get(outcome, FAILED), style=_COLOURS.get(outcome, "red"))


def _row(title: Text, points: str, mark: Text | None = None) -> Table:
    """One entry with its points at the right end; a mark stands in a column of its own, so that the title hangs."""
    row = Table.grid(expand=True, padding=(0, 1, 0, 0), pad_edge=False)
    if mark:
        row.add_column(width=1)
    row.add_column(ratio=1, overflow="fold")
    row.add_column(justify="right", no_wrap=True)
    row.add_row(*([mark] if mark else []), title, Text(points))
    return row


def _indented(block: RenderableType, depth: int) -> Padding:
    return Padding(block, (0, 0, 0, _STEP * depth))
