import numpy as np
import torch


def gradient_by_path_length(d):
    # coefficients of (1 + d_1 t)(1 + d_2 t)..., highest power first as numpy likes them
    poly = np.poly1d([1.0])
    for s in d.tolist():
        poly = poly * np.poly1d([s, 1.0])
    return torch.tensor(poly.coeffs, dtype=torch.float64)
