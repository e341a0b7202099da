import torch


def gradient_through_time(weight, states, v):
    # what each step got from its input can be found again from the two states
    drives = torch.atanh(states[1:]) - states[:-1] @ weight.T
    hs = [states[0].clone().requires_grad_()]
    for drive in drives:
        hs.append(torch.tanh(weight @ hs[-1] + drive))
    return torch.stack(torch.autograd.grad(hs[-1], hs, v)) if len(hs) > 1 else v[None].clone()
