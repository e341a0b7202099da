"""What students may believe, each belief as an implementation that is wrong in that one thing."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from grader.checks.misconceptions import misconception


@misconception(
    "blend",
    statement="T1",
    says="The shares are the other way round: your result has `weight` of b. Try weight 1. Which of the two should "
    "remain?",
)
def swapped(a: Tensor, b: Tensor, weight: float) -> Tensor:
    """The weight says how much is mixed in."""
    return (1 - weight) * a + weight * b


@misconception(
    "blend",
    statement="T1",
    says="Your shares do not add up to 1: all of one tensor is there, and {share} of the other. Blend a tensor with "
    "itself: what should come out?",
    variants=({"share": "a part"}, {"share": "all"}),
)
def not_shared_out(a: Tensor, b: Tensor, weight: float, share: str) -> Tensor:
    """Blending is adding."""
    return (weight * a if share == "a part" else a) + b


@misconception(
    "blend",
    statement="T2",
    says="The values are right, but no gradient reaches b: `.detach()`, `.data` or `no_grad` cut it off. T2 says what "
    "share of the gradient belongs to it.",
)
def second_detached(a: Tensor, b: Tensor, weight: float) -> Tensor:
    """Only the first tensor is the input; the second is a constant."""
    return weight * a + (1 - weight) * b.detach()


@misconception(
    "Blend",
    name="not_a_parameter",
    statement="T3",
    says="Your module has no parameters, so an optimiser has nothing to learn. A tensor in an attribute is not enough: "
    "what does T3 ask for?",
)
class NotAParameter(nn.Module):
    """Whatever stands in an attribute is learnt."""

    def __init__(self, start: float) -> None:
        super().__init__()
        self.weight = torch.tensor(start, dtype=torch.float64)

    def forward(self, a: Tensor, b: Tensor) -> Tensor:
        """Two tensors of the same shape to one of that shape."""
        return self.weight * a + (1 - self.weight) * b
