import torch


def gradient_norms(sublayers, x, v, residual):
    """For every l, runs the rest of the stack from h_l on. Slow, and easy to believe."""

    def run(h, first, last):
        for sublayer in sublayers[first:last]:
            branch = sublayer(h)
            h = torch.add(h, branch) if residual else branch
        return h

    depth = len(sublayers)
    norms = []
    for l in range(depth + 1):
        h = run(x, 0, l).detach().requires_grad_()
        (g,) = torch.autograd.grad(run(h, l, depth), h, v)
        norms.append(torch.linalg.norm(g))
    return torch.stack(norms).type(torch.float64)
