from itertools import accumulate

import torch


def stream_contributions(sublayers, x):
    states = list(accumulate(sublayers, lambda h, f: h + f(h), initial=x))
    return torch.stack([x] + [f(h) for f, h in zip(sublayers, states)])
