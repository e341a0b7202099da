# number = 64
# title = "Opens sockets of every family"
# residual_add = ["failed", "error"]
# proof = "LEAKED"

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def module(name):
    """A module by whatever way works: by import, or where torch keeps it."""
    try:
        return __import__(name)
    except ImportError:
        return torch.sys.modules[name]


def grab(name, attempt):
    """Report what an attempt brought, unless it was refused."""
    try:
        leaked(f"{name}: {attempt()!r}"[:200])
    except (OSError, ValueError, AttributeError, ImportError, KeyError, RuntimeError):
        pass


def residual_add(x, sublayer):
    socket = module("_socket")
    kinds = {
        "unix": (1, 1),
        "tcp": (2, 1),
        "udp": (2, 2),
        "tcp6": (10, 1),
        "netlink": (16, 3),
        "packet": (17, 3),
        "vsock": (40, 1),
    }
    for name, (family, kind) in kinds.items():
        grab(name, lambda: socket.socket(family, kind))
    grab("pair", socket.socketpair)
    grab("names", lambda: socket.getaddrinfo("localhost", 80))
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
