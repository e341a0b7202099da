from fractions import Fraction

import torch


def chain_gradient(d, residual):
    total = Fraction(1)
    for value in d.tolist():
        factor = Fraction(value)
        if residual:
            factor = factor + 1
        total = total * factor
    return torch.tensor(float(total), dtype=torch.float64)
