"""The documentation speaks of what there is: verbs, options, targets, files, fields, layers."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click
import pytest

from grader import errors
from grader.cli.main import grade
from grader.result.verdict import Outcome

ROOT = Path(__file__).parents[3]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
}
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def code(page: str) -> Iterator[str]:
    """The code spans of a page and the lines of its code blocks."""
    for block in re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        yield from block.splitlines()
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL))


def commands(program: str) -> list[tuple[str, list[str]]]:
    """(page, words after the program's name) for each use of a program."""
    found = []
    for name, page in PAGES.items():
        for line in code(page):
            for part in line.partition("#")[0].split("&&"):
                words = part.split()
                if words[:1] == [program] and len(words) > 1:
                    found.append((name, words[1:]))
    return found


def anchors(page: str) -> set[str]:
    """The places that a link into a page can lead to."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", PAGES[name]):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        place = (ROOT / name).parent / path if path else ROOT / name
        assert place.exists(), f"{name} links to {target}"
        if anchor:
            assert anchor in anchors(place.read_text(encoding="utf-8")), f"{name} links to {target}"


@pytest.mark.parametrize("name", PAGES)
def test_files_that_are_named_exist(name: str) -> None:
    for word in code(PAGES[name]):
        if re.fullmatch(r"(grader|docs|tests|solutions/ex3|exercises/ex3|benchmarks)/[\w./-]*", word):
            assert (ROOT / word).exists(), f"{name} names {word}"


@pytest.mark.parametrize("verb", grade.commands)
def test_every_verb_is_explained(verb: str) -> None:
    assert grade.commands[verb].get_short_help_str(), f"`grade {verb} --help` says nothing"
    assert any(words[0] == verb for _, words in commands("grade")) or verb == "run", f"no page tells of `grade {verb}`"


@pytest.mark.parametrize(("page", "words"), commands("grade"))
def test_commands_that_are_quoted_exist(page: str, words: list[str]) -> None:
    words = [word for word in words if word != "--debug"]
    verb = grade.commands.get(words[0], grade.commands["run"])
    if words[0] not in grade.commands:
        exercises = {path.parent.name for path in ROOT.glob("exercises/*/exercise.toml")} | {"softmax", "pool"}
        assert words[0] in {*exercises, "VERB", "EXERCISE", "--help"}, f"{page}: grade {' '.join(words)}"
    if isinstance(verb, click.Group) and len(words) > 1:
        verb = next(iter(verb.commands.values())) if words[1] == "FORMAT" else verb.commands[words[1]]
    known = {option for parameter in verb.params for option in parameter.opts} | {"--help"}
    used = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert used <= known, f"{page}: grade {' '.join(words)}"


@pytest.mark.parametrize(("page", "words"), commands("make"))
def test_make_targets_that_are_quoted_exist(page: str, words: list[str]) -> None:
    assert words[0] in TARGETS, f"{page}: make {words[0]}"


def test_the_layers_are_those_that_are_checked_and_each_place_is_explained() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    assert "```\n" + "\n".join(layers) + "\n```" in PAGES["docs/architecture.md"]
    told = {word.removesuffix(".py").removesuffix("/") for word in code(PAGES["docs/architecture.md"])}
    assert {name for layer in layers for name in layer.split(" | ")} - {"__main__"} <= told


def test_every_field_of_a_result_is_explained() -> None:
    schema = json.loads((ROOT / "grader" / "result" / "schema.json").read_text(encoding="utf-8"))
    fields = {field for part in (schema, *schema["$defs"].values()) for field in part["properties"]}
    told = set(code(PAGES["docs/result-format.md"]))
    assert fields | set(get_args(Outcome)) <= told


def test_every_exit_status_is_explained() -> None:
    told = {int(status) for status in re.findall(r"^\| (\d+) \|", PAGES["docs/result-format.md"], re.MULTILINE)}
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.GraderError)]
    assert {0, 1, *(kind.exit_status for kind in kinds)} <= told
