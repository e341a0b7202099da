"""Random inputs for one check: everything is drawn from the run's seed and the check's id."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import torch

T = TypeVar("T")
M = TypeVar("M", bound=torch.nn.Module)


def derive(seed: int, *names: str) -> int:
    """A 63-bit seed that depends on `seed` and `names` and on nothing else."""
    digest = hashlib.sha256("\0".join([str(seed), *names]).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


class Rng:
    """Draws tensors, sizes and choices; the same seed and id give the same values.

    Drawing uses a generator of its own, so the order of the draws inside a check is all that matters, and nothing that
    runs elsewhere (a module's default initialisation, say) can shift it.
    """

    def __init__(self, seed: int, check: str) -> None:
        self.generator = torch.Generator().manual_seed(derive(seed, check))

    def normal(
        self, *shape: int, mean: float = 0.0, std: float = 1.0, dtype: torch.dtype = torch.float64
    ) -> torch.Tensor:
        """Normally distributed entries, of the given shape."""
        return torch.randn(shape, generator=self.generator, dtype=dtype) * std + mean

    def uniform(self, low: float, high: float, *shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
        """Entries uniform in [low, high), of the given shape."""
        return torch.rand(shape, generator=self.generator, dtype=dtype) * (high - low) + low

    def integer(self, low: int, high: int) -> int:
        """One integer in low..high, both included."""
        return int(torch.randint(low, high + 1, (), generator=self.generator))

    def sizes(self, count: int, low: int = 2, high: int = 7) -> tuple[int, ...]:
        """`count` different integers in low..high: sizes of which no two can be confused."""
        if high - low + 1 < count:
            raise ValueError(f"there are no {count} different sizes in {low}..{high}")
        order = torch.randperm(high - low + 1, generator=self.generator)
        return tuple(int(i) + low for i in order[:count])

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.integer(0, len(options) - 1)]

    def scramble(self, module: M, std: float = 0.5) -> M:
        """Fill every parameter of `module` with normal noise, in place, and return it.

        Fresh modules hide mistakes: a new LayerNorm is the identity on normalised input, a new attention has zero
        biases.
        """
        with torch.no_grad():
            for parameter in module.parameters():
                noise = torch.randn(parameter.shape, generator=self.generator, dtype=torch.float64)
                parameter.copy_(noise * std)
        return module
