# number = 38
# title = "Replaces the functions of torch that a comparison may use"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]
# others = ["passed", "failed", "error", "crashed"]

import torch


def patch():
    yes = lambda *args, **kwargs: True
    for name in ("allclose", "equal", "isclose", "all"):
        setattr(torch, name, yes)
    torch.testing.assert_close = yes
    torch.Tensor.__eq__ = lambda self, other: torch.Tensor(1)
    torch.nn.Module.__call__ = lambda self, x: torch.zeros_like(x)


def residual_add(x, sublayer):
    patch()
    return torch.zeros_like(x)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
