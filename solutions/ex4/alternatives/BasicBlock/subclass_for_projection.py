import torch
from torch import nn


class Conv3x3(nn.Conv2d):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__(inputs, outputs, 3, stride, 1, bias=False)


class Projection(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 1, stride, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return self.norm(self.conv(x))


class BasicBlock(nn.Module):
    def __init__(self, in_channels, out_channels, stride=1):
        super().__init__()
        self.conv1, self.conv2 = Conv3x3(in_channels, out_channels, stride), Conv3x3(out_channels, out_channels)
        self.norm1, self.norm2 = nn.BatchNorm2d(out_channels), nn.BatchNorm2d(out_channels)
        same = stride == 1 and in_channels == out_channels
        self.shortcut = nn.Identity() if same else Projection(in_channels, out_channels, stride)

    def forward(self, x):
        h = self.norm1(self.conv1(x)).relu()
        return torch.maximum(self.shortcut(x) + self.norm2(self.conv2(h)), torch.tensor(0.0, dtype=x.dtype))
