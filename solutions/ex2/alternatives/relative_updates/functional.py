import torch
from torch.nn import functional as F


def relative_updates(sublayers, x, placement):
    shape = (x.shape[-1],)
    ratios = []
    h = x
    with torch.no_grad():
        for f in sublayers:
            if placement == "pre":
                update = f(F.layer_norm(h, shape))
                ratios.append(update.norm() / h.norm())
                h = h + update
            else:
                update = f(h)
                ratios.append(update.norm() / h.norm())
                h = F.layer_norm(h + update, shape)
    return torch.tensor(ratios, dtype=torch.float64)
