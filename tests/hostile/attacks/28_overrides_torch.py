# number = 28
# title = "Returns a tensor of a class that answers torch functions itself"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure"]

import torch


class Agreeable(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function.__name__ in ("allclose", "equal", "isclose", "__eq__", "all", "__bool__"):
            return True
        return super().__torch_function__(function, types, args, kwargs or {})


def residual_add(x, sublayer):
    return torch.zeros_like(x).as_subclass(Agreeable)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
