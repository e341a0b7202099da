import math

import torch
from torch import nn


def activation_slope(z, kind):
    if kind == "sigmoid":
        s = torch.sigmoid(z)
        return s * (1 - s)
    elif kind == "tanh":
        t = torch.tanh(z)
        return 1 - t * t
    elif kind == "relu":
        return torch.where(z > 0, torch.ones_like(z), torch.zeros_like(z))
    else:
        raise ValueError(f"unknown activation: {kind}")


def local_factors(w, x):
    factors = []
    a = float(x)
    for weight in w.tolist():
        a = math.tanh(weight * a)
        factors.append(weight * (1 - a**2))
    return torch.tensor(factors, dtype=torch.float64)


def gradients_along_chain(factors):
    gradients = [1.0]
    for factor in reversed(factors.tolist()):
        gradients.insert(0, factor * gradients[0])
    return torch.tensor(gradients, dtype=torch.float64)


class TanhRNN(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.W = nn.Linear(hidden_size, hidden_size, bias=False)
        self.U = nn.Linear(input_size, hidden_size)

    def forward(self, u, h0):
        h = h0
        states = [h]
        for t in range(u.shape[1]):
            h = torch.tanh(self.W(h) + self.U(u[:, t]))
            states.append(h)
        return torch.stack(states, dim=1)


def gradient_through_time(weight, states, v):
    gradients = torch.zeros_like(states)
    gradients[-1] = v
    for t in range(len(states) - 1, 0, -1):
        gradients[t - 1] = weight.T @ (gradients[t] * (1 - states[t] ** 2))
    return gradients


def weight_gradient_by_step(weight, states, v):
    gradients = gradient_through_time(weight, states, v)
    terms = []
    for t in range(1, len(states)):
        terms.append(torch.outer(gradients[t] * (1 - states[t] ** 2), states[t - 1]))
    return torch.stack(terms)


def clip_by_global_norm(gradients, max_norm):
    norm = math.sqrt(sum(float((g**2).sum()) for g in gradients))
    if norm <= max_norm:
        return [g.clone() for g in gradients]
    return [g * (max_norm / norm) for g in gradients]


def weight_std(fan_in, fan_out, scheme):
    if scheme == "lecun":
        variance = 1 / fan_in
    elif scheme == "xavier":
        variance = 2 / (fan_in + fan_out)
    elif scheme == "he":
        variance = 2 / fan_in
    else:
        raise ValueError(scheme)
    return variance**0.5


def initialise(network, scheme):
    for module in network.modules():
        if isinstance(module, nn.Linear):
            with torch.no_grad():
                module.weight.normal_(0, weight_std(module.in_features, module.out_features, scheme))
                if module.bias is not None:
                    module.bias.zero_()
    return network


q1 = 0.25**10
q2 = "c"
q3 = "a*b*w^2"
q4 = {"b", "c", "e"}
q5 = "b"
q6 = {"b", "d", "e"}
