import torch
from torch.nn import functional as F


def steps(sublayers, h, placement):
    for f in sublayers:
        update = f(F.layer_norm(h, h.shape[-1:]) if placement == "pre" else h)
        yield torch.sqrt((update**2).sum() / (h**2).sum())
        h = h + update
        if placement == "post":
            h = F.layer_norm(h, h.shape[-1:])


def relative_updates(sublayers, x, placement):
    return torch.stack(tuple(steps(sublayers, x, placement))).detach()
