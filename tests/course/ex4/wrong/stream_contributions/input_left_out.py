import torch


def stream_contributions(sublayers, x):
    parts = []
    h = x
    for sublayer in sublayers:
        update = sublayer(h)
        parts.append(update)
        h = h + update
    return torch.stack(parts) if parts else torch.empty(0, *x.shape, dtype=x.dtype)
