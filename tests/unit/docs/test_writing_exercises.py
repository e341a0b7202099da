"""docs/writing-exercises.md makes, proves and hands out an exercise: every step does what the page says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli.main import main

PAGE = (Path(__file__).parents[3] / "docs" / "writing-exercises.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"(?P<adding>\badd(?:ing)? to\n?\s*)?(?:^|\s)`(?P<path>[\w/.]+)`\n\n```\w+\n(?P<content>.*?)^```$"
    r"|^```sh\n(?P<commands>.*?)^```$"
    r"|^```text\n(?P<said>.*?)^```$",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)


def steps() -> Iterator[re.Match[str]]:
    """Files to write or add to, commands to run, and what they say, in the order of the page."""
    yield from STEP.finditer(PAGE.partition("## What an audit proves")[0])


def run(command: str, capfd: pytest.CaptureFixture[str]) -> str:
    """Run one command of the page; what it says."""
    program, *words = shlex.split(command)
    if program == "mkdir":
        Path(words[0]).mkdir()
    elif program == "python":
        made = subprocess.run([sys.executable, *words[:-2]], capture_output=True, check=True)
        Path(words[-1]).write_bytes(made.stdout)
    else:
        assert program == "grade"
        assert main(words) in (0, 1)
    return capfd.readouterr().out


def squeezed(text: str) -> str:
    """The text with single spaces."""
    return " ".join(text.split())


def test_the_page_works_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    output = ""
    for step in steps():
        if step["path"]:
            path = Path(step["path"])
            before = path.read_text(encoding="utf-8") if step["adding"] else ""
            path.write_text(before + step["content"], encoding="utf-8")
        elif step["commands"]:
            output = "\n".join(run(command, capfd) for command in step["commands"].splitlines())
        else:
            for line in step["said"].splitlines():
                assert squeezed(line) in squeezed(output), f"the page says: {line}\nthe command said:\n{output}"
    assert sorted(path.name for path in (tmp_path / "handout").iterdir())[0] == "README.md"


def test_the_page_is_read_as_a_whole() -> None:
    kinds = [next(name for name in ("path", "commands", "said") if step[name]) for step in steps()]
    assert kinds.count("path") == 8
    assert kinds.count("commands") == len(re.findall("^```sh$", PAGE, re.MULTILINE))
    assert kinds.count("said") == len(re.findall("^```text$", PAGE, re.MULTILINE))
