import torch
from torch import nn


def initialise(network, scheme):
    for m in network.modules():
        if isinstance(m, nn.Linear):
            nn.init.zeros_(m.weight)
            if m.bias is not None:
                nn.init.zeros_(m.bias)
    return network
