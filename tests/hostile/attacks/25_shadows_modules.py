# number = 25
# title = "Brings modules with the names of those that the grader imports"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure"]
# proof = "LEAKED"
# [files]
# "torch.py" = '''
# print("LEAK" + "ED", __name__)
# '''
# "numpy.py" = '''
# print("LEAK" + "ED", __name__)
# '''
# "pytest.py" = '''
# print("LEAK" + "ED", __name__)
# '''
# "msgpack.py" = '''
# print("LEAK" + "ED", __name__)
# '''
# "math.py" = '''
# print("LEAK" + "ED", __name__)
# '''

import torch


def residual_add(x, sublayer):
    for name in ("msgpack", "math"):
        try:
            __import__(name)
        except ImportError:
            pass
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
