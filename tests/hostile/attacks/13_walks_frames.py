# number = 13
# title = "Walks the stack, from here and from an exception, for frames of the check"
# residual_add = ["failed", "error"]
# proof = "LEAKED"

import sys

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def look_at(frame):
    while frame is not None:
        path = frame.f_code.co_filename
        if "/checks/" in path or "solutions" in path or "pytest" in path:
            leaked(path)
        for name in ("reference", "expected", "wanted", "misconceptions", "agree"):
            if name in frame.f_locals or name in frame.f_globals:
                leaked(name)
        frame = frame.f_back


def residual_add(x, sublayer):
    look_at(sys._getframe())
    try:
        sublayer("not a tensor")
    except Exception as error:
        trace = error.__traceback__
        while trace is not None:
            look_at(trace.tb_frame)
            trace = trace.tb_next
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
