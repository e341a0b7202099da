"""Registering misconceptions: what is kept of them, and in which order they are tried."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from grader.checks.misconceptions import misconception, registered


@misconception("double", statement="T1", says="one", variants=({"by": 1}, {"by": 2}))
def shifted(x: Any, by: int) -> Any:
    """Doubling is adding."""
    return x + by


@misconception("triple", says="two")
@misconception("double", name="renamed", says="three")
def identity(x: Any) -> Any:
    return x


@misconception("Block", says="four", variants=({"factor": 2},))
class Scaled:
    """Larger is better."""

    factor = 1

    def __call__(self, x: Any) -> Any:
        """Scale."""
        return self.factor * x


def not_one(x: Any) -> Any:
    return x


def module() -> ModuleType:
    """A module with these in it, one of them by two names."""
    made = ModuleType("misconceptions")
    made.__dict__.update(scaled=Scaled, identity=identity, shifted=shifted, not_one=not_one, number=3)
    return made


def test_what_is_kept() -> None:
    (entry,) = registered(module())["Block"]
    assert (entry.item, entry.name, entry.belief, entry.says, entry.statement) == (
        "Block", "Scaled", "Larger is better.", "four", None,
    )  # fmt: skip


def test_in_the_order_of_the_module() -> None:
    found = registered(module())
    assert [(item, [entry.name for entry in entries]) for item, entries in found.items()] == [
        ("Block", ["Scaled"]),
        ("double", ["renamed", "shifted"]),
        ("triple", ["identity"]),
    ]


def test_the_implementation_stays_usable() -> None:
    assert identity(3) == 3
    assert shifted(3, by=4) == 7


def test_constants_are_keyword_arguments_of_functions() -> None:
    entry = registered(module())["double"][1]
    assert [entry.bind(constants)(3) for constants in entry.variants] == [4, 5]


def test_constants_are_attributes_of_classes() -> None:
    (entry,) = registered(module())["Block"]
    doubled: Any = entry.bind({"factor": 2})
    assert doubled()(3) == 6
    assert entry.bind({}) is Scaled
    assert Scaled()(3) == 3
    assert doubled.__name__ == "Scaled"
