import torch


def sigmoid_slope(x):
    return torch.sigmoid(x) * (1 - torch.sigmoid(x))


def tanh_slope(x):
    return 1 - torch.tanh(x) ** 2


def activation_slope(z, kind):
    if kind == "sigmoid":
        a = torch.sigmoid(z)
        return sigmoid_slope(a)
    elif kind == "tanh":
        a = torch.tanh(z)
        return tanh_slope(a)
    elif kind == "relu":
        a = torch.relu(z)
        return (a > 0).to(torch.float64)
    raise ValueError("kind")
