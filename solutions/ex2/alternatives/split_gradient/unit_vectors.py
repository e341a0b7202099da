import torch
from torch.nn import functional as F


def split_gradient(x, g):
    d = x.shape[-1]
    one = torch.full((d,), d**-0.5, dtype=x.dtype)
    direction = F.normalize(x - x.mean(-1, keepdim=True), dim=-1)
    shift = (g @ one)[..., None] * one
    stretch = torch.einsum("btd,btd->bt", g, direction)[..., None] * direction
    return shift, stretch, g - (shift + stretch)
