import torch
import torch.autograd.forward_ad as fwAD


def residual_local_derivative(f, x):
    with fwAD.dual_level():
        out = f(fwAD.make_dual(x, torch.ones_like(x)))
        primal, tangent = fwAD.unpack_dual(out)
        return tangent + 1
