import torch
from torch import nn


def zero_case_output(x: torch.Tensor, norm: nn.Module, placement: str) -> torch.Tensor:
    """Only in post-norm is there anything to compute."""
    if placement not in ("none", "pre", "post"):
        raise ValueError("placement")
    if placement != "post":
        return x.clone()
    centred = x - x.mean(-1, keepdim=True)
    spread = (centred.pow(2).mean(-1, keepdim=True) + norm.eps).rsqrt()
    return centred * spread * norm.weight + norm.bias
