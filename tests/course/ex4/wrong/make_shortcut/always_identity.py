from torch import nn


def make_shortcut(in_channels, out_channels, stride):
    return nn.Identity()
