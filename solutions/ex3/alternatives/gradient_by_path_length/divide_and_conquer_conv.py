import torch


def convolve(a, b):
    return torch.nn.functional.conv1d(a[None, None], b.flip(0)[None, None], padding=len(b) - 1)[0, 0]


def gradient_by_path_length(d):
    if len(d) == 0:
        return torch.ones(1, dtype=torch.float64)
    if len(d) == 1:
        return torch.cat([torch.ones(1, dtype=d.dtype), d])
    half = len(d) // 2
    return convolve(gradient_by_path_length(d[:half]), gradient_by_path_length(d[half:]))
