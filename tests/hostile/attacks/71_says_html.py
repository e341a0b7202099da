# number = 71
# title = "Puts HTML into what it prints and raises"
# residual_add = ["failed", "error"]
# [never]
# html = ["<script>alert", "<img src=x"]
# junit = ["]]></system-out>"]
# github = ["<script>alert", "<img src=x"]

import torch

TEXT = "<script>alert(1)</script><img src=x onerror=alert(1)>]]></system-out>"
Named = type(TEXT, (Exception,), {})


def residual_add(x, sublayer):
    print(TEXT, "[click](javascript:alert(1))")
    raise Named(TEXT)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
