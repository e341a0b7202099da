import copy

import torch


def split_vjp(sublayer, x, v):
    branch = copy.deepcopy(sublayer)
    inner = x.detach().clone()
    inner.requires_grad = True
    y = inner + branch(inner)
    y.backward(v)
    return v.detach().clone(), inner.grad - v
