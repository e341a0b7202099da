import torch


def gradient_norms(sublayers, x, v, residual):
    h = x.detach().clone().requires_grad_()
    outputs = []
    for f in sublayers:
        h = h + f(h) if residual else f(h)
        outputs.append(h)
    grads = torch.autograd.grad(outputs[-1], outputs, v)
    return torch.tensor([g.norm().item() for g in grads], dtype=torch.float64)
