from torch import nn
from torch.nn import functional as F


class Shortcut(nn.Module):
    def __init__(self, more, stride):
        super().__init__()
        self.more, self.stride = more, stride

    def forward(self, x):
        return F.pad(x[:, :, :: self.stride, :: self.stride], (0, 0, 0, 0, 0, self.more))


def make_shortcut(in_channels, out_channels, stride):
    if stride == 1 and in_channels == out_channels:
        return nn.Identity()
    return Shortcut(out_channels - in_channels, stride)
