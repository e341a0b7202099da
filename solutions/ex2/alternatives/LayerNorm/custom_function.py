import torch
from torch import nn


class Normalise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, eps):
        mean = x.mean(-1, keepdim=True)
        inverse = (x.var(-1, unbiased=False, keepdim=True) + eps).rsqrt()
        normed = (x - mean) * inverse
        ctx.save_for_backward(normed, inverse)
        return normed

    @staticmethod
    def backward(ctx, g):
        normed, inverse = ctx.saved_tensors
        inner = (g * normed).mean(-1, keepdim=True)
        return inverse * (g - g.mean(-1, keepdim=True) - normed * inner), None


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        return Normalise.apply(x, self.eps) * self.weight + self.bias
