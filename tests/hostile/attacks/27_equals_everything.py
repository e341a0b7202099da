# number = 27
# title = "Returns an object that is equal to everything"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import torch


class Anything:
    def __eq__(self, other):
        return True

    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self

    def __bool__(self):
        return True

    def __len__(self):
        return 1

    def __iter__(self):
        return iter([self])


def residual_add(x, sublayer):
    return Anything()


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
