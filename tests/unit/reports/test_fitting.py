"""Less detail where there is too much to say, step by step, and never less points."""

from __future__ import annotations

from grader.reports.fitting import fit
from grader.reports.plain import everything, printed
from grader.result.model import Check, Result


def first(result: Result, limit: int) -> Check:
    """The first check of what is left within so many bytes."""
    return next(Result.from_json(fit(result, Result.to_json, limit)).checks)


def size(result: Result, limit: int) -> int:
    """The bytes that were then needed."""
    return len(fit(result, Result.to_json, limit).encode())


def test_gives_up_what_matters_least_first(results: dict[str, Result]) -> None:
    wordy = results["partly_wrong"].parts[0].checks[0].model_copy(update={"message": "word " * 100})
    part = results["partly_wrong"].parts[0].model_copy(update={"checks": (wordy,)})
    result = results["partly_wrong"].model_copy(update={"parts": (part,)})

    whole = size(result, 1 << 30)
    assert first(result, whole) == wordy

    silent = size(result, whole - 1)
    assert first(result, whole - 1) == wordy.model_copy(update={"output": "", "traceback": ()})

    short = first(result, silent - 1)
    assert (short.statement, len(short.message), short.place) == (None, 200, wordy.place)

    bare = first(result, 1)
    assert (bare.message, bare.place, bare.score, bare.max_score) == ("", None, wordy.score, wordy.max_score)
    assert bare.title == wordy.title


def test_what_was_printed_is_cut_and_says_so(results: dict[str, Result]) -> None:
    check = next(results["hostile"].checks).model_copy(update={"output": "line\n" * 50})
    assert printed(check).splitlines()[-2:] == ["line", "… 10 more lines"]
    assert "Your code printed:\nline\n" in everything(check)
