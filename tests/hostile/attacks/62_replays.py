# number = 62
# title = "Remembers the answer to the first call and repeats it"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure", "residual_add.once", "residual_add.gradients"]

import torch

answers = []


def residual_add(x, sublayer):
    if not answers:
        answers.append(x + sublayer(x))
    return answers[0]


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
