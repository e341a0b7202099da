"""The live line is only for a person at a terminal."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from rich.console import Console

from grader.cli.live import Live, line
from grader.pipeline import Event
from grader.result.verdict import Verdict

PASSED = Verdict("add.value", "adds", "passed", Fraction(1), Fraction(1))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (("loading",), "Loading torch"),
        (("ready",), "Running the checks"),
        (("verdict", PASSED, 3, 12), "3/12 ✓ add.value"),
    ],
)
def test_each_event_has_its_words(event: Event, words: str) -> None:
    assert line(event) == words


def watch(console: Console) -> str:
    with Live(console) as live:
        live(("verdict", PASSED, 3, 12))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_shows_the_line_to_a_terminal() -> None:
    assert "3/12 ✓ add.value" in watch(Console(file=io.StringIO(), force_terminal=True, _environ={"TERM": "xterm"}))


@pytest.mark.parametrize(("terminal", "kind"), [(False, "xterm"), (True, "dumb")])
def test_is_silent_elsewhere(terminal: bool, kind: str) -> None:
    assert watch(Console(file=io.StringIO(), force_terminal=terminal, _environ={"TERM": kind})) == ""
