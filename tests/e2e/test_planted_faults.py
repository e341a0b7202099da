"""A fault of the exercise's or of ours is never a lower mark: the result says not graded and whose fault it is, and the
command ends with status 3.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COURSE = Path(__file__).parents[2]
FULL_MARKS = COURSE / "tests" / "specimens" / "full_marks" / "ex3.py"
CHECK = Path("solutions/ex3/checks/test_chain_gradient.py")
REFERENCE = Path("solutions/ex3/reference.py")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the course, to plant faults in."""
    for folder in ("exercises", "solutions"):
        shutil.copytree(COURSE / folder / "ex3", tmp_path / folder / "ex3")
    return tmp_path


def planted(file: Path, before: str, after: str) -> None:
    """Replace a piece of a file that is there."""
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def grade(course: Path, *arguments: str, package: Path = COURSE) -> tuple[int, dict[str, object], str]:
    """Exit status, result and standard error of `grade ex3` on the full-marks file."""
    ran = subprocess.run(
        [sys.executable, "-m", "grader", "--debug", "ex3", str(FULL_MARKS), "--format", "json", *arguments],
        capture_output=True,
        text=True,
        cwd=package,
        env={**os.environ, "GRADE_COURSE": str(course)},
        check=False,
    )
    return ran.returncode, json.loads(ran.stdout or "{}"), ran.stderr


FAULTS = {
    "a check raises": (CHECK, '"""plain stacks', 'raise KeyError("planted")\n    """plain stacks'),
    "a check asks for nonsense": (CHECK, "import ", "import no_such_module_planted\nimport "),
    "a check does not parse": (CHECK, "import ", "def (planted\nimport "),
    "the reference raises": (
        REFERENCE,
        "    return torch.prod(",
        '    raise KeyError("planted")\n    return torch.prod(',
    ),
    "the reference does not load": (REFERENCE, "import torch\n", "import torch\nplanted\n"),
    "points do not add up": (CHECK, "points=2", "points=3"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_exercise(course: Path, name: str) -> None:
    file, before, after = FAULTS[name]
    if name == "a check raises":
        before, after = '    """plain stacks of 5', '    raise KeyError("planted")\n    """plain stacks of 5'
    planted(course / file, before, after)
    status, result, said = grade(course)
    assert status == 3, said
    assert (result["status"], result["fault"]) == ("not_graded", "exercise")
    assert "planted" not in json.dumps(result), "what a check says is for its author"


@pytest.mark.parametrize(
    "conftest",
    ["1 / 0", "import pytest\n\n@pytest.fixture(autouse=True)\ndef planted():\n    yield\n    1 / 0\n"],
    ids=["that does not load", "whose fixture fails afterwards"],
)
def test_a_conftest(course: Path, conftest: str) -> None:
    (course / "solutions/ex3/checks/conftest.py").write_text(conftest, encoding="utf-8")
    status, result, said = grade(course, "--part", "A")
    assert status == 3, said
    assert (result["status"], result["fault"]) == ("not_graded", "exercise")
    assert "division by zero" in said


def test_a_callable_of_a_check_that_raises_is_the_checks_fault(course: Path) -> None:
    check = course / "solutions/ex3/checks/test_residual_add.py"
    planted(
        check,
        "import torch\n",
        "import torch\n\n\ndef planted(x: torch.Tensor) -> torch.Tensor:\n    raise KeyError\n\n",
    )
    source = check.read_text(encoding="utf-8")
    start = source.index('agree("residual_add"')
    end = source.index("\n", start)
    check.write_text(
        source[:start] + 'agree("residual_add", rng.normal(2, 3, 5), planted)' + source[end:], encoding="utf-8"
    )
    status, result, said = grade(course, "--part", "A")
    assert status == 3, said
    assert result["fault"] == "exercise"


OURS = {
    "comparing": (
        "grader/checks/compare.py",
        "def difference(",
        'def difference(*planted, **more):\n    raise KeyError("planted")\n\n\ndef unused(',
    ),
    "the ledger": (
        "grader/sandbox/ledger.py",
        "    def entry(self",
        '    def entry(self, *planted, **more):\n        raise KeyError("planted")\n\n    def unused(self',
    ),
    "the plugin": (
        "grader/checks/plugin.py",
        "        insight = check.stash[INSIGHT]\n",
        '        raise KeyError("planted")\n',
    ),
    "the zygote": (
        "grader/sandbox/zygote.py",
        "def _fork(",
        'def _fork(*planted):\n    raise KeyError("planted")\n\n\ndef _unused(',
    ),
    "the lock-down": (
        "grader/sandbox/lockdown.py",
        "def confine(",
        'def confine(*planted):\n    raise SealBroken("planted")\n\n\ndef _unused(',
    ),
}


@pytest.mark.parametrize("name", OURS)
def test_a_fault_of_ours(tmp_path: Path, name: str) -> None:
    package = tmp_path / "package"
    shutil.copytree(COURSE / "grader", package / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    file, before, after = OURS[name]
    planted(package / file, before, after)
    ran = subprocess.run(
        [sys.executable, "-c", RUN_COPY, str(package), str(FULL_MARKS)],
        capture_output=True,
        text=True,
        env={**os.environ, "GRADE_COURSE": str(COURSE)},
        check=False,
    )
    assert ran.returncode == 3, ran.stderr
    result = json.loads(ran.stdout)
    assert (result["status"], result["fault"]) == ("not_graded", "grader")


RUN_COPY = """
import sys
sys.path.insert(0, sys.argv[1])
import grader.engine
assert grader.engine.__file__.startswith(sys.argv[1])
# the engine is isolated from our environment, so it is told where its own package stands
launch = f"import runpy, sys; sys.path.insert(0, {sys.argv[1]!r}); runpy.run_module('grader.launch', None, '__main__')"
popen = grader.engine.subprocess.Popen
grader.engine.subprocess.Popen = lambda command, **rest: popen([*command[:2], "-c", launch], **rest)
from grader.cli.main import main
sys.exit(main(["ex3", sys.argv[2], "--format", "json"]))
"""
