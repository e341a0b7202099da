"""The checks of Exercise 3 without wall and pytest: plain calls in one warm process. What the other benchmarks divide
by.

    python benchmarks/bare.py FILE       a line of input, empty or with another file's name, runs the checks once and
                                         prints wall and processor seconds
"""

from __future__ import annotations

import contextlib
import inspect
import io
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

from grader.checks.agreement import Agreement
from grader.checks.material import Material, load
from grader.checks.meta import META
from grader.checks.plugin import CheckPlugin
from grader.checks.quiz import judge
from grader.checks.quizfile import read_quiz
from grader.checks.rng import Rng, derive

COURSE = Path(__file__).parents[1]


def run(material: Material, checks: list[pytest.Item], source: str, seed: int) -> int:
    """Execute the file, call every check, judge every answer; how many passed."""
    module = ModuleType("student")
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(source, "student.py", "exec"), module.__dict__)
    passed = 0
    for check in checks:
        if not isinstance(check, pytest.Function):
            continue
        meta = check.stash[META]
        torch.manual_seed(derive(seed, meta.id, "torch"))
        oracle = material.oracle(seed, meta.id)
        given: dict[str, Any] = {
            "student": module,
            "reference": material.reference,
            "toolbox": material.toolbox,
            "rng": Rng(seed, meta.id),
            "agree": Agreement(module, oracle, meta.item, derive(seed, meta.id, "agree")),
            "insight": lambda words: None,
        }
        with contextlib.suppress(Exception):  # a wrong answer
            check.obj(**{name: given[name] for name in inspect.signature(check.obj).parameters})
            passed += 1
    questions = read_quiz(COURSE / "solutions/ex3/quiz.toml")
    return passed + sum(judge(question, getattr(module, name, None)).correct for name, question in questions.items())


def main() -> None:
    """Serve rounds until the input ends."""
    torch.set_num_threads(1)
    material = load(COURSE / "exercises/ex3", COURSE / "solutions/ex3")

    def loop(plugin: CheckPlugin) -> None:
        for seed, line in enumerate(sys.stdin):
            source = Path(line.strip() or sys.argv[1]).read_text(encoding="utf-8")
            wall, processor = time.perf_counter(), time.process_time()
            passed = run(material, plugin.checks, source, seed)
            print(time.perf_counter() - wall, time.process_time() - processor, passed, flush=True)

    CheckPlugin(material, loop).collect_and_loop()


if __name__ == "__main__":
    main()
