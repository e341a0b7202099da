"""The page holds the whole class, escapes what people wrote, and can load nothing."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from grader.classreport.page import render
from grader.classreport.report import ClassReport, build
from grader.late import Mark, marks
from grader.result.scoring import shown
from grader.roll import Entry
from tests.unit.classreport.madeup import made_up
from tests.unit.conftest import NASTY, ended, hostile, instead
from tests.unit.conftest import build as graded

VOID = {"meta", "br", "input"}


class Reader(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.rows: dict[str, list[list[str]]] = {}
        self.section = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self.section = dict(attrs)["id"] or ""
        if tag == "tr":
            self.rows.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.rows[self.section][-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if {"td", "th"} & set(self.open):
            self.rows[self.section][-1][-1] += data


@pytest.fixture(scope="module")
def reader(page: str) -> Reader:
    """The page as a browser sees it."""
    return Reader(page)


def test_every_element_is_closed(reader: Reader) -> None:
    assert reader.open == []


def test_it_can_load_nothing(reader: Reader) -> None:
    assert not [tag for tag, _ in reader.tags if tag in ("link", "img", "iframe", "object", "embed", "base", "form")]
    links = [value for _, attrs in reader.tags for key, value in attrs.items() if key in ("href", "xlink:href", "src")]
    assert links
    assert all(value and value.startswith("#") for value in links)
    assert not [key for _, attrs in reader.tags for key in attrs if key.startswith("on")]


def test_only_our_script_may_run(page: str) -> None:
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_everybody_is_in_it_with_the_mark_before_and_after(report: ClassReport, reader: Reader) -> None:
    header, *rows = reader.rows["class"]
    assert header[:6] == ["Student", "Status", "As graded", "Deducted", "Points", "Why deducted"]
    assert len(rows) == len(report.entries) == 60
    for entry, row in zip(report.entries, rows, strict=True):
        assert row[0] == f"{entry.name} {entry.student}"
        mark = report.marks.get(entry.student)
        assert row[2:5] == ([shown(mark.raw), shown(mark.deduction), shown(mark.points)] if mark else ["–"] * 3)  # noqa: RUF001
        assert row[5] == (mark.reason if mark else "")


def test_every_number_of_a_plot_is_in_a_table(report: ClassReport, reader: Reader) -> None:
    bins = [row for row in reader.rows["points"] if " to " in row[0]]
    assert [int(row[1]) for row in bins] == [one.count for one in report.bins]
    items = {row[1]: row for row in reader.rows["items"][1:]}
    for number, item in enumerate(report.items, start=1):
        row = items[item.name]
        assert row[0] == str(number)
        assert row[4] == f"{item.difficulty:.0%}"
        assert row[5] == f"{item.discrimination:.2f}"
        assert sum(map(int, row[7:])) == sum(item.outcomes.values()) - item.outcomes["passed"]
    for belief, row in zip(report.beliefs, reader.rows["misconceptions"][1:], strict=True):
        assert row[0] == str(len(belief.students))
        assert row[1].startswith(f"{belief.name} {belief.item}\n")
        assert belief.statement is not None
        assert f"{belief.statement.id} {belief.statement.text}" in row[1]


def test_near_identical_work_is_a_hint(reader: Reader) -> None:
    (pair,) = reader.rows["pairs"][1:]
    assert pair[2] == "100%"
    assert any("A hint, not a verdict." in words for words in reader.words)


def test_those_without_a_mark_have_their_reasons(reader: Reader) -> None:
    refused, fault = reader.rows["without"][1:]
    assert refused[1:] == ["refused", "ex3.zip holds two solutions, a/ex3.py and b/ex3.py.\nKeep one."]
    assert fault[1] == "not graded, through no fault of the student's"


def test_the_same_class_gives_the_same_page(report: ClassReport, page: str) -> None:
    assert render(report) == page


def test_what_people_wrote_is_text_and_nothing_else() -> None:
    message = ended("q1.answer", misconception=NASTY, message=NASTY)
    code = "\n".join(f"value = '{NASTY}'.replace(x, {n})" for n in range(9)).replace("\0", "").replace("\ud800", "")
    entries = [
        Entry(NASTY, NASTY, status="graded", result=hostile(), group=(NASTY, "x"), code=code),
        Entry("b", NASTY, status="graded", result=graded(instead(message)), code=code),
        Entry("c", NASTY, status="refused", reason=NASTY),
    ]
    given = {
        student: dataclasses.replace(mark, reason=NASTY, unclear=True) for student, mark in marks(entries, None).items()
    }
    page = render(build(NASTY, NASTY, entries, given))
    reader = Reader(page)
    assert reader.open == []
    assert [tag for tag, _ in reader.tags].count("script") == 1
    assert not {"a", "b"} & {tag for tag, attrs in reader.tags if attrs.get("href", "#") == "javascript:b"}
    page.encode()


def test_a_class_of_which_nobody_has_a_mark() -> None:
    page = render(build("ex3", "Adding", [Entry("a"), Entry("b", status="refused", reason="no file")], {}))
    assert "Nobody has a mark yet." in page
    assert Reader(page).rows["class"][1][:2] == ["a", "nothing handed in"]


def test_without_a_policy_no_column_speaks_of_deductions() -> None:
    entries = made_up(12)
    page = render(build("ex3", "Adding", entries, marks(entries, None)))
    assert "Deducted" not in page
    assert "after deductions" not in page


def test_results_of_another_version_or_level_are_said() -> None:
    result = graded()
    other = result.model_copy(
        update={"exercise": result.exercise.model_copy(update={"version": "old"}), "isolation": "process"}
    )
    entries = [Entry(f"s{n}", status="graded", result=result) for n in range(3)]
    entries.append(Entry("old", status="graded", result=other))
    report = build("ex3", "Adding", entries, {entry.student: Mark(Fraction(1)) for entry in entries})
    assert report.items[0].count == 3
    assert report.notes == (
        "1 result comes from another version of the exercise than most. It is not in the figures on items and checks; "
        "grade the class again.",
        "Not all were graded at one level: 1 process, 3 sealed.",
    )
