"""Every sentence of the grader's own that a student can read. What an exercise says stands in the exercise."""

from __future__ import annotations

# --- how a check ends ---------------------------------------------------------------------------------------------


def not_written(name: str, label: str = "", line: int = 0) -> str:
    """The stub's `raise NotImplementedError` was reached."""
    where = f": `raise NotImplementedError` still stands in {label}, line {line}" if label else ""
    return f"`{name}` is not implemented yet{where}."


def missing(name: str, near: str | None, source: str) -> str:
    """The file has no such name; `near` is the most similar one that it has."""
    if near is None:
        return f"{source} has no `{name}`."
    return f"{source} has no `{name}`; it has `{near}`. Rename it to `{name}`."


def raised(type_name: str, text: str, wanted: str) -> str:
    """The code raised, or did not raise, an exception."""
    said = f"{type_name}: {text.removesuffix('.')}" if text else type_name
    if wanted and wanted != type_name:
        return f"Your code raised {said}, where {wanted} is asked for."
    return f"Your code raised {said}."


def stopped(seconds: float, what: str = "The call") -> str:
    """A deadline passed."""
    return f"{what} was stopped after {seconds:g} s."


def hung_before(name: str, seconds: float) -> str:
    """A later check of a function that already hung."""
    return f"Not run again: `{name}` was already stopped after {seconds:g} s in an earlier check."


def out_of_memory(mib: int) -> str:
    """The memory limit was reached."""
    return f"Your code asked for more than {_size(mib)} of memory."


def crashed(reason: str) -> str:
    """The student's process ended or answered nonsense."""
    return f"The process that runs your code ended during this check ({reason})."


def ended_before() -> str:
    """Why a worker cannot be asked any more."""
    return "it had ended before"


def exited(status: int) -> str:
    """The process ended by itself."""
    return f"it ended itself, with status {status}"


def signalled(name: str) -> str:
    """The process was ended by a signal."""
    return f"it was ended by the signal {name}"


def nonsense(problem: str) -> str:
    """The process sent what is no valid answer."""
    return f"The process that runs your code sent something that is no answer ({problem})."


def too_large() -> str:
    """The result cannot cross."""
    return "What your code returned is too large, too deep, or endless."


def out_of_time(seconds: float) -> str:
    """The processor time of a worker is used up."""
    return f"Your code used more than {seconds:g} s of processor time and was stopped."


def wrong_kind(name: str, found: str, wanted: str) -> str:
    """The name stands for something else than the function or class that is asked for."""
    return f"`{name}` is {found} in your file; a {wanted} of that name is asked for."


def not_loaded(name: str, problem: str, where: str) -> str:
    """The name is missing, perhaps because something went wrong where it should have been defined."""
    at = f" ({where})" if where else ""
    return f"`{name}` is not defined. When your file was run from top to bottom, this went wrong: {problem}{at}"


def while_loading(problem: str, where: str) -> str:
    """Something went wrong when the file was run from top to bottom."""
    return f"When your file was run from top to bottom: {problem}" + (f" ({where})" if where else "")


def stopped_at_top(seconds: float) -> str:
    """Running the file's top level took too long."""
    return f"Running your file from top to bottom was stopped after {seconds:g} s; nothing in it can be checked."


def cut(number: int) -> str:
    """Output beyond the limit."""
    return f"… and {number} more bytes, which were not kept"


def no_condition() -> str:
    """A bare assertion of a check failed."""
    return "Your answer does not meet the condition that this check states."


def unusable(text: str) -> str:
    """The check could not use what the student's code returned, though it can use the reference's answer."""
    return f"This check could not work with what your code returned: {text}"


def _size(mib: int) -> str:
    return f"{mib // 1024} GiB" if mib % 1024 == 0 else f"{mib} MiB"


def written_title() -> str:
    """The title of a written answer."""
    return "is read by a person"


def waits(words: int, span: tuple[int, int], criteria: list[str]) -> str:
    """A written answer that was collected."""
    if not words:
        return f"Not written yet. A person reads it for: {'; '.join(criteria)}."
    least, most = span
    asked = "" if least <= words <= most else f" ({least} to {most} are asked for)"
    return f"Collected: {words} words{asked}. A person reads it for: {'; '.join(criteria)}."


# --- in which way an answer is wrong -------------------------------------------------------------------------------


def _of(path: str) -> str:
    return f"Entry {path} of your result" if path else "Your result"


def wrong_exception(wanted: str) -> str:
    """The code returned where an exception is asked for."""
    return f"Your code returned a result, where {wanted} is asked for."


def wrong_type(path: str, seen: str, wanted: str) -> str:
    """Type of the result."""
    return f"{_of(path)} is of type {seen}; {wanted} is asked for."


def wrong_structure(path: str, seen: str, wanted: str) -> str:
    """Number or keys of entries."""
    return f"{_of(path)} has {seen}; {wanted} are asked for."


def wrong_shape(path: str, seen: str, wanted: str) -> str:
    """Shape of a tensor."""
    return f"{_of(path)} has shape {seen}; shape {wanted} is asked for."


