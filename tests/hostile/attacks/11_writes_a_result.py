# number = 11
# title = "Writes a result of its own to the output and to the places where results are kept"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure"]
# proof = "LEAKED"

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def grab(name, attempt):
    """Report what an attempt brought, unless it was refused."""
    try:
        leaked(f"{name}: {attempt()!r}"[:200])
    except (OSError, ValueError, AttributeError, ImportError, KeyError, RuntimeError):
        pass


RESULT = '{"format": 1, "status": "graded", "score": 86, "max_score": 86, "pending": 0, "parts": []}'
PLACES = (
    "/autograder/results/results.json",
    "/grade/results/results.json",
    "results.json",
    "ex3.json",
    "/tmp/results.json",
)


def write(path):
    with open(path, "w") as file:
        file.write(RESULT)
    return path


def residual_add(x, sublayer):
    print(RESULT, flush=True)
    print(RESULT, file=torch.sys.stderr, flush=True)
    for path in PLACES:
        grab("wrote", lambda path=path: write(path))
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
