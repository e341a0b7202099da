"""Reads documents back as their consumers do, written from the platforms' documentation and not from our writers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

SCHEMAS = Path(__file__).parents[2] / "gold" / "schemas"


def valid(name: str, text: str) -> dict[str, Any]:
    """The document, if strict JSON and the platform's schema accept it."""
    data: dict[str, Any] = json.loads(text, parse_constant=refuse)
    _schema(name).validate(data)
    return data


def is_valid(name: str, text: str) -> bool:
    """Whether the platform's schema accepts it."""
    return bool(_schema(name).is_valid(json.loads(text)))


def _schema(name: str) -> Any:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))


def refuse(constant: str) -> None:
    """What a strict parser makes of NaN and infinities."""
    raise AssertionError(f"{constant} is no JSON")


@dataclass(frozen=True)
class Command:
    """A workflow command of GitHub Actions."""

    kind: str
    properties: dict[str, str]
    message: str


def commands(text: str) -> list[Command]:
    """What a runner makes of the output of a step. A line that is no command fails: we write nothing else."""
    found = []
    for line in text.splitlines():
        match = re.fullmatch(r"::(?P<kind>[a-z-]+) (?P<properties>[^:]*)::(?P<message>.*)", line)
        assert match, f"not a command: {line!r}"
        pairs = (pair.partition("=") for pair in match["properties"].split(",") if pair)
        found.append(Command(match["kind"], {key: _plain(value) for key, _, value in pairs}, _plain(match["message"])))
    return found


def _plain(text: str) -> str:
    for escaped, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escaped, character)
    return text


def vpl_grade(text: str) -> str:
    """The last line that begins with the mark of a grade; "" if there is none."""
    marks = re.findall(r"^Grade :=>>(.*)$", text, re.MULTILINE)
    return marks[-1].strip() if marks else ""


def vpl_comments(text: str) -> tuple[list[str], list[str]]:
    """Lines inside comments, and lines outside of them."""
    inside: list[str] = []
    outside: list[str] = []
    block = False
    for line in text.split("\n"):
        bare = line.strip(" \t")
        if block and bare == "--|>":
            block = False
        elif block:
            inside.append(line)
        elif bare == "<|--":
            block = True
        elif bare.startswith("Comment :=>>"):
            inside.append(bare.removeprefix("Comment :=>>"))
        elif line:
            outside.append(line)
    assert not block, "an open comment would swallow the rest"
    return inside, outside


_JUNIT = {
    "testsuites": ((), ("testsuite",)),
    "testsuite": (("name", "tests", "failures", "errors", "skipped", "time"), ("properties", "testcase")),
    "properties": ((), ("property",)),
    "property": (("name", "value"), ()),
    "testcase": (("classname", "name", "time"), ("skipped", "failure", "error", "system-out")),
    "failure": (("type", "message"), ()),
    "error": (("type", "message"), ()),
    "skipped": (("message",), ()),
    "system-out": ((), ()),
}
"""Element: its attributes and children in the strictest of the formats, of which the first four of a suite must be."""


def junit(text: str) -> ET.Element:
    """The document, if it has the strict form: known elements and attributes, true counts, names that are unique."""
    root = ET.fromstring(text.encode())
    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, children = _JUNIT[element.tag]
        assert set(element.attrib) <= set(attributes)
        assert {child.tag for child in element} <= set(children)
    for suite in root:
        cases = suite.findall("testcase")
        assert {"name", "tests", "failures", "errors"} <= set(suite.attrib)
        assert int(suite.attrib["tests"]) == len(cases)
        for plural, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.attrib[plural]) == len(suite.findall(f"testcase/{kind}"))
    named = [(case.attrib["classname"], case.attrib["name"]) for case in root.iter("testcase")]
    assert len(set(named)) == len(named)
    return root


def junit_properties(suite: ET.Element) -> dict[str, str]:
    """The properties of a suite."""
    return {each.attrib["name"]: each.attrib["value"] for each in suite.iter("property")}
