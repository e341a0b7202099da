from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.down = nn.Linear(d_ff, d_model)
        self.net = nn.Sequential(self.up, nn.ReLU(), self.down)

    def forward(self, x):
        return self.net(x)
