import torch
import torch.autograd.forward_ad as fwAD


def residual_local_derivative(f, x):
    with fwAD.dual_level():
        dual = fwAD.make_dual(x, torch.ones_like(x))
        tangent = fwAD.unpack_dual(f(dual)).tangent
        if tangent is None:  # f ignores its input
            tangent = torch.zeros_like(x)
    return 1 + tangent
