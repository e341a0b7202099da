"""What is happening right now, as a line on standard error that leaves no trace; silent when nobody looks at it."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.status import Status
from rich.text import Text

from grader.pipeline import Event
from grader.reports.outline import FAILED, MARKS


class Live:
    """A spinner with one line of text. Call it with each event of the pipeline's."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        shown = self._console.is_terminal and not self._console.is_dumb_terminal
        self._status = Status("", console=self._console) if shown else None

    def __enter__(self) -> Self:
        self(("loading",))
        if self._status:
            self._status.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._status:
            self._status.stop()

    def __call__(self, event: Event) -> None:
        """Show the event."""
        if self._status:
            self._status.update(Text(line(event), overflow="ellipsis", no_wrap=True))


def line(event: Event) -> str:
    """Return an event as one line."""
    match event:
        case ("loading",):
            return "Loading torch"
        case ("ready",):
            return "Running the checks"
        case ("verdict", verdict, done, total):
            return f"{done}/{total} {MARKS.get(verdict.outcome, FAILED)} {verdict.id}"
