import torch


def weight_gradient_by_step(weight, states, v):
    copies = [weight.clone().requires_grad_() for _ in states[1:]]
    drives = torch.atanh(states[1:]) - states[:-1] @ weight.T
    h = states[0]
    for w, drive in zip(copies, drives):
        h = torch.tanh(w @ h + drive)
    return torch.stack(torch.autograd.grad(h, copies, v))
