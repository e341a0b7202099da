import copy

import torch
from torch import nn

VARIANCE = {
    "lecun": lambda i, o: 1 / i,
    "xavier": lambda i, o: 2 / (i + o),
    "he": lambda i, o: 2 / i,
}


def initialise(network, scheme):
    result = copy.deepcopy(network)
    for m in result.modules():
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, std=VARIANCE[scheme](m.in_features, m.out_features) ** 0.5)
            if m.bias is not None:
                nn.init.zeros_(m.bias)
    return result
