import torch


def stream_contributions(sublayers, x):
    parts = [x]
    h = x
    for sublayer in sublayers:
        update = sublayer(h)
        parts.append(update)
        h += update
    return torch.stack(parts)
