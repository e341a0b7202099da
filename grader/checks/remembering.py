"""Until a check has asked the student something, what the reference shows in it follows from the seed alone: an engine
works that out once and not for every submission.
"""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

import torch

from grader.checks.compare import Tolerance, difference
from grader.checks.inprocess import InProcess
from grader.checks.material import Material
from grader.checks.observation import Observation
from grader.checks.oracle import LiveOracle, Look
from grader.checks.plugin import CheckPlugin, Run

Memory = dict[tuple[int, str], tuple[Observation, torch.Tensor]]
"""By seed and check: what the reference showed in the first agreement, and the state in which that left torch's
generator."""
EXACT = Tolerance(rtol=0.0, atol=0.0)


def remember(plugin: CheckPlugin, seed: int) -> Memory:
    """What two runs of the checks on the reference have in common. What differs, since its inputs follow from something
    else than the seed say, is worked out for every submission.

    The runs also leave in this process what torch and Python set up at first use, for all its forks.
    """
    reference = plugin.material.reference
    if reference is None:  # at home nothing is run that could be remembered
        return {}
    first, second = _learnt(plugin, reference, seed), _learnt(plugin, reference, seed)
    return {key: first[key] for key in first.keys() & second.keys() if _agree(first[key], second[key])}


def _learnt(plugin: CheckPlugin, reference: ModuleType, seed: int) -> Memory:
    memory: Memory = {}
    student = _Watched(reference)
    oracle = partial(_LearningOracle, plugin.material, memory, student)
    plugin.run(Run(student, seed, lambda verdict, fault, detail: None, oracle=oracle))
    return memory


def _agree(one: tuple[Observation, torch.Tensor], other: tuple[Observation, torch.Tensor]) -> bool:
    return difference(one[0], other[0], EXACT) is None and torch.equal(one[1], other[1])


class RememberingOracle(LiveOracle):
    """Runs the reference, except where the memory has what it showed."""

    def __init__(self, material: Material, memory: Memory, seed: int, check: str) -> None:
        assert material.reference is not None
        super().__init__(material.reference, material.misconceptions)
        self._known = memory.get((seed, check))

    def wanted(self, item: str, look: Look) -> Observation:
        """What the reference shows, or showed in the first agreement."""
        known, self._known = self._known, None
        if known is None:
            return super().wanted(item, look)
        wanted, state = known
        torch.default_generator.set_state(state)
        return wanted


class _LearningOracle(LiveOracle):
    """Runs the reference, and keeps what it shows in the first agreement, unless the student was asked for it."""

    def __init__(self, material: Material, memory: Memory, student: _Watched, seed: int, check: str) -> None:
        assert material.reference is not None
        super().__init__(material.reference, material.misconceptions)
        self._memory = memory
        self._student = student
        self._key = seed, check
        self._first = True

    def wanted(self, item: str, look: Look) -> Observation:
        """What the reference shows."""
        wanted = super().wanted(item, look)
        first, self._first = self._first, False
        if first and not self._student.asked:
            self._memory[self._key] = wanted, torch.default_generator.get_state()
        return wanted


class _Watched(InProcess):
    """The reference in the student's place, noting whether the present check has asked it anything."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module)
        self.asked = False

    def begin(self, check: str, world: str) -> None:
        """Nothing has been asked yet."""
        self.asked = False

    def namespace(self, item: str) -> Any:
        """The module, into which nobody reaches unnoticed."""
        return _Names(self, self._module)

    def answer(self, name: str) -> Any:
        """The value of a variable."""
        self.asked = True
        return super().answer(name)


class _Names:
    def __init__(self, student: _Watched, module: ModuleType) -> None:
        self._student = student
        self._module = module

    def __getattr__(self, name: str) -> Any:
        self._student.asked = True
        return getattr(self._module, name)
