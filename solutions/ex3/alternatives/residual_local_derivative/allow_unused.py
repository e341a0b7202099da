import torch


def residual_local_derivative(f, x):
    with torch.enable_grad():
        point = x.detach().requires_grad_()
        out = f(point)
        if not out.requires_grad:
            return torch.ones_like(x)
        (g,) = torch.autograd.grad(out, point, grad_outputs=torch.ones_like(out), allow_unused=True)
    return torch.ones_like(x) if g is None else 1 + g
