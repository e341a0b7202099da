"""Whole reports, as people see them. After a wanted change: pytest --update-gold, then look at the difference."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.reports import html, json, markdown, terminal
from grader.result.model import Result

Gold = Callable[[str, str], None]


@pytest.mark.parametrize("width", [60, 100])
def test_terminal(results: dict[str, Result], result_name: str, width: int, gold: Gold) -> None:
    gold(terminal.render(results[result_name], width=width), f"terminal/{result_name}-{width}.txt")


def test_terminal_in_colour(results: dict[str, Result], gold: Gold) -> None:
    gold(terminal.render(results["partly_wrong"], colour=True), "terminal/partly_wrong-colour.txt")


@pytest.mark.parametrize("name", ["partly_wrong", "hostile", "grader_fault"])
def test_documents(results: dict[str, Result], name: str, gold: Gold) -> None:
    gold(json.render(results[name]), f"json/{name}.json")
    gold(html.render(results[name]), f"html/{name}.html")
    gold(markdown.render(results[name]), f"markdown/{name}.md")
