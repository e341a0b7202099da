import torch
from torch.nn import functional as F


def relative_updates(sublayers, x, placement):
    found = []
    for f in sublayers:
        if placement == "pre":
            x = F.layer_norm(x, x.shape[-1:])
        update = f(x)
        found.append(update.norm() / x.norm())
        x = x + update
        if placement == "post":
            x = F.layer_norm(x, x.shape[-1:])
    return torch.stack(found)
