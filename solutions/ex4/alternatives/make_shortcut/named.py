from collections import OrderedDict

from torch import nn


def make_shortcut(in_channels, out_channels, stride):
    if in_channels == out_channels and stride == 1:
        return nn.Identity()
    conv = nn.Conv2d(in_channels, out_channels, kernel_size=(1, 1), stride=(stride, stride), bias=False)
    return nn.Sequential(OrderedDict(conv=conv, norm=nn.BatchNorm2d(out_channels)))
