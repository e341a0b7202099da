"""The plots of a class report: SVG that takes its ink from the page, the same bytes for the same class.

Colours are Okabe and Ito's, which the colour-blind tell apart, and no plot needs them: hatches, marks and words say it
too. Everything that is drawn also stands in a table.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from grader.classreport.statistics import Belief, Bin, Figures, Spread

_INK = "#010101"
"""Stands for the page's own text colour, light or dark, until the SVG is written."""
_SOFT = "#020202"
_BLUE, _ORANGE, _GREEN = "#0072b2", "#e69f00", "#009e73"
_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "torchgrader",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "hatch.linewidth": 0.6,
    "hatch.color": "#1d2129",
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_WIDTH = 5.6
"""In inches. At this width letters can be read on a phone, and are not too large on a desk."""
_LABEL = 44
_RIGHT = 1.02
_DOT_HEIGHT = 0.055
"""As a part of the axis."""
_OUTCOMES = (
    ("passed", ("passed",), _BLUE, ""),
    ("not yet", ("failed",), _ORANGE, "///"),
    ("raised, stopped or skipped", ("error", "timeout", "memory", "crashed", "skipped"), "#d0d0d0", "..."),
)


def distribution(bins: Sequence[Bin], spread: Spread) -> str:
    """Draw how many students have how many points."""
    with _style():
        figure, axes = _figure(2.9)
        width = bins[0].high - bins[0].low
        axes.bar(
            [one.low for one in bins],
            [one.count for one in bins],
            width=width,
            align="edge",
            color=_BLUE,
            edgecolor=_INK,
            linewidth=0.6,
        )
        axes.axvline(spread.median, color=_INK, linestyle="--", linewidth=1.2)
        axes.annotate(
            f"median {spread.median:.4g}", (spread.median, 1), (3, 2), xycoords=("data", "axes fraction"),
            textcoords="offset points",
        )  # fmt: skip
        axes.set_xlim(bins[0].low, bins[-1].low + width)
        axes.set_xlabel("points")
        axes.set_ylabel("students")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        return _svg(figure, "distribution", "How many students have how many points")


def outcomes(items: Sequence[Figures]) -> str:
    """Draw how the checks of each item ended, as shares."""
    with _style():
        figure, axes = _figure(0.7 + 0.27 * len(items))
        left = [0.0] * len(items)
        for label, names, colour, hatch in _OUTCOMES:
            shares = [_share(item, names) for item in items]
            axes.barh(
                range(len(items)), shares, left=left, label=label, color=colour, hatch=hatch, edgecolor=_INK,
                linewidth=0.5, height=0.72,
            )  # fmt: skip
            left = [start + share for start, share in zip(left, shares, strict=True)]
        _labels(axes, [f"{item.name}  {number}" for number, item in enumerate(items, start=1)])
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.set_xlabel("share of the checks' outcomes")
        figure.legend(loc="outside upper left", ncols=3, frameon=False, columnspacing=1.2)
        return _svg(figure, "outcomes", "How the checks of each item ended")


def difficulty(items: Sequence[Figures]) -> str:
    """Draw each item's discrimination over its difficulty, as its number; items with no discrimination are left out."""
    with _style():
        figure, axes = _figure(4.2)
        axes.axhspan(-1, 0.2, color=_ORANGE, alpha=0.15, linewidth=0)
        axes.axhline(0.2, color=_SOFT, linestyle=":", linewidth=1)
        axes.annotate(
            "below 0.2: says little about the rest", (0.01, 0.2), (0, -11), textcoords="offset points", color=_SOFT
        )
        pill = {
            "boxstyle": "round,pad=0.3,rounding_size=0.8",
            "facecolor": _BLUE,
            "edgecolor": "white",
            "linewidth": 0.8,
        }
        lowest = min([-0.1, *(item.discrimination or 0 for item in items)]) - 0.05
        for dot in _together(items, _DOT_HEIGHT * (1 - lowest)):
            place = (min(dot.x, _RIGHT - dot.width / 2), dot.y)
            axes.annotate(dot.label, place, color="white", fontsize=7.5, ha="center", va="center", bbox=pill)
        axes.set_xlim(0, _RIGHT)
        axes.set_ylim(lowest, 1)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.set_xlabel("mean share of the points (right is easier)")
        axes.set_ylabel("discrimination")
        return _svg(figure, "difficulty", "Discrimination and difficulty of each item")


def misconceptions(beliefs: Sequence[Belief]) -> str:
    """Draw how many students hold each misconception."""
    with _style():
        figure, axes = _figure(0.6 + 0.3 * len(beliefs))
        bars = axes.barh(
            range(len(beliefs)),
            [len(belief.students) for belief in beliefs],
            color=_ORANGE,
            hatch="///",
            edgecolor=_INK,
            linewidth=0.5,
            height=0.72,
        )
        axes.bar_label(bars, padding=3)
        _labels(axes, [f"{belief.name}, {belief.item}" for belief in beliefs])
        axes.set_xlabel("students")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        return _svg(figure, "misconceptions", "How many students hold each misconception")


@dataclass(frozen=True)
class _Dot:
    """Items, by number, in one place of the plot."""

    numbers: tuple[int, ...]
    x: float
    y: float

    @property
    def label(self) -> str:
        return ", ".join(map(str, self.numbers))

    @property
    def width(self) -> float:
        """As a part of the axis."""
        return 0.02 + 0.013 * len(self.label)

    def covers(self, other: _Dot, height: float) -> bool:
        return abs(self.y - other.y) < height and abs(self.x - other.x) < (self.width + other.width) / 2

    def joined(self, other: _Dot) -> _Dot:
        """Both in one, in their middle."""
        one, two = len(self.numbers), len(other.numbers)
        x, y = ((a * one + b * two) / (one + two) for a, b in ((self.x, other.x), (self.y, other.y)))
        return _Dot(tuple(sorted((*self.numbers, *other.numbers))), x, y)


@contextmanager
def _style() -> Iterator[None]:
    """Matplotlib as it comes, whatever this machine's settings, and our style."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    return figure, axes


def _together(items: Sequence[Figures], height: float) -> list[_Dot]:
    """The items where they are drawn: those whose numbers would cover each other share a dot, `height` high."""
    dots = [
        _Dot((number,), item.difficulty, item.discrimination)
        for number, item in enumerate(items, start=1)
        if item.discrimination is not None
    ]
    while pair := next((pair for pair in combinations(dots, 2) if pair[0].covers(pair[1], height)), None):
        dots = [*(dot for dot in dots if dot not in pair), pair[0].joined(pair[1])]
    return dots


def _labels(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_cut(name) for name in names])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.5, -0.5)


def _share(item: Figures, names: Sequence[str]) -> float:
    return sum(number for name, number in item.outcomes.items() if name in names) / max(1, sum(item.outcomes.values()))


def _cut(name: str) -> str:
    """A label: cut to length, with nothing that matplotlib would set as mathematics."""
    return (name if len(name) <= _LABEL else name[: _LABEL - 1] + "…").replace("$", r"\$")


def _svg(figure: Figure, name: str, label: str) -> str:
    """The drawing as an element for the page: its ids unique there, its ink and its size the page's."""
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    svg = written.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'\b(id="|xlink:href="#|url\(#)', rf"\1{name}-", svg)
    svg = re.sub(r'^(<svg\b[^>]*?) width="[^"]*" height="[^"]*"', rf'\1 role="img" aria-label="{label}"', svg)
    return svg.replace(_INK, "currentColor").replace(_SOFT, "currentColor").strip()
