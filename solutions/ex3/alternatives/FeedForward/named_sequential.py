from collections import OrderedDict

from torch import nn


class FeedForward(nn.Sequential):
    def __init__(self, d_model, d_ff):
        layers = OrderedDict()
        layers["up"] = nn.Linear(d_model, d_ff)
        layers["act"] = nn.ReLU(inplace=True)
        layers["down"] = nn.Linear(d_ff, d_model)
        super().__init__(layers)
