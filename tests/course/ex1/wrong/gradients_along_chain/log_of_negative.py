import torch


def gradients_along_chain(factors):
    L = len(factors)
    return torch.stack([torch.exp(torch.log(factors[l:]).sum()) for l in range(L + 1)])
