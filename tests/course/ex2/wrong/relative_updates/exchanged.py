import torch
from torch.nn import functional as F


def relative_updates(sublayers, x, placement):
    found = []
    for f in sublayers:
        update = f(x) if placement == "pre" else f(F.layer_norm(x, x.shape[-1:]))
        found.append(update.norm() / x.norm())
        x = x + update
        if placement == "pre":
            x = F.layer_norm(x, x.shape[-1:])
    return torch.stack(found)
