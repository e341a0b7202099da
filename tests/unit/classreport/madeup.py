"""A made-up class: who is in it is invented, and who knows what follows from a seed."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from grader import wording
from grader.result import model
from grader.result.verdict import Outcome
from grader.roll import Entry

DUE = datetime(2026, 11, 30, 22, 59, tzinfo=UTC)
SURNAMES = (
    "Noether", "O'Neil", "Ünal", "van der Berg", "=SUM(A1:A9)", "de la Cruz, Jr.", "Ndiaye", "Łukasiewicz",
    "<b>Bold</b>", "Kowalska", "Sørensen", "Îles", "+49 170", "@home", "-minus", "Nguyễn", "Okonkwo",
    "Þórsdóttir", "Müller", "Müller",
)  # fmt: skip
FIRST = ("Ada", "Emmy", "Alan", "Grace", "Kofi", "Yuki")
STATEMENTS = {
    "T1": "The sublayer's output is added to its input, and the sum is the new x: nothing is replaced.",
    "T7": "Without shortcuts the local derivatives of all layers multiply; below 1 they shrink the gradient.",
    "T10": "A sublayer that outputs exactly zero leaves x unchanged: a safe fallback.",
    "T13": "A path decides at each sublayer: shortcut (factor 1) or sublayer (factor d).",
}
ITEMS = (
    ("A", "residual_add", "T1", -1.5, 3),
    ("A", "ResidualSublayer", "T1", -1.0, 3),
    ("A", "SelfAttentionAdapter", "T1", 0.0, 2),
    ("A", "FeedForward", "T1", -1.8, 2),
    ("A", "ResidualStack", "T1", -0.4, 3),
    ("B", "residual_local_derivative", "T7", -0.2, 2),
    ("B", "chain_gradient", "T7", 0.2, 3),
    ("B", "count_paths", "T13", 0.4, 2),
    ("B", "gradient_by_path_length", "T13", 1.3, 4),
    ("B", "split_vjp", "T13", 1.0, 3),
    ("C", "zero_case_output", "T10", 0.1, 3),
    ("C", "zero_init_last_projection", "T10", 0.8, 3),
    ("D", "q1", "T10", -0.8, 1),
    ("D", "q2", "T7", 0.0, 1),
)
WITHOUT = (
    (7, "refused", "ex3.zip holds two solutions, a/ex3.py and b/ex3.py.\nKeep one."),
    (19, "not_graded", "The engine ended while it checked `q1`."),
    (23, "missing", ""),
    (41, "missing", ""),
)
"""Who has no mark, and why."""
ASPECTS = ("value", "gradients", "shapes", "purity")
BELIEFS = {
    "residual_add": ("forgot_add", "Your result equals the sublayer's output alone. T1 says that it is *added*."),
    "ResidualStack": ("shared_sublayer", "All layers share one sublayer. Call `make_sublayer` once for each."),
    "chain_gradient": ("sum_for_product", "You added the local derivatives; T7 says that they multiply."),
    "count_paths": ("paths_linear", "You counted one path for each layer. Each layer *doubles* their number."),
    "zero_case_output": ("zero_output", "You returned zeros. T10: a sublayer of zeros leaves x as it is."),
}


def made_up(size: int = 60, seed: int = 3) -> list[Entry]:
    """A class of this size: some late, some in groups, one refused, one not graded, two who handed in nothing."""
    rng = random.Random(seed)
    entries = [_student(place, rng) for place in range(size)]
    for place, status, reason in WITHOUT:
        entries[place : place + 1] = [_without(entry, status, reason) for entry in entries[place : place + 1]]
    return entries


def handed_in(solved: Iterable[str], rng: random.Random) -> str:
    """A file: one way of many to write each function."""
    return "\n\n".join(_function(name, rng) for name in solved)


def _student(place: int, rng: random.Random) -> Entry:
    ability = rng.gauss(0.6, 1.1)
    name = f"{FIRST[place % 6]} {SURNAMES[place % 20]}" if place % 17 else f"{SURNAMES[place % 20]}"
    late = place % 9 == 4
    submitted = DUE + timedelta(hours=rng.uniform(1, 80)) if late else DUE - timedelta(hours=rng.uniform(0.1, 90))
    student = f"s{1000 + 37 * place}"
    return Entry(
        student=student,
        name=name,
        email=f"{student}@example.edu",
        keys=(str(place + 1), f"{student}@example.edu"),
        status="graded",
        result=result(student, [_check(*item, ability, rng) for item in ITEMS], seconds=round(rng.uniform(1, 9), 3)),
        submitted=submitted,
        late=late,
        attempts=1 + place % 3 // 2,
        code=handed_in([item[1] for item in ITEMS], rng),
    )


def result(student: str, items: list[list[model.Check]], seconds: float = 2.0) -> model.Result:
    """A result of these checks, item by item, and a written answer that waits for a person."""
    parts: dict[str, list[model.Check]] = {}
    for (part, *_), checks in zip(ITEMS, items, strict=True):
        parts.setdefault(part, []).extend(checks)
    waits = model.Check(
        id="explanation.text", title="is read by a person", outcome="pending", score=Fraction(0), max_score=Fraction(14)
    )
    parts["D"].append(waits)
    titles = {"A": "Residual forward", "B": "Gradient paths", "C": "Zero sublayer", "D": "Questions"}
    return model.Result(
        exercise=model.ExerciseInfo(id="ex3", title="What residual connections do", version="0123456789abcdef"),
        submission=model.SubmissionInfo(student=student, source="ex3.py", sha256="00" * 32),
        parts=tuple(model.Part(id=part, title=titles[part], checks=tuple(checks)) for part, checks in parts.items()),
        problem="",
        isolation="sealed",
        seed=1,
        seconds=seconds,
        grader="0.1.0",
    )


def _check(
    part: str, item: str, statement: str, hardness: float, number: int, ability: float, rng: random.Random
) -> list[model.Check]:
    checks = []
    for aspect in ASPECTS[:number]:
        passed = rng.random() < 1 / (1 + math.exp(-2 * (ability - hardness)))
        outcome: Outcome = "passed" if passed else rng.choice(("failed",) * 7 + ("error", "error", "timeout"))
        belief = BELIEFS.get(item) if outcome == "failed" and rng.random() < 0.6 else None
        points = Fraction(2) if number < 4 else Fraction(4, 3)
        checks.append(
            model.Check(
                id=f"{item}.{aspect}",
                title=f"has the right {aspect}",
                outcome=outcome,
                score=points if passed else Fraction(0),
                max_score=points,
                statement=model.Statement(id=statement, text=STATEMENTS[statement]),
                misconception=belief[0] if belief else None,
                message=""
                if passed
                else belief[1]
                if belief
                else wording.stopped(5)
                if outcome == "timeout"
                else "Off.",
                seconds=5.0 if outcome == "timeout" else round(rng.uniform(0.01, 0.2), 3),
            )
        )
    return checks


def _function(name: str, rng: random.Random) -> str:
    x, y = rng.sample(["x", "h", "state", "value", "inputs", "z"], 2)
    act, reduce = rng.choice(["relu", "tanh", "exp", "abs", "sin"]), rng.choice(["mean", "sum", "norm"])
    body = [
        f"    {y} = {x} {rng.choice('+-*/')} {rng.randint(2, 9)}",
        f"    {y} = torch.{act}({y}) if {x}.ndim > {rng.randint(0, 4)} else {x}",
        f"    for _ in range({rng.randint(1, 9)}):\n        {y} = {y} {rng.choice('+-*')} {x}.{reduce}()",
        f"    {y} = [{x} for _ in range({rng.randint(2, 30)})][{rng.randint(0, 1)}]",
        f"    assert {x}.shape[{rng.randint(-2, 2)}] > {rng.randint(0, 9)}",
    ]
    rng.shuffle(body)
    return "\n".join([f"def {name}({x}):", *body[: rng.randint(2, 5)], f"    return {y}"])


def _without(entry: Entry, status: str, reason: str) -> Entry:
    return Entry(entry.student, entry.name, entry.email, entry.keys, status, reason)  # type: ignore[arg-type]
