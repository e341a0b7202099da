"""Results made by hand, one for each way that grading can end."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from grader import wording
from grader.errors import Fault
from grader.result.assemble import assemble
from grader.result.model import Result
from grader.result.verdict import Outcome, Place, Verdict


@dataclass(frozen=True)
class Item:
    name: str


@dataclass(frozen=True)
class Part:
    id: str
    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Exercise:
    id: str = "ex3"
    title: str = "What residual connections do, and why they matter at depth"
    version: str = "0123456789abcdef"
    parts: tuple[Part, ...] = (
        Part("A", "Residual forward", (Item("residual_add"),)),
        Part("B", "Gradient paths", (Item("chain_gradient"), Item("count_paths"))),
        Part("C", "Zero sublayer", (Item("zero_case_output"),)),
        Part("D", "Questions", (Item("q1"), Item("explanation"))),
    )
    statements: dict[str, str] = field(
        default_factory=lambda: {
            "T1": "The sublayer's output is added to its input, and the sum is the new x: nothing is replaced.",
            "T7": "Without shortcuts the local derivatives of all layers multiply; below 1 they shrink the gradient.",
            "T10": "A sublayer that outputs exactly zero leaves x unchanged: a safe fallback.",
            "T12": "Call the sublayer once. Change neither x, nor the sublayer's output, nor any .grad in place.",
            "T13": "A path decides at each sublayer: shortcut (factor 1) or sublayer (factor d).",
        }
    )


@dataclass(frozen=True)
class Submission:
    student: str = "ada"
    source: str = "ex3.py"
    sha256: str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    notes: tuple[str, ...] = ()


PASSED = (
    Verdict("residual_add.value", "adds the sublayer's output to its input", "passed", Fraction(2), Fraction(2), "T1"),
    Verdict("residual_add.once", "calls the sublayer once", "passed", Fraction(1), Fraction(1), "T12"),
    Verdict("chain_gradient.plain", "multiplies the derivatives", "passed", Fraction(1, 3), Fraction(1, 3), "T7"),
    Verdict("chain_gradient.residual", "multiplies 1 + d", "passed", Fraction(1, 3), Fraction(1, 3), "T13"),
    Verdict("chain_gradient.deep", "stays exact at 96 layers", "passed", Fraction(1, 3), Fraction(1, 3), "T7"),
    Verdict("count_paths.all", "counts all paths", "passed", Fraction(2), Fraction(2), "T13"),
    Verdict("zero_case_output.none", "returns x when there is no norm", "passed", Fraction(2), Fraction(2), "T10"),
    Verdict("zero_case_output.post", "normalises x after the sum", "passed", Fraction(2), Fraction(2), "T10"),
    Verdict("q1.answer", "knows what a zero sublayer gives", "passed", Fraction(1), Fraction(1), "T10"),
    Verdict(
        "explanation.text", "explains it in words", "pending", Fraction(0), Fraction(14), message="Read by a person."
    ),
)


def ended(check_id: str, outcome: Outcome = "failed", **changes: object) -> Verdict:
    """The verdict of this id, but ended in another way."""
    passed = next(verdict for verdict in PASSED if verdict.id == check_id)
    return dataclasses.replace(passed, outcome=outcome, score=Fraction(0), **changes)  # type: ignore[arg-type]


def instead(*changed: Verdict) -> list[Verdict]:
    """All verdicts, these in the place of the passed ones."""
    return [{verdict.id: verdict for verdict in changed}.get(verdict.id, verdict) for verdict in PASSED]


def build(
    verdicts: Sequence[Verdict] = PASSED,
    submission: Submission = Submission(),
    fault: Fault | None = None,
    problem: str = "",
) -> Result:
    """A result of these verdicts."""
    return assemble(
        Exercise(), submission, verdicts, isolation="sealed", seed=20261130, seconds=2.9, fault=fault, problem=problem
    ).model_copy(update={"grader": "0.1.0"})


def partly_wrong() -> Result:
    """One of each kind of failure."""
    return build(
        instead(
            ended(
                "residual_add.value",
                misconception="forgot_add",
                message="Your result equals the sublayer's output alone. What was x good for? Compare with `x` itself.",
                place=Place("ex3.py", 12, "return sublayer(x)"),
                output="shape torch.Size([2, 3, 5])\n",
            ),
            ended(
                "chain_gradient.plain",
                "error",
                message="Your code raised IndexError: index 24 is out of range.",
                traceback=("ex3.py, line 30, in chain_gradient: return loop(d)", "ex3.py, line 25, in loop: d[len(d)]"),
                place=Place("ex3.py", 25, "d[len(d)]"),
            ),
            ended("chain_gradient.deep", "timeout", message=wording.stopped(5)),
            ended(
                "count_paths.all", message=wording.not_written("count_paths", "ex3.py", 41), place=Place("ex3.py", 41)
            ),
            ended("zero_case_output.none", "memory", message=wording.out_of_memory(1024)),
            ended(
                "zero_case_output.post", "skipped", message="Skipped, since `zero_case_output.none` has to pass first."
            ),
            ended("q1.answer", message="The input enters the sum once.", misconception="counted_twice"),
        ),
        Submission(source="ex3.ipynb", notes=("Cells 3 and 7 both define `residual_add`; cell 7 counts.",)),
    )


def stub() -> Result:
    """Nothing is written yet."""
    return build(
        [
            verdict
            if verdict.outcome == "pending"
            else ended(
                verdict.id,
                message=wording.not_written(verdict.id.partition(".")[0], "ex3.py", 10),
                place=Place("ex3.py", 10, "raise NotImplementedError"),
            )
            for verdict in PASSED
        ]
    )


def broken_file() -> Result:
    """The file does not parse."""
    message = "ex3.py cannot be run. SyntaxError: '(' was never closed"
    place = Place("ex3.py", 7, "return (x + sublayer(x)")
    return build(
        [
            verdict if verdict.outcome == "pending" else ended(verdict.id, "error", message=message, place=place)
            for verdict in PASSED
        ]
    )


def exercise_fault() -> Result:
    """A check is wrong."""
    return build(
        instead(ended("residual_add.value", "not_graded", message="This check failed for a reason of its own.")),
        problem="The check residual_add.value could not be carried out.",
    )


def grader_fault() -> Result:
    """The engine failed before any check."""
    return build((), fault="grader", problem="The process that runs the checks ended early.")


NASTY = (
    "\x1b[31mred\x1b]0;title\x07 \x00 \u202eevil\u202c <script>alert(1)</script> [bold]x[/bold] ``` & | * _ "
    "\ud800 ::error::x\r\n=cmd()|' ' !{{ 7*7 }} [a](javascript:b) <!-- -->"
)


def hostile() -> Result:
    """Every text that a student can influence tries to be more than text."""
    return build(
        instead(
            ended(
                "residual_add.value",
                message=f"You returned `{NASTY}` and {NASTY}",
                traceback=(NASTY, NASTY),
                place=Place(NASTY, 3, NASTY),
                output=(NASTY + "\n") * 400,
            ),
        ),
        Submission(student=NASTY, source=NASTY, notes=(NASTY,)),
    )


MAKERS: dict[str, Callable[[], Result]] = {
    "full_marks": build,
    "partly_wrong": partly_wrong,
    "stub": stub,
    "broken_file": broken_file,
    "exercise_fault": exercise_fault,
    "grader_fault": grader_fault,
    "hostile": hostile,
}


@pytest.fixture(scope="session")
def results() -> dict[str, Result]:
    """The results by name."""
    return {name: make() for name, make in MAKERS.items()}


@pytest.fixture(params=MAKERS)
def result_name(request: pytest.FixtureRequest) -> str:
    """Each name in turn."""
    return str(request.param)
