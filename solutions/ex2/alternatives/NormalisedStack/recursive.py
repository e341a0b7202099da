from torch import nn


class NormalisedStack(nn.Module):
    def __init__(self, sublayers, d_model, placement):
        super().__init__()
        ends = {"pre": nn.LayerNorm(d_model), "post": nn.Identity()}
        if placement not in ends:
            raise ValueError
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = nn.ModuleList()
        for _ in sublayers:
            self.norms.append(nn.LayerNorm(d_model))
        self.final_norm = ends[placement]
        self.placement = placement

    def run(self, x, depth):
        if depth == 0:
            return x
        x = self.run(x, depth - 1)
        norm, f = self.norms[depth - 1], self.sublayers[depth - 1]
        return x.add(f(norm(x))) if self.placement == "pre" else norm(x.add(f(x)))

    def forward(self, x):
        return self.final_norm(self.run(x, len(self.sublayers)))
