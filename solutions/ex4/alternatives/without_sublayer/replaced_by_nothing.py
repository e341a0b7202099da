import torch


def without_sublayer(sublayers, x, index, residual):
    stand_in = torch.zeros_like if residual else torch.clone
    for i in range(len(sublayers)):
        f = stand_in if i == index else sublayers[i]
        x = x + f(x) if residual else f(x)
    return x
