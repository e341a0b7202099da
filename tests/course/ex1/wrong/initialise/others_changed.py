import torch

VARIANCE = {
    "lecun": lambda i, o: 1 / i,
    "xavier": lambda i, o: 2 / (i + o),
    "he": lambda i, o: 2 / i,
}


def initialise(network, scheme):
    for p in network.parameters():
        if p.dim() > 1:
            fan_out, fan_in = p.shape
            torch.nn.init.normal_(p, 0.0, VARIANCE[scheme](fan_in, fan_out) ** 0.5)
        else:
            torch.nn.init.zeros_(p)
    return network
