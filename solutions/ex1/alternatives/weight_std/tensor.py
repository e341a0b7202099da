import torch


def weight_std(fan_in, fan_out, scheme):
    n = {"lecun": fan_in, "xavier": (fan_in + fan_out) / 2, "he": fan_in / 2}.get(scheme)
    if n is None:
        raise ValueError
    return torch.rsqrt(torch.tensor(n, dtype=torch.float64))
