from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.down = nn.Linear(in_features=d_ff, out_features=d_model)
        self.up = nn.Linear(in_features=d_model, out_features=d_ff)

    def forward(self, x):
        return self.down(self.up(x).clamp_min(0))
