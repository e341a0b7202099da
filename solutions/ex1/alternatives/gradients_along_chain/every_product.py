import torch


def gradients_along_chain(factors):
    return torch.stack([torch.prod(factors[l:]) for l in range(len(factors) + 1)])
