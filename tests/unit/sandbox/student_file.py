"""A student's file with which both sides of the wall are compared."""

from __future__ import annotations

FILE = """
import copy
import torch
from torch import Tensor, nn

def residual(x, f): return x + f(x)
def forgot_graph(x, f): return x.detach() + f(x)
def cut(x, f): return (x + f(x)).detach()
def without_grad(x, f):
    with torch.no_grad(): return x + f(x)
def in_inference_mode(x, f):
    with torch.inference_mode(): return x + f(x)
def product(a, b=None, *, c=1): return a if b is None else a * b * c
def back(x): return x
def pair(x): return x, {"double": 2 * x, "rest": [x.sum().item(), None, "text"]}
def grow(x): x.add_(1); return x
def grow_behind_torchs_back(x): x.data.mul_(2); return None
def numpy_write(x): x.numpy()[0] = 7.0
def grow_then_raise(x): x.add_(1); raise ValueError("after the fact")
def accumulate(x, f): x += f(x); return x
def lengthen(x): return x.unsqueeze_(0)
def on_top(x, f): y = f(x); y += x; return y
def use_up(x): x.requires_grad_(); (x ** 2).sum().backward()
def chain(x, modules):
    for module in modules: x = x + module(x)
    return x
def by_factory(x, make, n): return chain(x, [make() for _ in range(n)])
def same(a, b): return a is b
def twice_the_same(f): return f is f and f(1) == f(1)
def keep(x): keep.kept = x; return keep
def guarded(f, x):
    try: return f(x)
    except ValueError as error: return str(error)
def vjp(f, x, v): return torch.func.vjp(f, x)[1](v)[0]
def jvp(f, x, v): return torch.func.jvp(f, (x,), (v,))[1]
def jacrev(f, x): return torch.func.jacrev(f)(x)
def vmap(f, x): return torch.func.vmap(f)(x)
def jacobian(f, x): return torch.autograd.functional.jacobian(f, x)
def functional_vjp(f, x, v): return torch.autograd.functional.vjp(f, x, v)[1]
def hessian(f, x): return torch.autograd.functional.hessian(lambda t: f(t).sum(), x)
def functional_call(f, parameters, x): return torch.func.functional_call(f, parameters, (x,))
def own_gradient(f, x):
    x = x.detach().clone().requires_grad_()
    return torch.autograd.grad(f(x).sum(), x, create_graph=True)[0]
def train(f, x, steps):
    optimizer = torch.optim.SGD(f.parameters(), lr=0.1)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (f(x) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
def zero_last(f):
    nn.init.zeros_(f[-1].weight)
    return f
def numbers(n):
    for i in range(n): yield i * torch.ones(2)
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return 3 * x
    @staticmethod
    def backward(ctx, g): return 5 * g
def own_backward(x): return Scale.apply(x)
class Block(nn.Module):
    def __init__(self, f, width):
        super().__init__()
        self.f = f
        self.norm = nn.LayerNorm(width)
        self.calls = 0
    def forward(self, x):
        self.calls += 1
        return self.norm(x + self.f(x))
    def reset(self):
        nn.init.constant_(self.norm.weight, 3.0)
class Point:
    def __init__(self, x): self.x = x
    def moved(self, by): return Point(self.x + by)
    def __getitem__(self, key): return (self.x, key)
    def __len__(self): return 3
    def __iter__(self): return iter([self.x] * 3)
CONSTANT = torch.arange(3.0)
"""
