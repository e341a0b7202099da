from torch import nn


def make_shortcut(in_channels, out_channels, stride):
    shortcut = nn.Sequential()
    if (in_channels, 1) != (out_channels, stride):
        shortcut.append(nn.Conv2d(in_channels, out_channels, 1, stride, bias=False))
        shortcut.append(nn.BatchNorm2d(out_channels))
    return shortcut
