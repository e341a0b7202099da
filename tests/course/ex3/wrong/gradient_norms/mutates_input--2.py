import torch


def gradient_norms(sublayers, x, v, residual):
    start = x.detach().clone().requires_grad_()
    states = [start]
    for f in sublayers:
        states.append(states[-1] + f(states[-1]) if residual else f(states[-1]))
    for s in states[1:]:
        s.retain_grad()
    states[-1].backward(v)
    return torch.stack([torch.linalg.vector_norm(s.grad) for s in states]).double()
