"""Run checks against a file in this very process, without the wall: for authors at work, and to prove that the wall
changes nothing.

Only for code that one trusts.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

from grader.checks.inprocess import InProcess
from grader.checks.material import Material, load
from grader.checks.plugin import CheckPlugin, Run
from grader.errors import ExerciseFault, Fault
from grader.result.verdict import Verdict


def execute(source: str, label: str = "student.py") -> ModuleType:
    """The module that a file's source makes."""
    module = ModuleType("student")
    exec(compile(source, label, "exec"), module.__dict__)
    return module


def run(material: Material, sources: list[str], seed: int) -> list[list[Verdict]]:
    """The verdicts of every check for each source; ExerciseFault if a check could not be graded."""
    results: list[list[Verdict]] = []

    def report(verdict: Verdict, fault: Fault | None, detail: str) -> None:
        if fault is not None:
            raise ExerciseFault(f"{verdict.id} could not be graded ({fault}):\n{detail}")
        results[-1].append(verdict)

    def loop(plugin: CheckPlugin) -> None:
        for source in sources:
            results.append([])
            plugin.run(Run(InProcess(execute(source)), seed, report))

    CheckPlugin(material, loop).collect_and_loop()
    return results


def main() -> None:
    """`python -m grader.checks.direct EXERCISE_DIR SOLUTIONS_DIR FILE [SEED]` prints one line per check."""
    exercise, solutions, file = (Path(argument) for argument in sys.argv[1:4])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    for verdict in run(load(exercise, solutions), [file.read_text()], seed)[0]:
        name = f" [{verdict.misconception}]" if verdict.misconception else ""
        print(f"{verdict.outcome:10} {verdict.score}/{verdict.max_score} {verdict.id}{name} {verdict.message}")


if __name__ == "__main__":
    main()
