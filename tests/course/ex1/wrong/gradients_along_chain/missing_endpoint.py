import torch


def gradients_along_chain(factors):
    return factors.flip(0).cumprod(0).flip(0)
