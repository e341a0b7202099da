import torch
from torch import nn


def initialise(network, scheme):
    with torch.no_grad():
        for module in network.modules():
            if type(module) is nn.Linear:
                fan_out, fan_in = module.weight.shape
                scale = {"lecun": fan_in, "xavier": (fan_in + fan_out) / 2, "he": fan_in / 2}[scheme] ** -0.5
                module.weight.copy_(torch.randn(fan_out, fan_in, dtype=module.weight.dtype) * scale)
                if module.bias is not None:
                    module.bias *= 0
    return network
