import copy
import math

import torch


def gradient_norms(sublayers, x, v, residual):
    layers = [copy.deepcopy(s) for s in sublayers]
    states = [x.detach().clone().requires_grad_(True)]
    for layer in layers:
        h = states[-1]
        out = layer(h)
        if residual:
            out = out + h
        out.retain_grad()
        states.append(out)
    states[-1].backward(gradient=v)
    values = []
    for h in states:
        values.append(math.sqrt(float((h.grad * h.grad).sum())))
    return torch.tensor(values, dtype=torch.float64)
