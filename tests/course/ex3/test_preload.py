"""`preload` and `preload_for` of exercise.toml are what student code needs, found by running it where it may import.

In a sealed worker nothing can be imported any more. So the full-marks file, and a file for each way of differentiating,
run in an open process that holds what the exercise preloads, and must not make torch load anything more.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.course.catalog import load_exercise

COURSE = Path(__file__).parents[3]
FULL_MARKS = COURSE / "tests" / "specimens" / "full_marks" / "ex3.py"

LATE_IMPORTS = """
import importlib, json, sys
import torch
from pathlib import Path
from grader.checks import direct, server
from grader.checks.material import load
import sympy  # the trusted side's own, for the quiz

course, file, modules = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])
for module in modules:
    importlib.import_module(module)
material = load(course / "exercises/ex3", course / "solutions/ex3")
before = set(sys.modules)
direct.run(material, [file.read_text()], 1)
print(json.dumps(sorted(name for name in set(sys.modules) - before if name.partition(".")[0] in ("torch", "numpy"))))
"""


def late_imports(file: Path, code: str | None) -> list[str]:
    """The modules of torch and numpy that running the checks on a file loads beyond what is preloaded for it."""
    modules = load_exercise(COURSE, "ex3").imports_for(code)
    run = subprocess.run(
        [sys.executable, "-c", LATE_IMPORTS, str(COURSE), str(file), json.dumps(modules)],
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(run.stdout.splitlines()[-1])
    return found


def test_the_full_marks_file_needs_nothing_more() -> None:
    assert late_imports(FULL_MARKS, FULL_MARKS.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("word", ["func", "functional", "forward_ad"])
def test_ways_of_differentiating_need_nothing_more(word: str, tmp_path: Path) -> None:
    ways = {
        "func": "torch.func.jvp(torch.tanh, (x,), (x,)); torch.func.vmap(torch.func.jacrev(torch.tanh))(x)",
        "functional": "torch.autograd.functional.jacobian(torch.tanh, x, vectorize=True)",
        "forward_ad": "import torch.autograd.forward_ad as ad\nwith ad.dual_level():\n    ad.make_dual(x, x).tanh()",
    }
    file = tmp_path / "ex3.py"
    file.write_text(f"import torch\nx = torch.ones(3)\n{ways[word]}\n", encoding="utf-8")
    assert late_imports(file, file.read_text(encoding="utf-8")) == []


def test_what_is_slow_to_load_is_loaded_for_those_who_need_it_only() -> None:
    exercise = load_exercise(COURSE, "ex3")
    assert "torch._dynamo" not in exercise.imports_for(FULL_MARKS.read_text(encoding="utf-8"))
    assert "torch._dynamo" in exercise.imports_for("from torch.func import vjp")
    assert "torch._dynamo" in exercise.imports_for(None), "a class may hold anything"
