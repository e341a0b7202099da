"""Plots are the same every time, fit the page's colours, and cannot clash with each other."""

from __future__ import annotations

import dataclasses
import re
import xml.etree.ElementTree as ElementTree

import matplotlib
import pytest

from grader.classreport import plots
from grader.classreport.report import ClassReport
from grader.classreport.statistics import Belief, Figures

DRAWN = ("distribution", "outcomes", "difficulty", "misconceptions")


def drawn(report: ClassReport) -> dict[str, str]:
    assert report.spread is not None
    return {
        "distribution": plots.distribution(report.bins, report.spread),
        "outcomes": plots.outcomes(report.items),
        "difficulty": plots.difficulty(report.items),
        "misconceptions": plots.misconceptions(report.beliefs),
    }


@pytest.fixture(scope="module")
def svgs(report: ClassReport) -> dict[str, str]:
    """All plots of the class."""
    return drawn(report)


def test_the_same_class_gives_the_same_bytes_whatever_this_machines_settings(
    report: ClassReport, svgs: dict[str, str]
) -> None:
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red"}):
        assert drawn(report) == svgs


@pytest.mark.parametrize("name", DRAWN)
def test_each_is_well_formed_and_says_what_it_is(svgs: dict[str, str], name: str) -> None:
    root = ElementTree.fromstring(svgs[name])
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"]
    assert "width" not in root.attrib, "the page decides"


@pytest.mark.parametrize("name", DRAWN)
def test_ink_is_the_pages_and_no_colour_stands_alone(svgs: dict[str, str], name: str) -> None:
    colours = set(re.findall(r"#[0-9a-f]{6}\b", svgs[name]))
    assert colours <= {"#0072b2", "#e69f00", "#d0d0d0", "#1d2129", "#ffffff"}
    assert "currentColor" in svgs[name]
    if "#e69f00" in colours and name != "difficulty":
        assert "<pattern" in svgs[name], "told apart by hatches, too"


def test_ids_are_used_once_on_a_page_and_links_stay_within(svgs: dict[str, str]) -> None:
    page = "".join(svgs.values())
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    targets = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', page)
    assert {one or other for one, other in targets} <= set(ids)


def test_every_bar_is_labelled(report: ClassReport, svgs: dict[str, str]) -> None:
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svgs["misconceptions"])
    for belief in report.beliefs:
        assert f"{belief.name}, {belief.item}" in texts
        assert str(len(belief.students)) in texts


def test_items_in_one_place_share_a_dot_that_names_them_all(report: ClassReport) -> None:
    first = report.items[0]
    second = dataclasses.replace(first, difficulty=first.difficulty / 2)
    svg = plots.difficulty([first, dataclasses.replace(first, name="twin"), second, first])
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert "1, 2, 4" in texts
    assert "3" in texts


def test_items_that_would_cover_each_other_share_a_dot_too(report: ClassReport) -> None:
    figures = [(0.949, -0.20), (0.951, -0.17), (0.96, -0.18), (0.5, -0.18), (0.95, 0.5)]
    items = [
        dataclasses.replace(report.items[0], difficulty=difficulty, discrimination=discrimination)
        for difficulty, discrimination in figures
    ]
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", plots.difficulty(items))
    assert [text for text in texts if re.fullmatch(r"[1-5](, [1-5])*", text)] == ["4", "5", "1, 2, 3"]


def test_the_last_bar_is_as_wide_as_the_others(report: ClassReport, svgs: dict[str, str]) -> None:
    assert report.bins[-1].high - report.bins[-1].low < report.bins[0].high - report.bins[0].low
    bars = re.findall(r'd="M ([\d.]+) [^"]*?L ([\d.]+) [^"]*"[^>]*#0072b2', svgs["distribution"])
    assert len(bars) == len(report.bins)
    assert len({round(float(right) - float(left), 3) for left, right in bars}) == 1


def test_odd_names_are_drawn_as_they_are(report: ClassReport) -> None:
    belief = Belief("a $x^2$ & <b> belief \\frac", "item", None, "", ("ada",))
    assert "a $x^2$ &amp; &lt;b&gt; belief \\frac, item" in plots.misconceptions([belief])


def test_a_class_where_nothing_varies(report: ClassReport) -> None:
    same = Figures("one", "", "A", None, report.items[0].points, 3, 1.0, None, {"passed": 3})
    assert plots.difficulty([same]) == plots.difficulty([])
    assert "one" in plots.outcomes([same])
