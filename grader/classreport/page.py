"""A class report as one HTML page that loads nothing: tables that sort and filter, plots, fit for print and phones."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from grader.classreport import plots
from grader.classreport.report import ClassReport
from grader.classreport.similarity import THRESHOLD
from grader.classreport.statistics import FEW, Figures
from grader.reports.outline import spans
from grader.result.scoring import shown
from grader.result.text import clean
from grader.result.verdict import Outcome
from grader.result.version import grader_version

_BELIEFS_DRAWN = 12
_LONGEST = 4_000
_NONE = "\N{EN DASH}"
_STATUS = {
    "graded": "graded",
    "not_graded": "not graded",
    "refused": "refused",
    "missing": "nothing handed in",
}


def render(report: ClassReport) -> str:
    """Return the page."""
    script = files("grader.classreport").joinpath("templates/report.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _template().render(
        report=report,
        plots=_plots(report),
        script=Markup(script),
        digest=digest,
        few=FEW,
        threshold=THRESHOLD,
        version=grader_version(),
        drawn=_BELIEFS_DRAWN,
        entries={entry.student: entry for entry in report.entries},
    )


def _plots(report: ClassReport) -> Mapping[str, Markup]:
    drawn = {}
    if report.spread:
        drawn["distribution"] = plots.distribution(report.bins, report.spread)
        drawn["outcomes"] = plots.outcomes(report.items)
        drawn["difficulty"] = plots.difficulty(report.items)
    if report.beliefs:
        drawn["misconceptions"] = plots.misconceptions(report.beliefs[:_BELIEFS_DRAWN])
    return {name: Markup(svg) for name, svg in drawn.items()}


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("grader.classreport"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable,
    )
    environment.filters.update(prose=_prose, shown=shown, share=_share, signed=_signed)
    environment.globals.update(ended=_ended, STATUS=_STATUS, NONE=_NONE)
    return environment.get_template("report.html")


def _printable(value: object) -> object:
    """Text as it is safe to show: names, reasons and code come from people and their platforms."""
    return clean(value, _LONGEST) if isinstance(value, str) and not isinstance(value, Markup) else value


def _prose(text: str) -> Markup:
    """Escaped text whose `code` is marked as such."""
    elements = {"text": "{}", "code": "<code>{}</code>", "emphasis": "<em>{}</em>"}
    return Markup("").join(Markup(elements[kind]).format(piece) for piece, kind in spans(clean(text, _LONGEST)))


def _share(value: float) -> str:
    return f"{value:.0%}"


def _signed(value: float | None) -> str:
    return _NONE if value is None else f"{value:.2f}".replace("-", "\N{MINUS SIGN}")


def _ended(figures: Figures, *outcomes: Outcome) -> int:
    return sum(figures.outcomes.get(outcome, 0) for outcome in outcomes)
