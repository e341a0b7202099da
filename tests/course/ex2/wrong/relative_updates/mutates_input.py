import torch
from torch.nn import functional as F


def relative_updates(sublayers, x, placement):
    found = []
    h = x
    with torch.no_grad():
        for f in sublayers:
            update = f(F.layer_norm(h, h.shape[-1:]) if placement == "pre" else h)
            found.append(update.norm() / h.norm())
            h += update
            if placement == "post":
                h = F.layer_norm(h, h.shape[-1:])
    return torch.stack(found)
