from torch import nn


class LayerNorm(nn.LayerNorm):
    """torch has all of it."""
