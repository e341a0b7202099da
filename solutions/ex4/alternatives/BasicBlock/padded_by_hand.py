from torch import nn
from torch.nn import functional as F


class BasicBlock(nn.Module):
    def __init__(self, in_channels, out_channels, stride=1):
        super().__init__()
        self.shortcut = nn.Identity()
        if not (stride == 1 and in_channels == out_channels):
            self.shortcut = nn.Sequential(
                nn.Conv2d(in_channels, out_channels, 1, stride=stride, bias=False), nn.BatchNorm2d(out_channels)
            )
        self.norm2 = nn.BatchNorm2d(out_channels)
        self.conv2 = nn.Conv2d(out_channels, out_channels, 3, bias=False)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.conv1 = nn.Conv2d(in_channels, out_channels, 3, stride=stride, bias=False)

    def forward(self, x):
        out = F.pad(x, (1, 1, 1, 1))
        out = F.relu(self.norm1(self.conv1(out)))
        out = F.pad(out, (1, 1, 1, 1))
        out = self.norm2(self.conv2(out))
        return F.relu(self.shortcut(x) + out)
