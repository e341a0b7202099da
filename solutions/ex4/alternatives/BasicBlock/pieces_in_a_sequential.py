import torch
from torch import nn


class BasicBlock(nn.Module):
    def __init__(self, in_channels, out_channels, stride=1):
        super().__init__()
        settings = {"kernel_size": 3, "padding": 1, "bias": False}
        self.conv1 = nn.Conv2d(in_channels, out_channels, stride=stride, **settings)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.conv2 = nn.Conv2d(out_channels, out_channels, **settings)
        self.norm2 = nn.BatchNorm2d(out_channels)
        changes = stride != 1 or in_channels != out_channels
        project = [
            nn.Conv2d(in_channels, out_channels, 1, stride=stride, bias=False),
            nn.BatchNorm2d(out_channels),
        ]
        self.shortcut = nn.Sequential(*(project if changes else []))

    def forward(self, x):
        branch = nn.Sequential(self.conv1, self.norm1, nn.ReLU(), self.conv2, self.norm2)
        return torch.stack([branch(x), self.shortcut(x)]).sum(0).clamp(min=0)
