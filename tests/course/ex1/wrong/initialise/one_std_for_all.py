import torch
from torch import nn

VARIANCE = {
    "lecun": lambda i, o: 1 / i,
    "xavier": lambda i, o: 2 / (i + o),
    "he": lambda i, o: 2 / i,
}


@torch.no_grad()
def initialise(network, scheme):
    std = None
    for m in network.modules():
        if isinstance(m, nn.Linear):
            if std is None:
                std = VARIANCE[scheme](m.in_features, m.out_features) ** 0.5
            m.weight.normal_(0, std)
            if m.bias is not None:
                m.bias.zero_()
    return network
