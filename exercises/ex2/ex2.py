# %% [markdown]
# <!-- text: Layer normalisation: what it fixes, and what it takes away -->

# %% [markdown]
# <!-- text: Before you start -->

# %%
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

# %% [markdown]
# <!-- text: Part A: The forward pass -->

# %% [markdown]
# <!-- text: A1. statistics: which numbers belong together -->


# %%
def statistics(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """Returns the mean and the variance that one kind of normalisation uses (T1, T2, T3).

    x        (B, T, d_model), float64: batch, time, feature
    kind     "layer", "batch" or "instance"
    returns  (mean, variance); the axes over which they are taken stay, with length 1, so that x - mean works
    raises   ValueError for any other kind
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: A2. standardise: mean 0, variance 1 -->


# %%
def standardise(x: Tensor, eps: float = 1e-5) -> Tensor:
    """Returns every token with mean 0 and variance 1 over its features (T1, T3, T4).

    x        (..., d_model): any number of axes, the features last; one may be all there is
    eps      added to the variance; may be 0
    returns  shaped like x

    Leave x as you found it (T6), and keep to differentiable operations.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: A3. LayerNorm: gain and bias -->


# %%
class LayerNorm(nn.Module):
    """Standardises every token, then applies a gain and a bias (T8).

    Attributes (the names of the first two are checked, and there are no other parameters):
    weight  (d_model,), the gain, trainable
    bias    (d_model,), trainable
    eps     as in standardise
    """

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(..., d_model) -> (..., d_model)."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: Part B: The gradient, and what it lacks -->

# %% [markdown]
# <!-- text: B1. input_gradient: back through the norm -->


# %%
def input_gradient(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """Returns the gradient at the input of a LayerNorm with gain `weight` (T9).

    x        (B, T, d_model), float64
    v        the gradient at the output, shaped like x
    weight   (d_model,)
    eps      as in standardise; may be 0
    returns  shaped like x

    Leave x, v and weight as you found them (T6).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B2. split_gradient: the two lost directions -->


# %%
def split_gradient(x: Tensor, g: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Splits a gradient at the standardised token into three parts that add up to it (T11).

    x        (B, T, d_model), float64: the tokens, not standardised
    g        shaped like x
    returns  (shift, stretch, rest), each shaped like x: the part of g along (1, ..., 1), the part along x - mean,
             and what is left

    A token whose features are all equal has no stretch: that part is zero, not NaN (T5). Leave x and g as you found
    them (T6).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part C: Where the norm stands -->

# %% [markdown]
# <!-- text: C1. fold_gain: a linear map can do it -->


# %%
def fold_gain(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """Returns a linear layer that needs no gain and bias in front of it (T12).

    norm     with any weight and bias
    linear   from norm's features to any number of others, with or without a bias of its own
    returns  a new nn.Linear with a bias, of linear's dtype, such that new(standardise(x)) equals linear(norm(x))

    Leave norm and linear as you found them (T6).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: C2. NormalisedStack: pre-norm and post-norm -->


# %%
class NormalisedStack(nn.Module):
    """Residual sublayers, each with a norm of its own (T13, T14, T15).

    Attributes (the names are checked):
    sublayers   nn.ModuleList of the modules that were passed in
    norms       nn.ModuleList with one nn.LayerNorm(d_model) for each of them
    final_norm  nn.LayerNorm(d_model) if placement is "pre"; without parameters if it is "post"
    """

    def __init__(self, sublayers: Sequence[nn.Module], d_model: int, placement: str) -> None:
        """Raises ValueError if placement is neither "pre" nor "post"."""
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model)."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: C3. relative_updates: who still has a say -->


# %%
def relative_updates(sublayers: Sequence[Callable[[Tensor], Tensor]], x: Tensor, placement: str) -> Tensor:
    """Returns how large what each sublayer adds is, relative to what it is added to (T16).

    sublayers  f_0, ..., f_(L-1), at least one; here the norms have neither gain nor bias: use standardise
    x          (B, T, d_model), float64: the stream h_0
    placement  "pre" or "post"
    returns    (L,), float64: entry l is the Euclidean norm, over all entries of the tensor, of what f_l returns,
               divided by that of the stream h_l to which it is added

    Leave x and the sublayers as you found them (T6).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part D: Quiz -->

# %% [markdown]
# **q1** A token has the features (1, 3, 5, 7). What becomes of the 7 in a fresh LayerNorm, if ε is negligible?

# %%
q1 = None

# %% [markdown]
# **q2** A network with LayerNorm was trained with batches of 64 sentences. Now a single sentence goes through it. What
# has to be done about its norms?
#
# - a) nothing: the sentence's own tokens are all they use
# - b) `eval()` has to be called, so that they use running averages
# - c) the batch has to be filled up to 64, or the statistics are too noisy
# - d) their gain and bias have to be adapted to the sentence

# %%
q2 = None

# %% [markdown]
# **q3** Which of these changes to a token leave the output of a LayerNorm as it was, whatever its gain and bias? Take ε
# as negligible and give all of them.
#
# - a) 5 is added to every feature
# - b) 5 is added to the first feature
# - c) every feature is multiplied by 3
# - d) every feature is multiplied by -3
# - e) every feature is multiplied by 0.1, and then 7 is added to it

# %%
q3 = None

# %% [markdown]
# **q4** `y = nn.LayerNorm(512)(x)` and then `y.sum().backward()`, with a fresh norm. Up to rounding, `x.grad` is zero.
# Why?
#
# - a) a fresh norm has the gain 1 and the bias 0, and these pass no gradient
# - b) the norm computes its statistics without autograd
# - c) the features of each y add up to 0, whatever x is
# - d) with 512 features the gradient is too small for float32

# %%
q4 = None

# %% [markdown]
# **q5** A norm without bias; ε is negligible. Somebody multiplies the token by 10 and doubles the whole gain. The
# gradient v at the output stays the same. By which factor does the gradient at the input change?

# %%
q5 = None

# %% [markdown]
# **q6** Stacks of residual sublayers, pre-norm and post-norm. Which of these statements are true? Give all of them.
#
# - a) in pre-norm, the stream is standardised after every sublayer
# - b) in pre-norm, one path from the final norm back to x meets no norm
# - c) in post-norm, every path back to x meets all norms
# - d) in pre-norm, a late sublayer must return more than an early one to have the same say in the stream
# - e) in post-norm, a sublayer that returns zero leaves its input as it is

# %%
q6 = None

# %% [markdown]
# <!-- text: How your work is graded -->
