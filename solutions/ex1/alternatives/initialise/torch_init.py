from torch import nn


def initialise(network, scheme):
    for module in network.modules():
        if not isinstance(module, nn.Linear):
            continue
        if scheme == "lecun":
            nn.init.kaiming_normal_(module.weight, nonlinearity="linear")
        elif scheme == "he":
            nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
        elif scheme == "xavier":
            nn.init.xavier_normal_(module.weight)
        else:
            raise ValueError(scheme)
        if module.bias is not None:
            nn.init.zeros_(module.bias)
    return network
