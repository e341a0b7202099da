from torch import nn


class Skip(nn.Module):
    def __init__(self, stride):
        super().__init__()
        self.stride = stride

    def forward(self, x):
        return x[..., :: self.stride, :: self.stride]


def make_shortcut(in_channels, out_channels, stride):
    if stride == 1 and out_channels == in_channels:
        return Skip(1)
    return nn.Sequential(
        Skip(stride), nn.Conv2d(in_channels, out_channels, 1, bias=False), nn.BatchNorm2d(out_channels)
    )
