import torch


def chain_gradient(d, residual):
    gradient = torch.tensor(1.0, dtype=torch.float64)
    for slope in d:
        if residual:
            gradient = gradient * (1 + slope)
        else:
            gradient = gradient * slope
    return gradient
