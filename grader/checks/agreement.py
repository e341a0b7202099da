"""`agree`: run student and reference on equal inputs, compare what they show, and name the belief behind a
difference.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import torch

from grader import wording
from grader.checks.compare import Difference, Tolerance, difference
from grader.checks.explain import explain
from grader.checks.failure import CheckFailed
from grader.checks.misconceptions import Facts
from grader.checks.observation import Observation, Scenario, observe
from grader.checks.oracle import Named, Oracle
from grader.checks.rng import derive
from grader.errors import ExerciseFault
from grader.sandbox.faults import Missing, NotWritten, Raised, Stopped, StudentFault


class Counting:
    """Wraps a callable and keeps what a check wants to know of its use; crosses the wall as a black box.

    `calls` counts the calls; `outputs` are the tensors that were handed out.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.outputs: list[torch.Tensor] = []
        self._copies: list[torch.Tensor] = []

    def __call__(self, *args: Any) -> Any:
        output = self.function(*args)
        self.outputs.append(output)
        self._copies.append(output.detach().clone())
        return output

    def __deepcopy__(self, memo: dict[int, Any]) -> Counting:
        return Counting(copy.deepcopy(self.function, memo))

    @property
    def calls(self) -> int:
        """How often it was called."""
        return len(self.outputs)

    @property
    def output_changed(self) -> bool:
        """Whether somebody changed a tensor in place after it was handed out."""
        return any(not torch.equal(now.detach(), then) for now, then in zip(self.outputs, self._copies, strict=True))


class Agreement:
    """The `agree` fixture of one check."""

    def __init__(self, student: Any, oracle: Oracle, item: str, seed: int) -> None:
        self._student = student
        self._oracle = oracle
        self._item = item
        self._seed = seed

    def __call__(
        self,
        use: str | Scenario,
        *args: Any,
        item: str | None = None,
        gradients: bool = False,
        purity: bool = False,
        rtol: float | None = None,
        atol: float | None = None,
        raises: type[Exception] | None = None,
        facts: Facts | None = None,
        otherwise: str = "",
    ) -> Any:
        """Fail the check unless the student's implementation shows what the reference shows; return the student's
        value.

        `use` names a function of the exercise, to be called with `args`, or is a scenario `use(it, *args)` in which
        `it` stands for the student's file or the reference. All runs get copies of `args`. `raises` is the exception
        with which the reference may answer; any other means that the reference is broken. `otherwise` is what to say
        where no misconception fits and "your result differs" would not tell the student anything. See
        docs/writing-checks.md.
        """
        scenario, names = self._scenario(use, args)
        item = item or (use if isinstance(use, str) else self._item)

        def look(implementation: Any) -> Observation:
            seed = derive(self._seed, "cotangent") if gradients else None
            return observe(scenario, implementation, args, names, cotangent_seed=seed, purity=purity)

        wanted = self._oracle.wanted(item, look)
        if wanted.raised is not None and wanted.raised != getattr(raises, "__name__", None):
            raise ExerciseFault(
                f"The reference raised {wanted.raised}: {wanted.raised_text}\n"
                f"If that is the right answer, say so: agree(…, raises={wanted.raised})."
            )
        seen = look(self._student)
        if isinstance(seen.fault, (NotWritten, Missing)):
            raise seen.fault
        if seen.raised == "NotImplementedError" and seen.fault is None:
            raise NotWritten(wording.not_written(item))
        found = difference(seen, wanted, Tolerance(rtol, atol))
        if found is None:
            return seen.value
        named = self._oracle.named(item, seen, look, args)
        raise self._failure(item, seen, found, named, facts or {}, otherwise)

    def _scenario(self, use: str | Scenario, args: Sequence[Any]) -> tuple[Scenario, list[str]]:
        if not isinstance(use, str):
            names = list(inspect.signature(use).parameters)[1:]
            return use, _fit_names(names, len(args))
        return lambda it, *inputs: getattr(it, use)(*inputs), _fit_names(self._oracle.parameters(use), len(args))

    def _failure(
        self,
        item: str,
        seen: Observation,
        found: Difference,
        named: Named | None,
        facts: Facts,
        otherwise: str,
    ) -> StudentFault:
        name = None
        message = otherwise or explain(found)
        if named is not None:
            name = named.name
            message = _filled(named, {"function": item, **facts, **named.constants})
        if seen.fault is None:
            if seen.raised is not None and named is None:
                message = wording.raised(seen.raised, seen.raised_text, found.wanted)
            failed = CheckFailed(message, misconception=name)
            failed.compared = True
            return failed
        fault = seen.fault
        fault.misconception = name
        if named is not None:
            fault.message = f"{fault.message} {message}" if isinstance(fault, Stopped) else message
        elif found.kind == "raised" and found.wanted and isinstance(fault, Raised):
            fault.message = wording.raised(seen.raised or "", seen.raised_text, found.wanted)
        return fault


def _filled(named: Named, facts: Facts) -> str:
    try:
        return named.says.format_map(_Facts(facts))
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise ExerciseFault(f"The words of {named.name} cannot be filled: {error}.") from error


class _Facts(dict[str, Any]):
    """A fact that nobody gave is no reason not to say the rest."""

    def __missing__(self, name: str) -> _Unknown:
        return _Unknown()


class _Unknown:
    def __format__(self, how: str) -> str:
        return "…"


def _fit_names(names: list[str], count: int) -> list[str]:
    """Names for `count` arguments, when the parameters are fewer (`*args`) or more (defaults)."""
    return [*names[:count], *(f"argument {i + 1}" for i in range(len(names), count))]
