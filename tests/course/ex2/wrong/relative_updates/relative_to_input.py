import torch
from torch.nn import functional as F


def relative_updates(sublayers, x, placement):
    found = []
    for f in sublayers:
        read = F.layer_norm(x, x.shape[-1:]) if placement == "pre" else x
        update = f(read)
        found.append(update.norm() / read.norm())
        x = x + update
        if placement == "post":
            x = F.layer_norm(x, x.shape[-1:])
    return torch.stack(found)
