"""The submissions that an audit makes up from an exercise's own files."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.audit.beliefs import HELPER, Beliefs
from grader.audit.mutants import Mutant, mutants
from grader.audit.trials import Case, made_up
from grader.checks.quiz import MultipleChoice, Question
from grader.checks.quizfile import read_quiz
from grader.course.excerpt import users
from grader.course.exercise import Exercise
from grader.engine import Belief
from grader.errors import ExerciseFault
from grader.submission.collect import read_submission


def reference_case(exercise: Exercise) -> Case:
    """The reference with the keys of the quiz as its answers."""
    return Case("reference", made_up("reference.py", _source(exercise, "reference.py"), _answers(exercise)))


def stub_cases(exercise: Exercise) -> list[Case]:
    """What students are handed, as Python and as a notebook."""
    return [Case(stub.name, read_submission(stub, exercise.file)) for stub in exercise.stubs if stub.is_file()]


def belief_cases(exercise: Exercise, beliefs: Sequence[Belief]) -> Iterator[tuple[Belief, list[Case]]]:
    """For each misconception, one case for each of its variants."""
    if not beliefs:
        return
    reference, sources = _source(exercise, "reference.py"), Beliefs(_source(exercise, "misconceptions.py"))
    for belief in beliefs:
        cases = []
        for number, wrong in enumerate(sources.variants(belief), start=1):
            name = f"{belief.item}: {belief.name}" + (f", variant {number}" if belief.variants > 1 else "")
            submission = made_up("belief.py", reference, wrong.binding, helpers=((HELPER, wrong.helper),))
            cases.append(Case(name, submission, frozenset([belief.item])))
        yield belief, cases


def alternative_cases(exercise: Exercise) -> Iterator[Case]:
    """Other right solutions: <item>/<way>.py or <item>.<way>.py in the folder `alternatives`, one item each."""
    folder = exercise.solutions / "alternatives"
    items = {item.name for item in exercise.items}
    for path in sorted([*folder.glob("*/*.py"), *folder.glob("*.*.py")]):
        item = path.parent.name if path.parent != folder else path.name.partition(".")[0]
        if item not in items:
            raise ExerciseFault(
                f"{path} stands for {item}, which is no item of {exercise.id}.",
                "Name the file alternatives/<item>/<way>.py.",
            )
        name = path.relative_to(folder).as_posix()
        yield Case(name, read_submission(path, path.stem), frozenset([item]))


def mutant_cases(exercise: Exercise) -> Iterator[tuple[Mutant, Case]]:
    """Each mutant of the reference, with the items whose definitions need what was changed."""
    source = _source(exercise, "reference.py")
    needs = users(ast.parse(source), [item.name for item in exercise.items if item.kind in ("function", "class")])
    for mutant in mutants(source):
        items = frozenset(item for item, names in needs.items() if mutant.definition in names)
        yield mutant, Case(f"line {mutant.line}: {mutant.change}", made_up("reference.py", mutant.source), items)


def _source(exercise: Exercise, name: str) -> str:
    path = exercise.solutions / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise ExerciseFault(f"{path} cannot be read: {problem.strerror}.") from None


def questions(exercise: Exercise) -> Sequence[Question]:
    """The quiz, if there is one."""
    path: Path = exercise.solutions / "quiz.toml"
    return list(read_quiz(path).values()) if path.exists() else []


def _answers(exercise: Exercise) -> str:
    return "".join(f"{question.id} = {_key(question)}\n" for question in questions(exercise))


def _key(question: Question) -> str:
    key = getattr(question, "key")  # noqa: B009 - each kind of question has a key of its own type
    return repr(set(key)) if isinstance(question, MultipleChoice) else json.dumps(key)
