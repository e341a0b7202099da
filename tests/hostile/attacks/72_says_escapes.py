# number = 72
# title = "Puts terminal escapes, carriage returns and direction marks into what it prints and raises"
# residual_add = ["failed", "error"]
# [never]
# terminal = ["\u001b]0;", "\u001b[2J", "\u202e"]
# html = ["\u001b]0;", "\u001b[2J", "\u202e"]
# junit = ["\u001b]0;", "\u001b[2J", "\u202e"]
# github = ["\u001b]0;", "\u001b[2J", "\u202e"]

import torch

TEXT = "\x1b]0;owned\x07\x1b[2J\x1b[1Afine\rPASSED\u202edessap\u2066\x08\x9b31m"


def residual_add(x, sublayer):
    print(TEXT)
    raise RuntimeError(TEXT)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
