from torch import nn


class NormalisedStack(nn.Module):
    def __init__(self, sublayers, d_model, placement):
        super().__init__()
        if placement not in ("pre", "post"):
            raise ValueError(placement)
        self.placement = placement
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in sublayers)
        self.final_norm = nn.LayerNorm(d_model) if placement == "pre" else nn.Identity()

    def forward(self, x):
        for f, norm in zip(self.sublayers, self.norms):
            x = x + f(norm(x)) if self.placement == "pre" else norm(x + f(x))
        return x
