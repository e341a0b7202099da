import torch
from torch import nn
from torch.nn import functional as F


class Shortcut(nn.Module):
    def __init__(self, in_channels, out_channels, stride):
        super().__init__()
        self.stride = stride
        self.conv = self.norm = None
        if stride != 1 or in_channels != out_channels:
            self.conv = nn.Conv2d(in_channels, out_channels, 1, bias=False)
            self.norm = nn.BatchNorm2d(out_channels)

    def forward(self, x):
        if self.conv is None:
            return x
        pixels = F.avg_pool2d(x, 1, stride=self.stride)
        return self.norm(torch.einsum("oi,bihw->bohw", self.conv.weight[:, :, 0, 0], pixels))


def make_shortcut(in_channels, out_channels, stride):
    return Shortcut(in_channels, out_channels, stride)
