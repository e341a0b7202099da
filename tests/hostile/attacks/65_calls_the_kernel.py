# number = 65
# title = "Makes the system calls that attacks on kernels have started from"
# residual_add = ["failed", "error"]
# proof = "LEAKED"
# machine = "x86_64"

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def module(name):
    """A module by whatever way works: by import, or where torch keeps it."""
    try:
        return __import__(name)
    except ImportError:
        return torch.sys.modules[name]


CALLS = {"io_uring": 425, "bpf": 321, "userfaultfd": 323, "perf": 298, "keyctl": 250, "add_key": 248, "unshare": 272}
CALLS |= {"setns": 308, "mount": 165, "ptrace": 101, "personality": 135, "modify_ldt": 154, "memfd_secret": 447}


def residual_add(x, sublayer):
    ctypes = module("ctypes")
    c = ctypes.CDLL(None, use_errno=True)
    for name, number in CALLS.items():
        ctypes.set_errno(0)
        c.syscall(number, 0, 0, 0, 0, 0)
        if ctypes.get_errno() not in (1, 38):
            leaked(name)
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
