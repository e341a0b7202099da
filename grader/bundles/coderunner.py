"""A question of Moodle's CodeRunner, to import, and the image of the server that runs it."""

from __future__ import annotations

import base64
import json
from fractions import Fraction
from xml.etree import ElementTree as ET

from grader.bundles.archive import Member, archive
from grader.bundles.kit import Kit
from grader.result.scoring import as_number

COURSE_FILE = "torchgrader-course.zip"
MEMORY_MIB = 4096
PROCESSES = 400
MOST_SECONDS = 120
"""The most processor time that its server, as it comes, grants a question."""
ATTACHED = r".*\.(ipynb|zip)"
"""Never a .py: attachments lie beside the program that grades, which would import one that has the name of a module."""
_IMAGE = "trampgeek/jobeinabox:latest"


def bundle(kit: Kit) -> list[Member]:
    """Return the files of the archive: one for Moodle, and a folder for the server."""
    server = [*kit.install(), kit.text("Dockerfile", IMAGE=_IMAGE)]
    return [Member("question.xml", _question(kit).encode()), *(member.under("server") for member in server)]


def _question(kit: Kit) -> str:
    exercise = kit.exercise
    quiz = ET.Element("quiz")
    question = ET.SubElement(quiz, "question", type="coderunner")
    _text(question, "name", exercise.title)
    about = ET.SubElement(question, "questiontext", format="markdown")
    ET.SubElement(about, "text").text = exercise.text.read_text(encoding="utf-8")
    points = sum((item.points for item in exercise.items if item.kind != "written"), Fraction(0))
    fields: dict[str, object] = {
        "defaultgrade": as_number(points),
        "penalty": 0,
        "coderunnertype": "python3",
        "prototypetype": 0,
        "allornothing": 0,
        "penaltyregime": "0",
        "precheck": 0,
        "showsource": 0,
        "answerboxlines": 24,
        "answerpreload": exercise.stubs[0].read_text(encoding="utf-8"),
        "template": kit.fill("coderunner.py", {"COURSE_FILE": COURSE_FILE}),
        "iscombinatortemplate": 1,
        "grader": "TemplateGrader",
        "validateonsave": 0,
        "cputimelimitsecs": min(kit.seconds, MOST_SECONDS),
        "memlimitmb": MEMORY_MIB,
        "sandboxparams": json.dumps({"numprocs": PROCESSES}),
        "attachments": 1,
        "attachmentsrequired": 0,
        "maxfilesize": 10 << 20,
        "filenamesregex": ATTACHED,
        "filenamesexplain": f"{exercise.file}.ipynb or a zip archive; a script belongs into the box",
        "displayfeedback": 1,
    }
    for name, value in fields.items():
        ET.SubElement(question, name).text = str(value)
    cases = ET.SubElement(question, "testcases")
    case = ET.SubElement(cases, "testcase", testtype="0", useasexample="0", hiderestiffail="0", mark="1.0")
    for name in ("testcode", "stdin", "expected", "extra"):
        _text(case, name, "")
    _text(case, "display", "SHOW")
    file_element = ET.SubElement(cases, "file", name=COURSE_FILE, path="/", encoding="base64")
    file_element.text = base64.b64encode(archive(kit.course())).decode()
    ET.indent(quiz, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(quiz, encoding="unicode") + "\n"


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(ET.SubElement(parent, name), "text").text = text
