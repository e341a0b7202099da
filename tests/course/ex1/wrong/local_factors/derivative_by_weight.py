import torch


def local_factors(w, x):
    factors = torch.zeros_like(w)
    a = x
    for i in range(len(w)):
        weight = w[i].clone().requires_grad_()
        out = torch.tanh(weight * a)
        factors[i] = torch.autograd.grad(out, weight)[0]
        a = out.detach()
    return factors
