import torch
from torch import nn


@torch.no_grad()
def initialise(network, scheme):
    for m in network.modules():
        if isinstance(m, nn.Linear):
            n = {"lecun": m.in_features, "xavier": (m.in_features + m.out_features) / 2, "he": m.in_features / 2}[
                scheme
            ]
            bound = (3 / n) ** 0.5
            m.weight.uniform_(-bound, bound)
            if m.bias is not None:
                m.bias.fill_(0)
    return network
