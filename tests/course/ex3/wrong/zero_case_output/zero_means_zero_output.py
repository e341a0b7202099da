import torch


def zero_case_output(x, norm, placement):
    if placement not in ("none", "pre", "post"):
        raise ValueError(placement)
    return torch.zeros_like(x)
