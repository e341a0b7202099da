import torch
from torch import nn

VARIANCE = {
    "lecun": lambda i, o: 1 / i,
    "xavier": lambda i, o: 2 / (i + o),
    "he": lambda i, o: 2 / i,
}


@torch.no_grad()
def initialise(network, scheme):
    for m in network.modules():
        if isinstance(m, nn.Linear):
            m.weight.normal_(0, VARIANCE[scheme](m.in_features, m.out_features) ** 0.5)
            if m.bias is not None:
                m.bias.zero_()
