import torch


def gradients_along_chain(factors):
    states = [torch.ones((), dtype=torch.float64, requires_grad=True)]
    for factor in factors:
        states.append(states[-1] * factor)
    return torch.stack(torch.autograd.grad(states[-1], states))
