import torch
from torch import nn

VARIANCE = {
    "lecun": lambda i, o: 1 / i,
    "xavier": lambda i, o: 2 / (i + o),
    "he": lambda i, o: 2 / i,
}


def initialise(network, scheme):
    for name, p in network.named_parameters():
        if p.dim() == 2:
            o, i = p.shape
            p = torch.randn(o, i) * VARIANCE[scheme](i, o) ** 0.5
        else:
            p = torch.zeros_like(p)
    return network
