"""Draws report.svg, what `grade` prints for the partly wrong sample, from a real run: `make pictures`."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.reports import terminal
from grader.submission.collect import read_submission

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SAMPLE = ROOT / "docs" / "samples" / "partly_wrong.py"
PART, SEED, WIDTH = "B", 3, 92

TEMPLATE = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font: {char_height}px "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
.{unique_id}-title {{ font: bold 18px sans-serif; }}
{styles}
</style>
<defs>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""
"""Rich's own would load a font from outside."""


def report() -> str:
    """The report as the terminal gets it, colours included."""
    exercise = load_exercise(ROOT, "ex3")
    submission = read_submission(SAMPLE, exercise.file)
    with pipeline.open_engine(exercise, submission=submission) as engine:
        result = pipeline.grade(exercise, submission, engine, seed=SEED, parts=[PART])
    return terminal.render(result, width=WIDTH, colour=True)


def picture(text: str, title: str) -> str:
    """Terminal output as SVG, in a window with this title."""
    console = Console(file=io.StringIO(), width=WIDTH + 1, record=True, force_terminal=True)
    console.print(Text.from_ansi(text))
    return console.export_svg(title=title, code_format=TEMPLATE, unique_id="report")


if __name__ == "__main__":
    title = f"$ grade ex3 {SAMPLE.name} --part {PART} --seed {SEED}"
    (HERE / "report.svg").write_text(picture(report(), title), encoding="utf-8")
