import torch
from torch import nn

VARIANCE = {
    "lecun": lambda i, o: 1 / i,
    "xavier": lambda i, o: 2 / (i + o),
    "he": lambda i, o: 2 / i,
}


def initialise(network, scheme):
    for m in network.modules():
        if isinstance(m, nn.Linear):
            o, i = m.weight.shape
            std = VARIANCE[scheme](i, o) ** 0.5
            m.weight = nn.Parameter(torch.randn(o, i, dtype=m.weight.dtype) * std)
            if m.bias is not None:
                m.bias = nn.Parameter(torch.zeros(o, dtype=m.bias.dtype))
    return network
