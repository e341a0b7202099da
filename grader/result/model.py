"""The result of grading one submission: frozen values with a versioned JSON form, from which every report is made.

Points are exact fractions inside and are stored once, with each check; every total is derived from the checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    WithJsonSchema,
    computed_field,
    model_validator,
)
from pydantic_core import to_json

from grader.errors import Fault, UsageError
from grader.result.scoring import MAX_DENOMINATOR, as_number, from_number, total
from grader.result.text import clean, one_line
from grader.result.verdict import Outcome

FORMAT = 1
"""Version of the JSON form. Fields may be added within a version; a change of meaning starts a new one."""
_AFTER_TOTALS = ("parts", "isolation", "seed", "seconds", "grader")


def _points(value: object) -> object:
    if isinstance(value, Fraction):
        points = value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        points = from_number(value)
    else:
        raise ValueError("points are a number")
    if points.numerator < 0 or points.denominator > MAX_DENOMINATOR:
        raise ValueError(f"points are at least 0 and have a denominator up to {MAX_DENOMINATOR}, unlike {points}")
    return points


def _cleaned(how: Callable[[str, int], str], limit: int) -> BeforeValidator:
    return BeforeValidator(lambda value: how(value, limit) if isinstance(value, str) else value)


_NUMBER = WithJsonSchema({"type": "number", "minimum": 0})
Points = Annotated[Fraction, BeforeValidator(_points), PlainSerializer(as_number, return_type=int | float), _NUMBER]
Total = Annotated[Fraction, PlainSerializer(as_number, return_type=int | float), _NUMBER]
Name = Annotated[str, _cleaned(one_line, 200)]
Line = Annotated[str, _cleaned(one_line, 400)]
Text = Annotated[str, _cleaned(clean, 4_000)]
Output = Annotated[str, _cleaned(clean, 20_000)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class ExerciseInfo(_Frozen):
    """Which exercise, and in which version of its content."""

    id: Name
    title: Line
    version: Name


class Place(_Frozen):
    """A line of the student's own code: `label` is the file's name or the notebook's cell ("cell 4")."""

    label: Name
    line: Annotated[int, Field(ge=1)]
    text: Line = ""


class SubmissionInfo(_Frozen):
    """What was graded. `notes` tell the student how the submission was read.

    `definitions` tells where it defines what is graded: of several places, the one that counts.
    """

    student: Name
    source: Name
    sha256: Name
    notes: tuple[Text, ...] = ()
    definitions: dict[Name, Place] = Field(default_factory=dict)


class Statement(_Frozen):
    """The sentence of the exercise text that a check rests on."""

    id: Name
    text: Text


class Check(_Frozen):
    """What one check found. `id` is the graded item's name, a dot, and the aspect."""

    id: Name
    title: Line
    outcome: Outcome
    score: Points
    max_score: Points
    statement: Statement | None = None
    misconception: Name | None = None
    message: Text = ""
    traceback: tuple[Text, ...] = ()
    place: Place | None = None
    output: Output = ""
    seconds: Seconds = 0.0

    @property
    def item(self) -> str:
        """Name of the function, class or answer that the check grades."""
        return self.id.partition(".")[0]

    @model_validator(mode="after")
    def _within_bounds(self) -> Self:
        if self.score > self.max_score:
            raise ValueError(f"check {self.id} has {self.score} of {self.max_score} points")
        if self.outcome == "pending" and self.score:
            raise ValueError(f"check {self.id} waits for a person and yet has points")
        return self


class Part(_Frozen):
    """One part of the exercise with its checks."""

    id: Name
    title: Line
    checks: tuple[Check, ...]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def score(self) -> Total:
        """Points reached."""
        return total(self.checks).score

    @computed_field  # type: ignore[prop-decorator]
    @property
    def max_score(self) -> Total:
        """Points that could be reached, without what is pending."""
        return total(self.checks).max_score

    @computed_field  # type: ignore[prop-decorator]
    @property
    def pending(self) -> Total:
        """Points that wait for a person."""
        return total(self.checks).pending


class Result(_Frozen):
    """The result of grading one submission, in format 1.

    `fault` says who is to blame when nothing can be said about the submission. `problem` tells the exercise's author,
    or us, what it was; it may quote checks and values, so it is no part of the JSON form.
    """

    format: Literal[1] = 1
    exercise: ExerciseInfo
    submission: SubmissionInfo
    fault: Fault | None = None
    problem: Text = Field("", exclude=True)
    parts: tuple[Part, ...]
    isolation: Name
    seed: int
    seconds: Seconds
    grader: Name

    @model_validator(mode="after")
    def _not_graded_has_a_fault(self) -> Self:
        if self.fault is None and any(check.outcome == "not_graded" for check in self.checks):
            raise ValueError("a check was not graded, but no fault is given")
        return self

    @computed_field  # type: ignore[prop-decorator]
    @property
    def status(self) -> Literal["graded", "not_graded"]:
        """`not_graded` when the grader or the exercise is at fault; the points then are no mark."""
        return "graded" if self.fault is None else "not_graded"

    @computed_field  # type: ignore[prop-decorator]
    @property
    def score(self) -> Total:
        """Points reached."""
        return total(self.checks).score

    @computed_field  # type: ignore[prop-decorator]
    @property
    def max_score(self) -> Total:
        """Points that could be reached, without what is pending."""
        return total(self.checks).max_score

    @computed_field  # type: ignore[prop-decorator]
    @property
    def pending(self) -> Total:
        """Points that wait for a person."""
        return total(self.checks).pending

    @property
    def checks(self) -> Iterator[Check]:
        """All checks, in the exercise's order."""
        return (check for part in self.parts for check in part.checks)

    @property
    def full_marks(self) -> bool:
        """Whether the submission was graded and no point is missing."""
        return self.status == "graded" and self.score == self.max_score

    def to_json(self) -> str:
        """Return the JSON form, with totals before what they are the totals of."""
        data = self.model_dump(mode="json")
        for part in data["parts"]:
            part["checks"] = part.pop("checks")
        for key in ("fault", "score", "max_score", "pending", *_AFTER_TOTALS):
            data[key] = data.pop(key)
        return to_json(data, indent=1).decode()

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what `to_json` wrote; UsageError for anything else."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise UsageError(f"This is not a result of the grader's: {problem}.") from None
        _check_format(data)
        try:
            result = cls.model_validate(data)
        except ValidationError as problem:
            raise UsageError(_first(problem), "Grade the submission again.") from None
        written = {key: data.get(key) for key in ("status", "score", "max_score", "pending")}
        if written != result.model_dump(mode="json", include=set(written)):
            raise UsageError("The totals of this result do not follow from its checks.", "Grade the submission again.")
        return result


def _check_format(data: Any) -> None:
    number = data.get("format") if isinstance(data, dict) else None
    if not isinstance(number, int) or isinstance(number, bool):
        raise UsageError("This is not a result of the grader's: it has no format number.")
    if number > FORMAT:
        raise UsageError(
            f"This result has format {number}, which is newer than this grader reads ({FORMAT}).",
            "Update torchgrader.",
        )
    if number < FORMAT:
        raise UsageError(
            f"This result has format {number}, which this grader no longer reads (it reads {FORMAT}).",
            "Grade the submission again.",
        )


def _first(problem: ValidationError) -> str:
    error = problem.errors()[0]
    where = ".".join(str(step) for step in error["loc"]) or "the whole"
    return f"This result cannot be read: {where}: {error['msg']}."
