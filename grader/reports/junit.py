"""A result as JUnit XML, in the strict form that continuous-integration servers agree on. Points are properties."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from grader import wording
from grader.reports.fitting import MIB, fit
from grader.reports.notice import Notice
from grader.reports.plain import feedback, printed
from grader.result.model import Check, Part, Result
from grader.result.scoring import as_number

_KINDS = {"pending": "skipped", "skipped": "skipped", "not_graded": "error"}
"""The element that tells how a check ended; of those not named here, `failure`."""


def render(outcome: Result | Notice) -> str:
    """Return the document. Its errors are faults of the autograder's; what a student got wrong are failures."""
    return _notice(outcome) if isinstance(outcome, Notice) else fit(outcome, _document, 4 * MIB)


def _notice(notice: Notice) -> str:
    """Return the document: one test case, failed if the submission was refused, else an error."""
    suites = ET.Element("testsuites")
    suites.append(_told("failure" if notice.refused else "error", notice.message))
    return _text(suites)


def _document(result: Result) -> str:
    suites = ET.Element("testsuites")
    suites.extend(_suite(result, part) for part in result.parts)
    if result.fault:
        suites.append(_told("error", wording.NOT_GRADED[result.fault]))
    return _text(suites)


def _suite(result: Result, part: Part) -> ET.Element:
    suite = _counted(f"{result.exercise.id} {part.id} {part.title}", [check.outcome for check in part.checks])
    suite.set("time", f"{sum(check.seconds for check in part.checks):.3f}")
    properties = ET.SubElement(suite, "properties")
    _property(properties, "grade.status", result.status)
    if not result.fault:
        for key in ("score", "max_score", "pending"):
            _property(properties, f"grade.{key}", str(as_number(getattr(part, key))))
        for check in part.checks:
            if check.outcome != "pending":
                points = f"{as_number(check.score)}/{as_number(check.max_score)}"
                _property(properties, f"points.{check.id}", points)
    suite.extend(_case(result, check) for check in part.checks)
    return suite


def _case(result: Result, check: Check) -> ET.Element:
    aspect = check.id.partition(".")[2]
    case = ET.Element("testcase", classname=f"{result.exercise.id}.{check.item}", name=f"{aspect}: {check.title}")
    case.set("time", f"{check.seconds:.3f}")
    if check.outcome != "passed":
        ended = ET.SubElement(case, _KINDS.get(check.outcome, "failure"))
        ended.set("message", " ".join(check.message.split()) or wording.OUTCOMES[check.outcome])
        if ended.tag != "skipped":
            ended.set("type", check.misconception or check.outcome)
            ended.text = feedback(check)
    if check.output.strip():
        ET.SubElement(case, "system-out").text = printed(check)
    return case


def _told(kind: str, message: str) -> ET.Element:
    suite = _counted("autograder", ["not_graded" if kind == "error" else "failed"])
    case = ET.SubElement(suite, "testcase", classname="autograder", name="grade")
    ET.SubElement(case, kind, type="not_graded" if kind == "error" else "refused", message=" ".join(message.split()))
    return suite


def _counted(name: str, outcomes: Sequence[str]) -> ET.Element:
    kinds = [_KINDS.get(outcome, "failure") for outcome in outcomes if outcome != "passed"]
    suite = ET.Element("testsuite", name=name, tests=str(len(outcomes)))
    for plural, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(plural, str(kinds.count(kind)))
    return suite


def _property(properties: ET.Element, name: str, value: str) -> None:
    ET.SubElement(properties, "property", name=name, value=value)


def _text(suites: ET.Element) -> str:
    ET.indent(suites, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"
