# %% [markdown]
# # Exercise 3: residual connections
#
# Ada's solution. Parts A to C, then the quiz and the written answer.

# %%
import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

# %% [markdown]
# ## Part A: residual forward


# %%
def residual_add(x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
    """x + sublayer(x), refusing to broadcast."""
    update = sublayer(x)
    if update.shape != x.shape:
        raise ValueError(f"the sublayer turned {tuple(x.shape)} into {tuple(update.shape)}; the shapes must be equal")
    return x + update


# %%
class ResidualSublayer(nn.Module):
    """Post-norm: norm(x + sublayer(x))."""

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(residual_add(x, self.sublayer))


# %%
class SelfAttentionAdapter(nn.Module):
    """Attention with one tensor in and one tensor out."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        attended, _ = self.mha(x, x, x, need_weights=False)
        return attended


# %%
class FeedForward(nn.Module):
    """d_model -> d_ff -> d_model with a ReLU in between."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.down = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return self.down(torch.relu(self.up(x)))


# %%
class ResidualStack(nn.Module):
    """Every sublayer has its own shortcut."""

    def __init__(self, make_sublayer: Callable[[], nn.Module], depth: int) -> None:
        super().__init__()
        self.sublayers = nn.ModuleList(make_sublayer() for _ in range(depth))

    def forward(self, x: Tensor) -> Tensor:
        for sublayer in self.sublayers:
            x = residual_add(x, sublayer)
        return x


# %%
# Does one sample leave the other alone, and does one token reach the others?
torch.manual_seed(0)
attention = SelfAttentionAdapter(8, 2)
before = torch.randn(2, 5, 8)
after = before.clone()
after[1, 0] += 1.0
moved = (attention(after) - attention(before)).abs().amax(dim=-1)
print("sample 0 moved by", moved[0].max().item(), "and sample 1 by at least", moved[1].min().item())

# %% [markdown]
# ## Part B: gradient paths


# %%
def residual_local_derivative(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """1 + f'(x) for every entry."""
    point = x.detach().clone().requires_grad_()
    # Differentiating the whole sum means that a constant f still has a graph behind it.
    (slope,) = torch.autograd.grad((point + f(point)).sum(), point)
    return slope


# %%
def chain_gradient(d: Tensor, residual: bool) -> Tensor:
    """The product of the layers' local derivatives."""
    factors = 1 + d if residual else d
    return factors.prod()


# %%
def count_paths(num_sublayers: int, length: int | None = None) -> int:
    """Two choices per sublayer; or choose which `length` of them the path takes."""
    if length is None:
        return 2**num_sublayers
    return math.comb(num_sublayers, length)


# %%
def gradient_by_path_length(d: Tensor) -> Tensor:
    """Coefficients of the polynomial (1 + d_1 t)(1 + d_2 t)..., where the power of t counts the sublayers taken."""
    carried = torch.zeros(len(d) + 1, dtype=torch.float64)
    carried[0] = 1.0
    for slope in d:
        longer = torch.zeros_like(carried)
        longer[1:] = slope * carried[:-1]
        carried = carried + longer
    return carried


# %%
def split_vjp(sublayer: Callable[[Tensor], Tensor], x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """v arrives by the shortcut as it is; autograd finds what came through the sublayer."""
    point = x.detach().clone().requires_grad_()
    output = sublayer(point)
    if not output.requires_grad:
        return v.clone(), torch.zeros_like(x)
    (through,) = torch.autograd.grad(output, point, v, allow_unused=True)
    return v.clone(), torch.zeros_like(x) if through is None else through


# %%
def gradient_norms(sublayers: Sequence[Callable[[Tensor], Tensor]], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """Norm of the gradient at h_0, ..., h_L."""
    states = [x.detach().clone().requires_grad_()]
    for sublayer in sublayers:
        h = states[-1]
        states.append(h + sublayer(h) if residual else sublayer(h))
    gradients = torch.autograd.grad(states[-1], states, v)
    return torch.stack([gradient.norm() for gradient in gradients]).to(torch.float64)


# %%
# The numbers of the text, on a smaller scale.
torch.manual_seed(0)
layers = [nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.Linear(64, 16)).double() for _ in range(24)]
x, v = torch.randn(2, 2, 4, 16, dtype=torch.float64)
print("plain   ", (gradient_norms(layers, x, v, residual=False)[0] / v.norm()).item())
print("residual", (gradient_norms(layers, x, v, residual=True)[0] / v.norm()).item())

# %%
d = torch.tensor([0.5, -0.2, 0.1], dtype=torch.float64)
print(gradient_by_path_length(d), chain_gradient(d, residual=True))

# %% [markdown]
# ## Part C: the zero sublayer


# %%
def zero_case_output(x: Tensor, norm: nn.Module, placement: str) -> Tensor:
    """What is left of the block when its sublayer adds zero."""
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(f'placement must be "none", "pre" or "post", not {placement!r}')


# %%
class PreNormResidual(nn.Module):
    """Pre-norm: x + sublayer(norm(x))."""

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x: Tensor) -> Tensor:
        return residual_add(x, lambda h: self.sublayer(self.norm(h)))


# %%
def zero_init_last_projection(sublayer: nn.Module) -> nn.Module:
    """Weight and bias of the last projection become zero; they stay trainable."""
    if hasattr(sublayer, "mha"):
        last = sublayer.mha.out_proj
    elif hasattr(sublayer, "down"):
        last = sublayer.down
    else:
        raise TypeError(f"{type(sublayer).__name__} has neither `mha` nor `down`")
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return sublayer


# %% [markdown]
# ## Part D: quiz and written answer

# %%
q1 = "b"
q2 = "d"
q3 = (1 - 0.05) ** 48
q4 = 2 * 96
q5 = {"b", "d", "e"}
q6 = "(1 + a) * (1 + b)"
q7 = "c"
q8 = "a"

# %%
explanation = """
A residual connection adds what a sublayer computes to what it was given: x becomes x + f(x). The old x is still inside
the result, and f only has to supply an adjustment, upwards or downwards.

That sum also changes the backward pass. The derivative of x + f(x) is 1 + f'(x): part of the gradient arrives by the
shortcut untouched, and the sublayer's own part arrives as well, so the sublayer still learns. In a plain stack
the local derivatives multiply. If each is about 0.25, then 24 layers leave 4e-15 of the gradient and 96 leave 2e-58.
A recurrent network forgets over many time steps for the same reason. With shortcuts every factor is 1 + d. Multiplied
out, that is one term for each path, and the path around all sublayers has the factor 1 however deep the network is.
The total is not guaranteed, since the other terms may add to it or cancel it.

If a sublayer outputs zero, the block returns x, so a useless sublayer does no harm. Only with a post-norm is it
norm(x) instead.

In a Transformer the connection is around every attention and every feed-forward sublayer, 192 times in 96 blocks. It
needs no convolution, only that the output has the shape of the input.
"""
