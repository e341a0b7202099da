"""What the engine answers to an author's tools: the misconceptions, the reference's numbers, and records of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from grader.checks.observation import Observation
from grader.checks.plugin import CheckPlugin
from grader.checks.recording import record, run_recording
from grader.checks.records import blob

DIGITS = 4
"""Numbers are told to so many significant digits."""


def beliefs(plugin: CheckPlugin) -> list[list[Any]]:
    """Each misconception, in the order in which they are tried."""
    return [
        [entry.item, entry.name, entry.statement, entry.says, entry.implementation.__name__,
         isinstance(entry.implementation, type), len(entry.variants)]
        for entries in plugin.material.misconceptions.values()
        for entry in entries
    ]  # fmt: skip


def numbers(plugin: CheckPlugin, seed: int, items: frozenset[str]) -> dict[str, list[str]]:
    """By check, the numbers that the reference's answers have from a seed, without those that anybody might write."""
    found = {}
    for check, oracle in run_recording(plugin, seed, items, {})[0].items():
        told = {_digits(number) for a in oracle.agreements for number in _numbers(a.wanted) if _is_telling(number)}
        found[check] = sorted(told)
    return found


def records(plugin: CheckPlugin, seed: int, checks: frozenset[str], items: frozenset[str]) -> list[Any]:
    """The file of records for a seed, and the checks that cannot be recorded, each with the reason."""
    written, refused = record(plugin, seed, checks, items)
    return [blob(written), refused]


def _numbers(observation: Observation) -> Iterator[float]:
    waiting: list[Any] = [observation.value, *observation.gradients.values()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, torch.Tensor):
            if value.is_floating_point():
                yield from (float(number) for number in value.reshape(-1))
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, int | float):
            yield float(min(value, 10**300))


def _is_telling(number: float) -> bool:
    """Whether it has as many digits as one that had to be computed."""
    return number == number and abs(number) != float("inf") and float(f"{number:.{DIGITS - 2}e}") != number


def _digits(number: float) -> str:
    return f"{abs(number):.{DIGITS - 1}e}"
