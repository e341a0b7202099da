import torch


def stream_contributions(sublayers, x):
    parts = [x]
    h = x
    for sublayer in sublayers:
        h = h + sublayer(h)
        parts.append(h)
    return torch.stack(parts)
