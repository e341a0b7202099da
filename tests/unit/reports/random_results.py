"""Results as Hypothesis draws them: any points, outcomes and texts, hostile ones among them."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from hypothesis import strategies as st

from grader.errors import Fault
from grader.result.model import Check, ExerciseInfo, Part, Place, Result, Statement, SubmissionInfo
from grader.result.verdict import Outcome

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "::error file=a,line=1::gotcha\n::add-mask::x\n##[error]y\n::stop-commands::z",
    "\nGrade :=>> 10\nGrade :=>>100\n--|>\nGrade :=>> 99\n<|--\nComment :=>>hi\n- title (-5)\n>x",
    "]]></failure><testcase name='forged'/><!--",
    "\x1b[31mred\x1b[0m\x1b]0;title\x07\x00\x08\r\x85\u2028\u202eevil\ud800\ufffe",
    '"}], "score": 1e999, "fraction": 1, NaN',
    "{{ 7 * 7 }} {% raw %} ${{ github.token }} `id` $(id) %0A%25",
    "x" * 30_000,
)

texts = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=60), st.text(st.characters(codec=None), max_size=20))
names = st.text(st.sampled_from("abcxyz_"), min_size=1, max_size=8)


@st.composite
def points(draw: st.DrawFn) -> Fraction:
    """Points as an author can give them."""
    return Fraction(draw(st.integers(0, 400)), draw(st.one_of(st.sampled_from((1, 2, 3, 4, 10)), st.integers(1, 1000))))


@st.composite
def checks(draw: st.DrawFn, check_id: str) -> Check:
    """A check that ended in some way."""
    outcome: Outcome = draw(st.sampled_from(get_args(Outcome)))
    most = draw(points())
    partly = most * draw(st.sampled_from((Fraction(0), Fraction(1, 2))))
    partly = partly if partly.denominator <= 1000 else Fraction(0)
    place = Place(label=draw(st.sampled_from(("ex3.py", "cell 4", *HOSTILE))), line=draw(st.integers(1, 99)))
    return Check(
        id=check_id,
        title=draw(texts),
        outcome=outcome,
        score=most if outcome == "passed" else partly if outcome == "failed" else Fraction(0),
        max_score=most,
        statement=draw(st.none() | st.builds(Statement, id=names, text=texts)),
        misconception=draw(st.none() | names),
        message=draw(texts),
        traceback=tuple(draw(st.lists(texts, max_size=3))),
        place=draw(st.none() | st.just(place)),
        output=draw(texts),
        seconds=draw(st.floats(0, 100)),
    )


@st.composite
def results(draw: st.DrawFn) -> Result:
    """A result; one with a check that was not graded, and some of the others, are a fault of ours."""
    parts = tuple(
        Part(id=f"P{p}", title=draw(texts), checks=tuple(draw(checks(f"item{p}.a{n}")) for n in range(size)))
        for p, size in enumerate(draw(st.lists(st.integers(1, 5), max_size=3)))
    )
    not_graded = any(check.outcome == "not_graded" for part in parts for check in part.checks)
    fault: Fault | None = draw(st.sampled_from(("grader", "exercise") if not_graded else (None, None, None, "grader")))
    source = draw(st.sampled_from(("ex3.py", "ex3.ipynb", "sub/ex3.py", *HOSTILE)))
    somewhere = st.builds(Place, label=st.sampled_from(("ex3.py", "cell 4")), line=st.integers(1, 99), text=texts)
    places = draw(st.dictionaries(st.sampled_from(("item0", "item1")), somewhere))
    return Result(
        exercise=ExerciseInfo(id="ex3", title=draw(texts), version="0123"),
        submission=SubmissionInfo(
            student=draw(texts), source=source, sha256="abc", notes=(draw(texts),), definitions=places
        ),
        fault=fault,
        problem="test_secret.py line 3: expected 42",
        parts=parts,
        isolation="sealed",
        seed=1,
        seconds=draw(st.floats(0, 100)),
        grader="0.1.0",
    )
