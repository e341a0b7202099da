# %% [markdown]
# <!-- text: What residual connections do, and why they matter at depth -->

# %% [markdown]
# <!-- text: Before you start -->

# %%
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

# %% [markdown]
# <!-- text: Part A: Residual forward -->

# %% [markdown]
# <!-- text: A1. residual_add: add, do not replace -->


# %%
def residual_add(x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
    """Returns x + sublayer(x).

    x         (B, T, d_model), float32 or float64
    sublayer  maps a tensor to a tensor
    returns   a new tensor with the shape and the dtype of x
    raises    ValueError if the sublayer's output has another shape than x

    Call the sublayer exactly once, and change no tensor in place (T1, T2, T12).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: A2. ResidualSublayer: post-norm -->


# %%
class ResidualSublayer(nn.Module):
    """A post-norm residual sublayer: norm(x + sublayer(x)).

    Attributes (the names are checked):
    sublayer  the module that was passed in
    norm      nn.LayerNorm(d_model)
    """

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model). `residual_add` does half of the work, its ValueError included (T3)."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: A3. SelfAttentionAdapter: attention as a sublayer -->


# %%
class SelfAttentionAdapter(nn.Module):
    """Lets nn.MultiheadAttention be used as a sublayer: one tensor in, one tensor out (T4).

    Attribute (the name is checked):
    mha  nn.MultiheadAttention with d_model features and num_heads heads, no dropout
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model): every token attends to all tokens of its own sample."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: A4. FeedForward: the other sublayer -->


# %%
class FeedForward(nn.Module):
    """down(relu(up(x))).

    Attributes (the names are checked):
    up    nn.Linear from d_model to d_ff
    down  nn.Linear from d_ff to d_model
    """

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model)."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: A5. ResidualStack: one shortcut each -->


# %%
class ResidualStack(nn.Module):
    """`depth` different sublayers, each with a residual connection of its own and no norm (T5).

    make_sublayer()  returns a new sublayer at every call
    depth            number of sublayers; a stack of depth 0 returns its input

    Attribute (the name is checked):
    sublayers  the sublayers in order, as registered modules
    """

    def __init__(self, make_sublayer: Callable[[], nn.Module], depth: int) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model): x <- x + s(x), once for every sublayer s."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: Part B: Gradient paths -->

# %% [markdown]
# <!-- text: B1. residual_local_derivative: the slope of one sublayer -->


