import torch
from torch import nn


def rms(x):
    return x.pow(2).mean().sqrt()


def relative_updates(sublayers, x, placement):
    norm = nn.LayerNorm(x.shape[-1], elementwise_affine=False)
    before = norm if placement == "pre" else nn.Identity()
    after = norm if placement == "post" else nn.Identity()
    out = []
    for f in sublayers:
        update = f(before(x))
        out.append((rms(update) / rms(x)).detach())
        x = after(x + update)
    return torch.stack(out)
