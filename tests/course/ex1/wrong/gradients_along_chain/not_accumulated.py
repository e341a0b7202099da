import torch


def gradients_along_chain(factors):
    one = torch.ones(1, dtype=torch.float64)
    return torch.cat((factors, one))
