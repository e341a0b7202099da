"""Proves that the checks which an exercise wants to show can be judged without its reference."""

from __future__ import annotations

from grader.audit.findings import Finding, Section
from grader.course.exercise import Exercise
from grader.course.shown import visible_checks
from grader.engine import Engine
from grader.errors import ExerciseFault


def handout(exercise: Exercise, engine: Engine, seed: int) -> Section:
    """Each check that is named as visible can be recorded. Of "all" of them those are shown that can."""
    known = [check.id for check in engine.wait()]
    try:
        visible = visible_checks(exercise, known)
        refused = engine.records(seed, visible, {check.partition(".")[0] for check in visible})[1] if visible else {}
    except ExerciseFault as problem:
        return Section("handout", "cannot be made", (Finding("visible", f"{problem.message} {problem.advice}"),))
    tried = f"{len(visible) - len(refused)} of {len(known)} checks can be run at home"
    found = () if exercise.visible == "all" else tuple(Finding(*entry) for entry in refused.items())
    return Section("handout", tried, found)