# %%
def residual_local_derivative(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """Returns 1 + f'(x), the slope of x + f(x), for every entry of x (T6).

    f        works elementwise; it may be constant, and then its result has no graph at all
    x        (N,), float64
    returns  (N,), float64

    Leave x as you found it: the same values, the same requires_grad, the same .grad (T12).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B2. chain_gradient: multiplying through the layers -->


# %%
def chain_gradient(d: Tensor, residual: bool) -> Tensor:
    """Returns the end-to-end derivative of L layers in a row (T6, T7).

    d         (L,), float64: the sublayers' own slopes, of any sign
    residual  False: layer i is f_i(x).  True: layer i is x + f_i(x).
    returns   0-dimensional float64; 1 if L = 0
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B3. count_paths: the way back forks -->


# %%
def count_paths(num_sublayers: int, length: int | None = None) -> int:
    """Returns how many paths lead through a stack of residual sublayers (T13).

    length   count only the paths that take exactly this many sublayers; None counts all paths
    returns  an exact Python int; 0 if no path has that length

    It has to work for 96 sublayers too.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B4. gradient_by_path_length: what each length carries -->


# %%
def gradient_by_path_length(d: Tensor) -> Tensor:
    """Returns the gradient that the paths of each length carry together (T13).

    d        (L,), float64, with |d| < 1: the sublayers' own slopes, of any sign
    returns  (L + 1,), float64: entry k is the sum of the factors of all paths that take exactly k sublayers

    Hint: update a list of L + 1 numbers, one layer at a time. L may be 96, and 2**96 steps never end.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B5. split_vjp: the same for a real sublayer -->


# %%
def split_vjp(sublayer: Callable[[Tensor], Tensor], x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """Splits the gradient of y = x + sublayer(x) with respect to x by the way it came (T6, T9).

    x        any shape, float64
    v        the gradient at y, shaped like x
    returns  (what came by the shortcut, what came through the sublayer), both shaped like x

    A sublayer that ignores x contributes zeros, not None. Leave x, v and the sublayer's parameters as you found
    them, .grad included (T12).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B6. gradient_norms: the gradient on its way down -->


# %%
def gradient_norms(sublayers: Sequence[Callable[[Tensor], Tensor]], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """Returns the norm of the gradient at the input of every sublayer, and at the output of the stack (T7, T8).

    With h_0 = x and h_(l+1) = h_l + f_l(h_l), or f_l(h_l) if `residual` is False:

    sublayers  f_0, ..., f_(L-1)
    x          (B, T, d_model), float64
    v          the gradient at h_L, shaped like x
    returns    (L + 1,), float64: entry l is the Euclidean norm of the gradient at h_l over all its entries, so entry 0
               belongs to x and entry L is the norm of v

    Leave x, v and the sublayers' parameters as you found them, .grad included (T12).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part C: The zero sublayer -->

# %% [markdown]
# <!-- text: C1. zero_case_output: adding nothing -->


# %%
def zero_case_output(x: Tensor, norm: nn.Module, placement: str) -> Tensor:
    """Returns the output of a residual block whose sublayer outputs exactly zero (T10, T14).

    x          (B, T, d_model)
    norm       the block's LayerNorm, with any weight and bias
    placement  "none": x + sublayer(x).  "pre": x + sublayer(norm(x)).  "post": norm(x + sublayer(x)).
    raises     ValueError for any other placement
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: C2. PreNormResidual: pre-norm -->


# %%
class PreNormResidual(nn.Module):
    """A pre-norm residual sublayer: x + sublayer(norm(x)).

    Attributes (the names are checked):
    sublayer  the module that was passed in
    norm      nn.LayerNorm(d_model)
    """

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model); ValueError if the sublayer's output has another shape than x (T2)."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: C3. zero_init_last_projection: starting as the identity -->


# %%
def zero_init_last_projection(sublayer: nn.Module) -> nn.Module:
    """Makes a residual block around this sublayer start as the identity (T15).

    sublayer  a SelfAttentionAdapter or a FeedForward, recognised by its attribute `mha` or `down`
    returns   the same object, changed
    raises    TypeError for any other module
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part D: Quiz and written answer -->

# %% [markdown]
# **q1** A residual sublayer x + Sublayer(x), without a norm. The sublayer returns exactly zero. What is the output?
#
# - a) zeros
# - b) x
# - c) 2x
# - d) LayerNorm(x)
# - e) it cannot be known without the weights

# %%
q1 = None

# %% [markdown]
# **q2** The same zero sublayer inside `ResidualSublayer`, the post-norm block. What is the output now?
#
# - a) x
# - b) zeros
# - c) the norm's bias
# - d) norm(x)

# %%
q2 = None

# %% [markdown]
# **q3** A stack of 48 residual sublayers without norms. Each has the local derivative -0.05. What is the derivative
# from end to end?

# %%
q3 = None

# %% [markdown]
# **q4** A Transformer has 96 blocks, each with one attention and one feed-forward sublayer. How many residual additions
# does it perform? Give the number *exactly*.

# %%
q4 = None

# %% [markdown]
# **q5** Which of these statements about a stack of residual sublayers are true? Give all of them.
#
# - a) its total gradient is never smaller than the gradient at its output
# - b) without norms, one path has a factor of exactly 1
# - c) the shortcuts prevent exploding gradients
# - d) the sublayers' own terms are still part of the gradient
# - e) in post-norm every path also crosses each LayerNorm

# %%
q5 = None

# %% [markdown]
# **q6** Two residual sublayers follow one another; their local derivatives are a and b. What is the derivative from
# end to end, as a formula in a and b?

# %%
q6 = None

# %% [markdown]
# **q7** You zeroed the last projection of a feed-forward sublayer and wrapped it in a residual connection. In the very
# first backward pass, which of the sublayer's parameters get a gradient that is not zero?
#
# - a) none, because its output is zero
# - b) all, because all of them are trainable
# - c) only those of the last projection
# - d) all, because the shortcut brings them the gradient

# %%
q7 = None

# %% [markdown]
# **q8** In a recurrent network h_t = tanh(W h_(t-1) + u_t), what plays the role of a layer's local derivative d?
#
# - a) the factor diag(tanh') W, once per time step, with the same W in each
# - b) the hidden state h_t, once per time step
# - c) the matrix W, once for the whole sequence
# - d) the learning rate, once per update of the weights

# %%
q8 = None

# %%
explanation = """
"""

# %% [markdown]
# <!-- text: How your work is graded -->
