"""Until a check has asked the student something, what the reference shows in it follows from the seed alone: an engine
works that out once and not for every submission.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from grader.checks.material import Material
from grader.checks.observation import Observation
from grader.checks.oracle import LiveOracle, Look

Memory = dict[tuple[int, str], tuple[Observation, torch.Tensor]]
"""By seed and check: what the reference showed in the first agreement, and the state in which that left torch's
generator."""


class RememberingOracle(LiveOracle):
    """Runs the reference, except where the memory has what it showed; keeps there what may be wanted again.

    `asked` says whether the check has asked the student anything yet.
    """

    def __init__(self, material: Material, memory: Memory, asked: Callable[[], bool], seed: int, check: str) -> None:
        assert material.reference is not None, "at home nothing is run that could be remembered"
        super().__init__(material.reference, material.misconceptions)
        self._memory = memory
        self._asked = asked
        self._key = seed, check
        self._first = True

    def wanted(self, item: str, look: Look) -> Observation:
        """What the reference shows, or showed."""
        first, self._first = self._first, False
        if not first or self._asked():
            return super().wanted(item, look)
        if self._key not in self._memory:
            self._memory[self._key] = super().wanted(item, look), torch.default_generator.get_state()
        wanted, state = self._memory[self._key]
        torch.default_generator.set_state(state)
        return wanted
