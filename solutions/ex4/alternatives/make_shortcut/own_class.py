from torch import nn


class Projection(nn.Module):
    def __init__(self, in_channels, out_channels, stride):
        super().__init__()
        self.norm = nn.BatchNorm2d(out_channels)
        self.project = nn.Conv2d(in_channels, out_channels, 1, stride=stride, padding=0, bias=False)

    def forward(self, x):
        return self.norm(self.project(x))


def make_shortcut(in_channels, out_channels, stride):
    changes = in_channels != out_channels or stride > 1
    return Projection(in_channels, out_channels, stride) if changes else nn.Identity()
