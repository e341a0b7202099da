from torch import nn


def initialise(network, scheme):
    if isinstance(network, nn.Linear):
        fan_in, fan_out = network.in_features, network.out_features
        if scheme == "xavier":
            nn.init.xavier_uniform_(network.weight)
        else:
            variance = (2 if scheme == "he" else 1) / fan_in
            nn.init.trunc_normal_(network.weight, std=variance**0.5, a=-10, b=10)
        if network.bias is not None:
            nn.init.constant_(network.bias, 0.0)
    for child in network.children():
        initialise(child, scheme)
    return network
