from torch import nn


class NormalisedStack(nn.Module):
    def __init__(self, sublayers, d_model, placement):
        super().__init__()
        assert_placement(placement)
        self.placement = placement
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in self.sublayers)
        self.final_norm = nn.LayerNorm(d_model) if placement == "pre" else None

    def forward(self, x):
        for sublayer, norm in zip(self.sublayers, self.norms):
            residual = x
            if self.placement == "pre":
                x = norm(x)
            x = sublayer(x)
            x = residual + x
            if self.placement == "post":
                x = norm(x)
        return x if self.final_norm is None else self.final_norm(x)


def assert_placement(placement):
    if placement not in {"pre", "post"}:
        raise ValueError("placement must be pre or post")
