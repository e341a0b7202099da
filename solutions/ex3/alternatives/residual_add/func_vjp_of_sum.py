import torch
from torch.func import functional_call
from torch import nn


def residual_add(x, sublayer):
    # the same through torch.func: modules are called with their own parameters
    if isinstance(sublayer, nn.Module):
        update = functional_call(sublayer, dict(sublayer.named_parameters()), (x,))
    else:
        update = sublayer(x)
    if not torch.is_tensor(update) or update.shape != x.shape:
        raise ValueError("the shapes differ")
    return sum((x, update))
