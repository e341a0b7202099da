# number = 26
# title = "Brings files that Python runs when it starts"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure"]
# proof = "LEAKED"
# [files]
# "sitecustomize.py" = '''
# print("LEAK" + "ED", __name__)
# '''
# "usercustomize.py" = '''
# print("LEAK" + "ED", __name__)
# '''
# "evil.pth" = '''
# import os; print("LEAK" + "ED", "pth")
# '''

import torch


def residual_add(x, sublayer):
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
