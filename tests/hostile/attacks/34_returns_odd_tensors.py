# number = 34
# title = "Returns sparse, meta, complex and quantized tensors in turn"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure", "residual_add.once"]

import torch

calls = 0


def residual_add(x, sublayer):
    global calls
    calls += 1
    y = (x + sublayer(x)).detach().float()
    makers = (
        lambda: y.to_sparse(),
        lambda: y.to("meta"),
        lambda: y.to(torch.complex64),
        lambda: torch.quantize_per_tensor(y, 0.1, 0, torch.qint8),
        lambda: torch.nested.nested_tensor([y[0], y[0]]),
    )
    return makers[calls % len(makers)]()


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
