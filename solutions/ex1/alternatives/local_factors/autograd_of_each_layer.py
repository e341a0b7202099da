import torch


def local_factors(w, x):
    factors = torch.zeros_like(w)
    a = x.detach()
    for i in range(len(w)):
        a = a.detach().requires_grad_()
        out = torch.tanh(w[i] * a)
        factors[i] = torch.autograd.grad(out, a)[0]
        a = out
    return factors
