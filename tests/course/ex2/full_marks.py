import torch
from torch import nn


def statistics(x, kind):
    if kind == "layer":
        axes = (2,)
    elif kind == "batch":
        axes = (0, 1)
    elif kind == "instance":
        axes = (1,)
    else:
        raise ValueError(f"unknown kind: {kind}")
    mean = x.mean(dim=axes, keepdim=True)
    variance = x.var(dim=axes, keepdim=True, unbiased=False)
    return mean, variance


def standardise(x, eps=1e-5):
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.var(dim=-1, keepdim=True, unbiased=False)
    return (x - mean) / torch.sqrt(variance + eps)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        return self.weight * standardise(x, self.eps) + self.bias


def input_gradient(x, v, weight, eps=1e-5):
    variance = x.var(dim=-1, keepdim=True, unbiased=False)
    xhat = standardise(x, eps)
    g = weight * v
    mean_g = g.mean(dim=-1, keepdim=True)
    mean_gx = (g * xhat).mean(dim=-1, keepdim=True)
    return (g - mean_g - xhat * mean_gx) / torch.sqrt(variance + eps)


def split_gradient(x, g):
    shift = g.mean(dim=-1, keepdim=True).expand_as(g)
    c = x - x.mean(dim=-1, keepdim=True)
    cc = (c * c).sum(dim=-1, keepdim=True)
    gc = (g * c).sum(dim=-1, keepdim=True)
    factor = torch.where(cc == 0, torch.zeros_like(cc), gc / cc)
    stretch = factor * c
    return shift, stretch, g - shift - stretch


def fold_gain(norm, linear):
    new = nn.Linear(linear.in_features, linear.out_features, dtype=linear.weight.dtype)
    with torch.no_grad():
        new.weight.copy_(linear.weight * norm.weight)
        bias = linear.weight @ norm.bias
        if linear.bias is not None:
            bias = bias + linear.bias
        new.bias.copy_(bias)
    return new


class NormalisedStack(nn.Module):
    def __init__(self, sublayers, d_model, placement):
        super().__init__()
        if placement not in ("pre", "post"):
            raise ValueError(f"unknown placement: {placement}")
        self.placement = placement
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = nn.ModuleList([nn.LayerNorm(d_model) for _ in sublayers])
        self.final_norm = nn.LayerNorm(d_model) if placement == "pre" else nn.Identity()

    def forward(self, x):
        for sublayer, norm in zip(self.sublayers, self.norms):
            if self.placement == "pre":
                x = x + sublayer(norm(x))
            else:
                x = norm(x + sublayer(x))
        return self.final_norm(x)


def relative_updates(sublayers, x, placement):
    updates = []
    h = x
    for sublayer in sublayers:
        if placement == "pre":
            update = sublayer(standardise(h))
        else:
            update = sublayer(h)
        updates.append(update.norm() / h.norm())
        h = h + update
        if placement == "post":
            h = standardise(h)
    return torch.stack(updates)


q1 = 3 / 5**0.5
q2 = "a"
q3 = {"a", "c", "e"}
q4 = "c"
q5 = 0.2
q6 = {"b", "c", "d"}