def wrong_dtype(path: str, seen: str, wanted: str) -> str:
    """dtype of a tensor."""
    return f"{_of(path)} is {seen}; {wanted} is asked for."


def not_finite(path: str, wrong: int, total: int) -> str:
    """NaN or infinity where a number is asked for."""
    return f"{_of(path)} has {wrong} of {total} entries that are NaN or infinite."


def wrong_value(path: str, wrong: int, total: int, worst: float, relative: float) -> str:
    """Values of the right shape, but different."""
    if not total:
        return f"{_of(path)} has another value than asked for."
    if total == 1:
        return f"{_of(path)} is off by {worst:.2g}{_percent(relative)}."
    return f"{_of(path)} differs in {wrong} of {total} entries, by up to {worst:.2g}{_percent(relative)}."


def _percent(relative: float) -> str:
    if relative == float("inf"):
        return ""
    return f" ({relative:.0%} of the largest entry)" if relative >= 0.01 else f" (a relative error of {relative:.1g})"


def missing_gradient(path: str) -> str:
    """No gradient arrives where one should."""
    return f"No gradient arrives at `{path}`: something on the way cut the graph."


def unwanted_gradient(path: str) -> str:
    """A gradient arrives where none should."""
    return f"A gradient arrives at `{path}`, where none should."


def wrong_gradient(path: str, wrong: int, total: int, worst: float, relative: float) -> str:
    """The gradient of an argument differs."""
    return (
        f"The values are right, but the gradient of `{path}` differs in {wrong} of {total} entries, "
        f"by up to {worst:.2g}{_percent(relative)}."
    )


def changed(paths: str) -> str:
    """The call changed its arguments."""
    if not paths:
        return "The call should have changed one of its arguments and did not."
    return f"Your code changed `{paths}`, which belongs to the caller."


# --- what a report says ---------------------------------------------------------------------------------------------

OUTCOMES = {
    "passed": "passed",
    "failed": "not yet",
    "error": "raised an exception",
    "timeout": "took too long",
    "memory": "needed too much memory",
    "crashed": "ended the process",
    "pending": "waits for a person",
    "skipped": "skipped",
    "not_graded": "not graded",
}
"""Each outcome of a check in two or three words."""

NOT_GRADED = {
    "grader": "This is not a mark. The grader failed; your file is not to blame. Please report it to your instructor.",
    "exercise": "This is not a mark. The exercise has a fault; your file is not to blame. Please tell your instructor.",
}
"""What a student is told by whose fault the submission is not graded."""

PRINTED = "Your code printed:"
TRACEBACK = "Where it happened in your code:"
NEXT = "Look at this next"
NOT_WRITTEN = "not implemented yet"
NOT_ANSWERED = "Not answered yet."
AS_ABOVE = "The same as above."


def points(number: str, maximum: str | None = None) -> str:
    """Points with their unit: "1 point", "20 of 26 points"."""
    text = number if maximum is None else f"{number} of {maximum}"
    return f"{text} {'point' if (maximum or number) == '1' else 'points'}"


def pending(number: str, names: str) -> str:
    """What waits for a person."""
    return f"{number} more {'waits' if number == '1' else 'wait'} for a person: {names}."


def deducted(number: str, reason: str, left: str) -> str:
    """What lateness cost. The points in the report itself are those that were graded."""
    return f"{points(number)} deducted: {reason}. What counts: {points(left)}."


def elsewhere(checks: int) -> str:
    """Checks that a student cannot run."""
    return "one check is run when you hand in" if checks == 1 else f"{checks} checks are run when you hand in"


def until_handed_in(number: str, names: str) -> str:
    """What is not run where a student works."""
    return f"{number} more {'waits' if number == '1' else 'wait'} until you hand in: {names}."


def place(label: str, line: int) -> str:
    """A line of the student's code."""
    return f"{label}, line {line}"


def more_lines(number: int) -> str:
    """Lines of output that are left out."""
    return f"… {number} more {'line' if number == 1 else 'lines'}"


def and_others(checks: int) -> str:
    """After the title of a check: what is said holds for more of them."""
    return f", and {checks} more {'check' if checks == 1 else 'checks'}"


def defined_again(name: str, times: int, where: str) -> str:
    """Several definitions of one name."""
    return f"`{name}` is defined {times} times; the last one counts ({where})."


def again(seed: int) -> str:
    """How to draw the same inputs once more."""
    return f"--seed {seed} draws the same inputs"


NO_CHANGE = "No check ends another way."


def since_last_time(before: str, after: str) -> str:
    """The score of two runs."""
    return f"Since last time: {before} → {points(after)}"


# --- what a learning platform tells where there is no result -------------------------------------------------------

START_FROM = "To start from:"
REFUSED = "Submission refused"
NO_MARK = "Not graded"
DID_NOT_FINISH = (
    "This is not a mark. The autograder did not finish: it was ended before it could write a result, or is still "
    "running. If this stays, please tell your instructor."
)


def newest_counts(attempts: int, when: str) -> str:
    """Somebody handed in several times."""
    return f"You handed in {attempts} times; the newest counts" + (f", of {when}." if when else ".")
