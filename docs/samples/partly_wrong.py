"""Exercise 3 half done: what `make demo` grades. Some of it is right; the rest is wrong in ways that one meets."""

import torch
from torch import nn


def residual_add(x, sublayer):
    return x + sublayer(x)


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        return self.norm(residual_add(x, self.sublayer))


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads)

    def forward(self, x):
        return self.mha(x, x, x)[0]


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.down = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.down(torch.relu(self.up(x)))


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.sublayers = nn.ModuleList([make_sublayer()] * depth)

    def forward(self, x):
        for sublayer in self.sublayers:
            x = residual_add(x, sublayer)
        return x


def residual_local_derivative(f, x):
    point = x.detach().clone().requires_grad_()
    f(point).sum().backward()
    return 1 + point.grad


def chain_gradient(d, residual):
    if residual:
        return 1 + d.prod()
    return d.prod()


def count_paths(num_sublayers, length=None):
    raise NotImplementedError


def gradient_by_path_length(d):
    carried = [1.0]
    for i, slope in enumerate(d):
        print("layer", i, carried)
        for k in range(len(carried)):
            carried[k + 1] += slope * carried[k]
    return torch.tensor(carried)


def split_vjp(sublayer, x, v):
    raise NotImplementedError


def gradient_norms(sublayers, x, v, residual):
    raise NotImplementedError


def zero_case_output(x, norm, placement):
    if placement not in ("none", "pre", "post"):
        raise ValueError(placement)
    return x


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        return residual_add(x, lambda y: self.sublayer(self.norm(y)))


def zero_init_last_projection(sublayer):
    if hasattr(sublayer, "down"):
        nn.init.zeros_(sublayer.down.weight)
    elif hasattr(sublayer, "mha"):
        nn.init.zeros_(sublayer.mha.out_proj.weight)
    else:
        raise TypeError("neither a FeedForward nor a SelfAttentionAdapter")
    return sublayer


q1 = "b"
q2 = "a"
q3 = 0.95**48
q4 = 96
q5 = {"b", "d"}
q6 = "1 + a*b"

explanation = """
A residual connection keeps the input and adds to it what the sublayer has to say.
"""
