import torch


def standardise(x, eps=1e-5):
    return (x - x.mean(-1, True)) / torch.sqrt(x.var(-1, keepdim=True) + eps)
