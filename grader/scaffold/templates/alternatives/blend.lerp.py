import torch


def blend(a, b, weight):
    return torch.lerp(b, a, weight)
