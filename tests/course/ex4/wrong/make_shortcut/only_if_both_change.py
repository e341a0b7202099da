from torch import nn


def make_shortcut(in_channels, out_channels, stride):
    if stride != 1 and in_channels != out_channels:
        return nn.Sequential(
            nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=stride, bias=False),
            nn.BatchNorm2d(out_channels),
        )
    return nn.Identity()
