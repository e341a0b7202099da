import torch
from torch.nn import functional as F


def relative_updates(sublayers, x, placement):
    found = []
    for f in sublayers:
        update = f(F.layer_norm(x, x.shape[-1:]) if placement == "pre" else x)
        found.append((update.norm(dim=2) / x.norm(dim=2)).mean())
        x = x + update
        if placement == "post":
            x = F.layer_norm(x, x.shape[-1:])
    return torch.stack(found)
