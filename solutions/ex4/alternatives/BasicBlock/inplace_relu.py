from torch import nn


class BasicBlock(nn.Module):
    def __init__(self, in_channels, out_channels, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(in_channels, out_channels, kernel_size=3, stride=stride, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(out_channels, out_channels, kernel_size=3, padding="same", bias=False)
        self.norm2 = nn.BatchNorm2d(out_channels)
        self.shortcut = make_shortcut(in_channels, out_channels, stride)

    def forward(self, x):
        identity = self.shortcut(x)
        out = self.relu(self.norm1(self.conv1(x)))
        out = self.norm2(self.conv2(out))
        return self.relu(out + identity)


def make_shortcut(in_channels, out_channels, stride):
    if stride == 1 and in_channels == out_channels:
        return nn.Identity()
    conv = nn.Conv2d(in_channels, out_channels, 1, stride, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(out_channels))
