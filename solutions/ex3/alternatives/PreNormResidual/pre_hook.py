from torch import nn


class PreNormResidual(nn.Module):
    """The norm is hung in front of the sublayer, so forward sees plain post-addition."""

    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        handle = self.sublayer.register_forward_pre_hook(lambda module, inputs: (self.norm(inputs[0]),))
        try:
            update = self.sublayer(x)
        finally:
            handle.remove()
        if update.shape != x.shape:
            raise ValueError("the shapes differ")
        return x + update
