import torch


def standardise(x, eps=1e-5):
    std = x.std(-1, keepdim=True, unbiased=False)
    return (x - x.mean(-1, keepdim=True)) / torch.sqrt(std + eps)
