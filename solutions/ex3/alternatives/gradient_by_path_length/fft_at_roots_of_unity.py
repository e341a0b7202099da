import math

import torch


def gradient_by_path_length(d):
    # The answer is the list of coefficients of p(t) = (1 + d_1 t)(1 + d_2 t)...: evaluate p at the L + 1 roots of
    # unity and transform back.
    n = len(d) + 1
    angles = 2 * math.pi * torch.arange(n, dtype=torch.float64) / n
    roots = torch.polar(torch.ones_like(angles), -angles)
    values = (1 + d[:, None] * roots[None, :]).prod(dim=0)
    return torch.fft.ifft(values).real
