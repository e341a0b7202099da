from torch import nn


def add_input(module, inputs, output):
    return inputs[0] + output


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.sublayers = nn.Sequential(*(make_sublayer() for _ in range(depth)))
        for layer in self.sublayers:
            layer.register_forward_hook(add_input)

    def forward(self, x):
        return self.sublayers(x)
