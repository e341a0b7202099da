# number = 14
# title = "Looks through every object in memory for a tensor that is the answer"
# residual_add = ["failed", "error"]
# proof = "LEAKED"

import gc

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def residual_add(x, sublayer):
    y = sublayer(x)
    mine = {id(y), id(x)}
    for candidate in gc.get_objects():
        if type(candidate) is torch.Tensor and id(candidate) not in mine and candidate.shape == x.shape:
            if torch.allclose(candidate.detach().to(x), (x + y).detach()):
                leaked("the expected tensor")
    for candidate in gc.get_objects():
        if isinstance(candidate, dict) and ("reference" in candidate or "misconceptions" in candidate):
            leaked("a table of the check's")
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
