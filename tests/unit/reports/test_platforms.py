"""One result, every platform: the same points to the last digit, no mark where there is none, and no text that acts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from grader.errors import EngineFault, ExerciseFault, SubmissionRefused
from grader.reports import (
    classroom50,
    coderunner,
    fitting,
    github,
    gradescope,
    junit,
    plain,
    prairielearn,
    summary,
    vpl,
)
from grader.reports.notice import Notice
from grader.result.model import Check, Place, Result
from grader.result.scoring import as_number, shown
from grader.result.text import clean
from tests.unit.reports import readers
from tests.unit.reports.random_results import results as random_results
from tests.unit.reports.random_results import texts
from tests.unit.reports.readers import is_valid, valid

RUN = {
    "classroom": "dl",
    "assignment": "hw1",
    "submission": "submit/2026-10-01T10-00-00Z-abc1234",
    "commit": "https://example.org/commit/1",
    "release": "https://example.org/release/1",
    "review": "https://example.org/compare/1",
}
RENDER: dict[str, Callable[[Result | Notice], str]] = {
    "classroom50": lambda outcome: classroom50.render(outcome, run=RUN),
    "coderunner": coderunner.render,
    "github": github.render,
    "gradescope": gradescope.render,
    "junit": junit.render,
    "prairielearn": prairielearn.render,
    "summary": summary.render,
    "vpl": vpl.render,
}
JSON = ("classroom50", "coderunner", "gradescope", "prairielearn")
LIMITS = {"prairielearn": 1 << 20, "summary": 1 << 20, "vpl": 1 << 18, "coderunner": 1 << 20}
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff\ufffe\uffff]")


def graded(result: Result) -> list[Check]:
    """The checks that do not wait for a person."""
    return [check for check in result.checks if check.outcome != "pending"]


@pytest.mark.parametrize("name", sorted(RENDER))
def test_documents(results: dict[str, Result], name: str, gold: Callable[[str, str], None]) -> None:
    for result in ("full_marks", "partly_wrong", "exercise_fault"):
        gold(RENDER[name](results[result]), f"platforms/{result}.{name}.txt")


@given(result=random_results())
def test_the_same_points_everywhere(result: Result) -> None:
    if result.fault:
        return
    share = float(result.score / result.max_score) if result.max_score else 0.0
    points = [(as_number(check.score), as_number(check.max_score)) for check in graded(result)]

    data = valid("gradescope", gradescope.render(result))
    assert data["score"] == as_number(result.score)
    assert [(test["score"], test["max_score"]) for test in data["tests"] if "score" in test] == points
    assert data["extra_data"]["pending"] == as_number(result.pending)

    data = valid("prairielearn", prairielearn.render(result))
    assert data["score"] == share
    shown_points = [(test["points"], test["max_points"]) for test in data["tests"]]
    waiting = (as_number(Fraction(0)), as_number(Fraction(0)))
    assert [pair for pair in shown_points if pair != waiting] == [pair for pair in points if pair != waiting]

    data = valid("coderunner", coderunner.render(result))
    assert data["fraction"] == share
    rows = data["testresults"][1:]
    assert [row[2] for row in rows] == [f"{shown(c.score)} / {shown(c.max_score)}" for c in graded(result)]

    data = valid("classroom50", classroom50.render(result, run=RUN))
    factor = re.search(r"\(1 point counts (\d+)\)$", data["tests"][0]["test-name"]) if data["tests"] else None
    unit = int(factor[1]) if factor else 1
    pairs = [(test["score"], test["max-score"]) for test in data["tests"]]
    exact = [(check.score * unit, check.max_score * unit) for check in graded(result)]
    assert pairs == ([(round(score), round(most)) for score, most in exact] if unit == 1000 else exact)
    assert (data["score"], data["max-score"]) == (round(result.score * unit), round(result.max_score * unit))

    suites = readers.junit(junit.render(result)).findall("testsuite")
    by_part = [readers.junit_properties(suite) for suite in suites]
    assert [part["grade.score"] for part in by_part] == [str(as_number(part.score)) for part in result.parts]
    by_check = {key: value for part in by_part for key, value in part.items() if key.startswith("points.")}
    assert by_check == {f"points.{c.id}": f"{as_number(c.score)}/{as_number(c.max_score)}" for c in graded(result)}

    assert float(readers.vpl_grade(vpl.render(result))) == pytest.approx(float(result.score), abs=5.1e-6)
    scaled = vpl.render(result, lowest=Fraction(0), highest=Fraction(10))
    assert float(readers.vpl_grade(scaled)) == pytest.approx(10 * share, abs=5.1e-6)

    of = f"{shown(result.score)} of {shown(result.max_score)} point"
    assert readers.commands(github.render(result))[0].properties["title"].startswith(of)
    assert of in summary.render(result)


@given(result=random_results())
def test_a_result_that_is_no_mark_reaches_no_platform_as_one(result: Result) -> None:
    result = result.model_copy(update={"fault": result.fault or "grader"})
    documents = {name: render(result) for name, render in RENDER.items()}
    for name in ("classroom50", "coderunner", "gradescope"):  # what they refuse, they report as a broken autograder
        assert not is_valid(name, documents[name])
        assert "score" not in json.loads(documents[name])
    assert valid("prairielearn", documents["prairielearn"]).keys() == {"gradable", "format_errors"}
    assert readers.vpl_grade(documents["vpl"]) == ""
    root = readers.junit(documents["junit"])
    assert root.findall("testsuite/testcase/error")
    assert not [each for suite in root for each in readers.junit_properties(suite) if each != "grade.status"]
    assert [command.kind for command in readers.commands(documents["github"])] == ["error"]
    assert all("not a mark" in document for document in documents.values())
    assert all("test_secret.py" not in document for document in documents.values())


@given(result=random_results())
def test_no_text_acts(result: Result) -> None:
    documents = {name: render(result) for name, render in RENDER.items()}
    for platform, document in documents.items():
        assert not FORBIDDEN.search(document)
        assert len(document.encode()) <= LIMITS.get(platform, 1 << 23)
    for platform in JSON:
        json.loads(documents[platform], parse_constant=readers.refuse)
    html = json.loads(documents["coderunner"])["prologuehtml"]
    assert elements(html) <= {"p", "br"}
    assert not elements(MarkdownIt("gfm-like", {"linkify": False}).render(documents["summary"])) & {"script", "img"}
    readers.junit(documents["junit"])
    kinds = [command.kind for command in readers.commands(documents["github"])]
    assert set(kinds) <= {"notice", "error"}
    assert kinds.count("error") <= 10
    if not result.fault:
        (notice, *errors) = readers.commands(documents["github"])
        assert notice.message == clean(plain.headline(result), 2_000)
        names = tuple(plain.name(check) for check in result.checks)
        assert all(error.properties["title"].startswith(names) for error in errors)
    inside, outside = readers.vpl_comments(documents["vpl"])
    assert outside == ([] if result.fault else [outside[-1]])
    titles = [line for line in inside if line.startswith("-")]
    assert len(titles) == (0 if result.fault else len(list(result.checks)))
    assert all(line[0] in "->\N{NO-BREAK SPACE}" for line in inside)


@given(text=texts, refused=st.booleans())
def test_no_text_of_a_notice_acts(text: str, refused: bool) -> None:
    notice = Notice(text, refused=refused, max_score=Fraction(7, 3))
    documents = {name: render(notice) for name, render in RENDER.items()}
    assert not any(FORBIDDEN.search(document) for document in documents.values())
    assert all(len(document.encode()) < 1 << 16 for document in documents.values())
    assert len(readers.commands(documents["github"])) == 1
    assert readers.vpl_comments(documents["vpl"])[1] == []
    assert readers.junit(documents["junit"]).find("testsuite/testcase")
    assert elements(json.loads(documents["coderunner"])["prologuehtml"]) <= {"p", "br"}
    assert elements(MarkdownIt("gfm-like", {"linkify": False}).render(documents["summary"])) <= {"h1", "pre"}


def elements(html: str) -> set[str]:
    """The elements that a browser would see."""
    found: set[str] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.add(tag)

    Reader().feed(html)
    return found


def test_a_refusal_tells_the_student_what_to_mend() -> None:
    error = SubmissionRefused("No Python file or notebook in it.", "Hand in ex3.py.")
    notice = Notice.of_error(error, Fraction(72))
    assert valid("gradescope", gradescope.render(notice))["score"] == 0
    assert valid("coderunner", coderunner.render(notice))["fraction"] == 0
    data = valid("classroom50", classroom50.render(notice, run=RUN))
    assert (data["score"], data["max-score"]) == (0, 72)
    assert valid("prairielearn", prairielearn.render(notice))["gradable"] is False
    assert readers.vpl_grade(vpl.render(notice)) == ""
    assert readers.junit(junit.render(notice)).findall("testsuite/testcase/failure")
    for render in RENDER.values():
        assert "Hand in ex3.py." in render(notice)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ExerciseFault("checks/test_secret.py: expected 42"), "The exercise has a fault"),
        (EngineFault("the engine ended"), "The grader failed"),
        (RuntimeError("secret"), "The grader failed"),
    ],
)
def test_a_fault_tells_no_details(error: Exception, words: str) -> None:
    message = Notice.of_error(error, Fraction(72)).message
    assert words in message
    assert "secret" not in message


def test_annotations_stand_on_the_students_lines(results: dict[str, Result]) -> None:
    notebook = readers.commands(github.render(results["partly_wrong"]))
    assert [command.properties["title"].split(" (")[1] for command in notebook[1:]] == [
        "0 / 2)", "0 / 2)", "0 / 2)", "0 / 2)", "0 / 1)", "0 / 0.33)", "0 / 0.33)",
    ]  # fmt: skip
    assert {command.properties["file"] for command in notebook[1:]} == {"ex3.ipynb"}


def test_a_wrong_answer_is_annotated_where_it_is_defined(results: dict[str, Result]) -> None:
    places = {"q1": Place(label="ex3.py", line=90, text='q1 = "a"')}
    submission = results["partly_wrong"].submission.model_copy(update={"source": "ex3.py", "definitions": places})
    result = results["partly_wrong"].model_copy(update={"submission": submission})
    wrong = next(c for c in readers.commands(github.render(result, folder="work")) if "q1" in c.properties["title"])
    assert (wrong.properties["file"], wrong.properties["line"]) == ("work/ex3.py", "90")
    submission = submission.model_copy(update={"source": "ex3.ipynb"})
    result = result.model_copy(update={"submission": submission})
    wrong = next(c for c in readers.commands(github.render(result)) if "q1" in c.properties["title"])
    assert wrong.properties.keys() == {"file", "title"}
    assert wrong.message.startswith('ex3.py, line 90: q1 = "a"\n')


def test_what_is_said_of_one_line_is_said_once(results: dict[str, Result]) -> None:
    """Only ten annotations are shown, so none of them should repeat another."""
    _, error = readers.commands(github.render(results["broken_file"]))
    assert error.properties | {"title": ""} == {"file": "ex3.py", "line": "7", "title": ""}
    assert error.properties["title"].endswith(", and 8 more checks (0 / 11)")
    errors = readers.commands(github.render(results["stub"]))[1:]
    assert [error.properties["title"].partition(":")[0] for error in errors] == [
        "zero_case_output", "residual_add", "count_paths", "chain_gradient", "q1",
    ]  # fmt: skip


def long(number: int) -> dict[str, str]:
    """Fields of a check that says and prints as much as it can."""
    return {"id": f"residual_add.{number}", "message": f"{number}" + "m" * 3_990, "output": "o" * 20_000}


def test_detail_gives_way_to_size(results: dict[str, Result]) -> None:
    part = results["partly_wrong"].parts[0]
    checks = [part.checks[0].model_copy(update=long(n)) for n in range(400)]
    result = results["partly_wrong"].model_copy(update={"parts": (part.model_copy(update={"checks": tuple(checks)}),)})
    for name, limit in LIMITS.items():
        document = RENDER[name](result)
        assert len(document.encode()) <= limit
        assert document.count("output to its input") >= 400
    assert fitting.fit(result, Result.to_json, 1 << 30) == result.to_json()


def test_late_data_is_kept(results: dict[str, Result]) -> None:
    late = {"seconds": 60}
    data = valid("gradescope", gradescope.render(results["full_marks"], late=late))
    assert data["extra_data"]["late"] == late
