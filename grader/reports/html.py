"""A result as one self-contained HTML page: no script, nothing loaded from outside, fit for print and for a phone."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from grader import wording
from grader.reports.outline import (
    FAILED,
    MARKS,
    goes_against,
    items,
    look_at_next,
    not_written,
    score,
    spans,
    waits,
    whole_file,
    whose,
)
from grader.result.model import Result
from grader.result.scoring import shown


def render(result: Result) -> str:
    """Return the page."""
    broken = whole_file(result)
    return _template().render(
        result=result,
        whose=whose(result),
        wording=wording,
        broken=broken,
        first=None if broken else look_at_next(result),
        total=wording.points(shown(result.score), shown(result.max_score)),
        waits=waits(result),
        again=wording.again(result.seed),
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("grader.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["prose"] = _prose
    environment.globals.update(
        MARKS=MARKS, FAILED=FAILED, goes_against=goes_against, items=items, not_written=not_written, score=score
    )
    return environment.get_template("report.html")


def _prose(text: str) -> Markup:
    """Escaped text whose `code` and *emphasis* are marked as such."""
    elements = {"text": "{}", "code": "<code>{}</code>", "emphasis": "<em>{}</em>"}
    return Markup("").join(Markup(elements[kind]).format(piece) for piece, kind in spans(text))
