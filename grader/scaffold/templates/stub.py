# %% [markdown]
# <!-- text: Blending two tensors -->

# %%
from torch import Tensor, nn

# %% [markdown]
# <!-- text: Part A: a fixed weight -->


# %%
def blend(a: Tensor, b: Tensor, weight: float) -> Tensor:
    """Returns the blend of `a` and `b` (T1).

    a, b     of the same shape, float64
    weight   the share of `a`
    returns  a new tensor of that shape, which passes gradients on to both (T2)
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part B: a learnt weight -->


# %%
class Blend(nn.Module):
    """Blends two tensors with a weight that is learnt.

    Attribute (the name is checked): weight, of shape (), float64; `start` at first (T3)
    """

    def __init__(self, start: float) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, a: Tensor, b: Tensor) -> Tensor:
        """Two tensors of the same shape to one of that shape."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: Question -->

# %% [markdown]
# **q1** With weight 0, what does the blend return?
#
# - a) `a`
# - b) `b`
# - c) zeros

# %%
q1 = None
