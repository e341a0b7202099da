import torch


def stream_contributions(sublayers, x):
    if not sublayers:
        return x.unsqueeze(0)
    first, *rest = sublayers
    update = first(x)
    below = stream_contributions(rest, x + update)
    return torch.cat([x[None], update[None], below[1:]])
