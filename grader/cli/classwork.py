"""What an instructor sees of a batch: how far it is, which marks change, and how the class stands at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from grader.records.rows import Row
from grader.result.scoring import shown
from grader.result.text import one_line
from grader.submission.names import quoted

SHOWN_CHANGES = 50
REASON_LIMIT = 300
_STATUS = {"graded": "graded", "not_graded": "not graded", "refused": "refused", "missing": "missing"}


class Bar:
    """A bar with the rate and the time left, on standard error; only a line on what is due where nobody looks at it."""

    def __init__(self, console: Console | None = None) -> None:
        """Use standard error, unless a console is given."""
        console = console or Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
        silent = not console.is_terminal or console.is_dumb_terminal
        self._progress = Progress(*columns, console=console, transient=True, disable=silent)
        self._task = self._progress.add_task("Reading", total=None)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Take the bar away."""
        self._progress.stop()

    def read(self, number: int, total: int) -> None:
        """So many hand-ins are read."""
        self._progress.update(self._task, completed=number, total=total)

    def due(self, number: int) -> None:
        """So many have to be graded."""
        said = f"{number} to grade." if number else "Nothing new to grade."
        self._progress.console.print(said, highlight=False)
        self._progress.reset(self._task, description="Grading", total=number)

    def graded(self) -> None:
        """One more is done."""
        self._progress.advance(self._task)


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        """Hand-ins a second, or seconds for each."""
        if not task.speed:
            return Text("")
        return Text(f"{task.speed:.1f}/s" if task.speed >= 1 else f"{1 / task.speed:.1f} s each")


def changes(replaced: Iterable[tuple[Row, Row]]) -> Iterator[str]:
    """Yield lines on the marks that are about to change: the first ones, and how many more."""
    same = different = 0
    for before, after in replaced:
        if _standing(before) == _standing(after):
            same += 1
            continue
        different += 1
        if different == 1:
            yield "Marks that change:"
        if different <= SHOWN_CHANGES:
            yield f"  {_who(after)}: {_standing(before)} → {_standing(after)}"
    if different > SHOWN_CHANGES:
        yield f"  … and {different - SHOWN_CHANGES} more"
    if same:
        yield f"Graded again, with the same outcome: {same}."


def closing(rows: Iterable[Row], where: str, present: Container[str]) -> tuple[list[str], bool]:
    """Return the last lines of a batch, and whether all are graded; `present` are the students of the download."""
    count: Counter[str] = Counter()
    trouble, earlier = [], []
    for row in rows:
        count[row.status] += 1
        if row.student not in present:
            earlier.append(_who(row))
        if row.status in ("not_graded", "refused"):
            trouble.append(f"  {_who(row)}: {_STATUS[row.status]}. {_why(row)}")
    lines = ["Not graded or refused:", *trouble] if trouble else []
    lines += [f"Not in this download, and kept from earlier runs: {quoted(earlier)}."] if earlier else []
    numbers = ", ".join(f"{count[status]} {words}" for status, words in _STATUS.items() if count[status])
    total = sum(count.values())
    return [*lines, f"{total} {'student' if total == 1 else 'students'}: {numbers}. {where}"], not trouble


def _standing(row: Row) -> str:
    if row.score is None or row.max_score is None:
        return _STATUS[row.status]
    pending = f", {shown(row.pending)} pending" if row.pending else ""
    return f"{shown(row.score)} of {shown(row.max_score)}{pending}"


def _who(row: Row) -> str:
    return row.student if row.name in ("", row.student) else f"{row.name} ({row.student})"


def _why(row: Row) -> str:
    """The reason on one line; of a traceback what it ends with."""
    lines = [line.strip() for line in row.reason.splitlines() if line.strip()]
    told = lines if row.status == "refused" else list(dict.fromkeys([*lines[:1], *lines[-1:]]))
    return one_line(" ".join(told), REASON_LIMIT)
