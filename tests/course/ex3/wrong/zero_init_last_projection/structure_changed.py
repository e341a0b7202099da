import torch
from torch import nn


def zero_init_last_projection(sublayer):
    if hasattr(sublayer, "mha"):
        last = sublayer.mha.out_proj
    elif hasattr(sublayer, "down"):
        last = sublayer.down
    else:
        raise TypeError("unknown sublayer")
    last.weight = nn.Parameter(torch.zeros_like(last.weight))
    last.bias = nn.Parameter(torch.zeros_like(last.bias))
    return sublayer
