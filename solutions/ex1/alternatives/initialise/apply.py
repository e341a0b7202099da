import math

from torch import nn


def initialise(network, scheme):
    def init(module):
        if isinstance(module, nn.Linear):
            fan_out, fan_in = module.weight.shape
            variance = {"lecun": 1 / fan_in, "xavier": 2 / (fan_in + fan_out), "he": 2 / fan_in}[scheme]
            module.weight.data.normal_(mean=0.0, std=math.sqrt(variance))
            if module.bias is not None:
                module.bias.data.zero_()

    network.apply(init)
    return network
