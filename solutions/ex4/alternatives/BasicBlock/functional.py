import torch
from torch import nn
from torch.nn import functional as F


class BasicBlock(nn.Module):
    def __init__(self, in_channels, out_channels, stride=1):
        super().__init__()
        self.stride = stride
        self.conv1 = nn.Conv2d(in_channels, out_channels, 3, bias=False)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.conv2 = nn.Conv2d(out_channels, out_channels, 3, bias=False)
        self.norm2 = nn.BatchNorm2d(out_channels)
        self.shortcut = None
        if in_channels != out_channels or stride != 1:
            self.shortcut = nn.Sequential(
                nn.Conv2d(in_channels, out_channels, 1, stride=stride, bias=False), nn.BatchNorm2d(out_channels)
            )

    def forward(self, x):
        out = F.conv2d(x, self.conv1.weight, stride=self.stride, padding=1)
        out = F.relu(self.norm1(out))
        out = self.norm2(F.conv2d(out, self.conv2.weight, padding=1))
        total = out + (x if self.shortcut is None else self.shortcut(x))
        return torch.where(total > 0, total, torch.zeros_like(total))
