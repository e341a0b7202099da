"""Misconceptions: wrong implementations with a name, the belief behind them and the words to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from grader.checks.observation import Observation

Wrong = TypeVar("Wrong", bound=Callable[..., Any])
Facts = Mapping[str, Any]

ATTRIBUTE = "__misconceptions__"


@dataclass(frozen=True)
class Misconception:
    """What a student may believe about one item, as an implementation that can be run.

    `variants` are the constants with which the implementation is tried (and with which an audit proves that the checks
    catch it). `fit` estimates further constants from what the student returned. `matches` recognises a belief that
    has a sign rather than a formula, and may return facts to fill the words with; the implementation then is an
    example only.
    """

    item: str
    name: str
    belief: str
    says: str
    statement: str | None
    implementation: Callable[..., Any]
    variants: Sequence[Facts]
    fit: Callable[..., Facts | None] | None
    matches: Callable[[Observation], bool | Facts] | None

    def bind(self, constants: Facts) -> Callable[..., Any]:
        """The implementation with its constants set: keyword arguments of a function, attributes of a class."""
        if not constants:
            return self.implementation
        if isinstance(self.implementation, type):
            return type(self.implementation.__name__, (self.implementation,), dict(constants))

        def bound(*args: Any, **kwargs: Any) -> Any:
            return self.implementation(*args, **kwargs, **constants)

        return bound


def misconception(
    item: str,
    *,
    says: str,
    statement: str | None = None,
    name: str | None = None,
    variants: Sequence[Facts] = ({},),
    fit: Callable[..., Facts | None] | None = None,
    matches: Callable[[Observation], bool | Facts] | None = None,
) -> Callable[[Wrong], Wrong]:
    """Register the decorated function or class as a misconception about `item`.

    Its docstring is the belief. Braces in `says` are filled from the constants that fitted and from the facts that the
    check gives. They are tried in the order in which the module defines them.
    """

    def register(implementation: Wrong) -> Wrong:
        entry = Misconception(
            item=item,
            name=name or implementation.__name__,
            belief=(implementation.__doc__ or "").strip(),
            says=says,
            statement=statement,
            implementation=implementation,
            variants=tuple(variants),
            fit=fit,
            matches=matches,
        )
        existing: tuple[Misconception, ...] = implementation.__dict__.get(ATTRIBUTE, ())
        setattr(implementation, ATTRIBUTE, (*existing, entry))
        return implementation

    return register


def registered(module: Any) -> dict[str, tuple[Misconception, ...]]:
    """The misconceptions that a module defines, by item, in the order in which it defines them."""
    found: dict[str, list[Misconception]] = {}
    for value in vars(module).values():
        for entry in getattr(value, "__dict__", {}).get(ATTRIBUTE, ()):
            found.setdefault(entry.item, []).append(entry)
    return {item: tuple(entries) for item, entries in found.items()}
