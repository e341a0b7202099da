import torch


def chain_gradient(d, residual):
    product = torch.ones((), dtype=torch.float64)
    for slope in d:
        product = product * (slope if residual else slope + 1)
    return product
