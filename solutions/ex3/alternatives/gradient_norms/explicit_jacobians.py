import torch
from torch.autograd.functional import jacobian


def gradient_norms(sublayers, x, v, residual):
    """Multiplies by the Jacobian of one sublayer after the other, as in a textbook."""
    n = x.numel()
    shape = x.shape
    jacobians = []
    h = x.detach()
    for sublayer in sublayers:
        J = jacobian(sublayer, h).reshape(n, n)
        if residual:
            J = torch.eye(n, dtype=J.dtype) + J
        jacobians.append(J)
        with torch.no_grad():
            h = h + sublayer(h) if residual else sublayer(h)
    row = v.reshape(1, n)
    norms = [row.norm()]
    for J in reversed(jacobians):
        row = row @ J
        norms.append(row.norm())
    assert h.shape == shape
    return torch.stack(norms[::-1]).double()
