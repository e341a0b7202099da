from torch import nn


def make_shortcut(in_channels, out_channels, stride):
    conv = nn.Conv2d(in_channels, out_channels, 1, stride, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(out_channels))
