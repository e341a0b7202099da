import torch


def stream_contributions(sublayers, x):
    parts = [x.clone()]
    h = x
    for sublayer in sublayers:
        update = sublayer(h)
        parts.append(update)
        with torch.no_grad():
            h += update
    return torch.stack(parts)
