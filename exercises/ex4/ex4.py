# %% [markdown]
# <!-- text: Transformer blocks at depth, and the same idea in ResNet -->

# %% [markdown]
# <!-- text: Before you start -->

# %%
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

# %% [markdown]
# <!-- text: Part A: One block -->

# %% [markdown]
# <!-- text: A1. attention_weights: who reads from whom -->


# %%
def attention_weights(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """Returns how much each query reads from each token (T2, T3, T4).

    queries  (B, num_heads, T, d_head), float64
    keys     shaped like queries
    causal   True: no token reads from a later one.  False: every token reads from all.
    returns  (B, num_heads, T, T): entry [b, h, i, j] is what query i reads from key j

    Leave queries and keys as you found them (T1), and keep to differentiable operations.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: A2. CausalSelfAttention: heads side by side -->


# %%
class CausalSelfAttention(nn.Module):
    """Causal self-attention with several heads; nn.MultiheadAttention written out (T5, T6, T7).

    Attributes (the names are checked), all nn.Linear(d_model, d_model):
    query, key, value  what makes queries, keys and values of x
    output             the output projection
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        """d_model is a multiple of num_heads."""
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model). `attention_weights` does a third of the work."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: A3. TransformerBlock: two additions -->


# %%
class TransformerBlock(nn.Module):
    """A pre-norm Transformer block (T8, T9).

    Attributes (the names are checked):
    attention, feed_forward  the modules that were passed in; each maps (B, T, d_model) to the same shape
    norm1, norm2             nn.LayerNorm(d_model), of attention and of feed_forward
    """

    def __init__(self, attention: nn.Module, feed_forward: nn.Module, d_model: int) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model)."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: Part B: Many blocks -->

# %% [markdown]
# <!-- text: B1. stream_contributions: a sum of everything so far -->


# %%
def stream_contributions(sublayers: Sequence[Callable[[Tensor], Tensor]], x: Tensor) -> Tensor:
    """Returns what the stream of a residual stack is the sum of (T11).

    sublayers  u_1, ..., u_L: each maps what it reads to its update; a norm, if it has one, is inside
    x          (B, T, d_model), float64
    returns    (L + 1, B, T, d_model): entry 0 is x, entry l is the update of sublayer l; the sum over the first axis is
               the output of the stack

    There may be no sublayers at all. Leave x and the sublayers as you found them (T1).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B2. without_sublayer: taking one out -->


# %%
def without_sublayer(sublayers: Sequence[Callable[[Tensor], Tensor]], x: Tensor, index: int, residual: bool) -> Tensor:
    """Returns the output of a stack from which one sublayer has been left out (T12).

    sublayers  at least one, each from (B, T, d_model) to the same shape
    x          (B, T, d_model), float64
    index      which one to leave out, counted from 0
    residual   True: h <- h + sublayer(h).  False, a plain stack: h <- sublayer(h).
    returns    shaped like x

    Leave x and the sublayers as you found them (T1).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B3. scale_for_depth: the same size at any depth -->


# %%
def scale_for_depth(blocks: Sequence[nn.Module]) -> None:
    """Makes the last projections of a whole stack smaller, in place (T15).

    blocks  all blocks of the stack. Each has two sublayers: block.attention, whose last projection is
            block.attention.output, and block.feed_forward, whose last projection is block.feed_forward.down. Both
            projections are nn.Linear with a bias.

    Nothing is returned. The parameters stay the same objects and stay trainable.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part C: ResNet's block -->

# %% [markdown]
# <!-- text: C1. make_shortcut: the identity, if possible -->


# %%
def make_shortcut(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """Returns what stands on the shortcut of a block (T17, T18, T19).

    returns  a new module: one without parameters that returns its input if the block keeps the shape, and otherwise one
             from (B, in_channels, H, W) to (B, out_channels, H / stride, W / stride), rounded up. Its only parameters
             and buffers are those of one nn.Conv2d and one nn.BatchNorm2d.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: C2. BasicBlock: the sum, then ReLU -->


# %%
class BasicBlock(nn.Module):
    """ResNet's block with two convolutions (T19, T20).

    Attributes (the names are checked):
    conv1, conv2  nn.Conv2d
    norm1, norm2  nn.BatchNorm2d
    shortcut      what make_shortcut returns
    """

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """(B, in_channels, H, W) -> (B, out_channels, H / stride, W / stride), rounded up."""
        raise NotImplementedError


# %% [markdown]
# <!-- text: C3. shortcut_gradient: what is left of the 1 -->


# %%
def shortcut_gradient(shortcuts: Sequence[Tensor | None], outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """Returns the gradient that reaches the input of a stack by its shortcuts alone (T21, T22).

    Block l returns y_l = ReLU(update + W_l y_(l-1)), with y_(l-1) as its input; the stack has the input y_0. To keep
    it short, y_l is a batch of vectors here and no picture.

    shortcuts  W_1, ..., W_L: each (d_l, d_(l-1)), or None for the identity, where d_l = d_(l-1)
    outputs    y_1, ..., y_L: each (B, d_l), float64, as the ReLU returned it
    v          (B, d_L), the gradient at y_L
    returns    (B, d_0)

    There may be no blocks at all. Leave what you are given as you found it (T1).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part D: Quiz -->

# %% [markdown]
# **q1** In a stack of 3 Transformer blocks attention is restricted: a token may read only from itself and from the
# token right before it. How many places back can that lie on which the output of a token depends?
#
# - a) 1, for no token may look further back
# - b) 3, one for each attention
# - c) 6, one for each sublayer
# - d) any number: the feed-forward networks and the norms are not restricted

# %%
q1 = None

# %% [markdown]
# **q2** A pre-norm stack of 12 Transformer blocks, before its final norm. The entries of its input have the variance 1;
# each sublayer adds an independent update of variance 0.5. Which variance do the entries of the sum have?

# %%
q2 = None

# %% [markdown]
# **q3** A pre-norm Transformer of 36 blocks. How many LayerNorms does it have, if nothing but the blocks and the end of
# the stack is normalised? Give the number *exactly*.

# %%
q3 = None

# %% [markdown]
# **q4** Three of the 54 residual sublayers of a stack are left out. Which share of the paths from its input to its
# output remains?

# %%
q4 = None

# %% [markdown]
# **q5** Blocks as in C2, with the shortcuts of C1. Which of these statements are true? Give all of them.
#
# - a) with stride 2 the shortcut needs a projection even if the number of channels stays
# - b) where the sum of branch and shortcut is negative, nothing of the gradient gets back by the shortcut
# - c) through a chain of blocks with projections, one path still has a factor of exactly 1
# - d) a block whose branch returns zero leaves every x as it is, if its shortcut is the identity
# - e) moving norm and ReLU into the branch does for ResNet what pre-norm does for a Transformer

# %%
q5 = None

# %% [markdown]
# **q6** Somebody computes x + attention(norm1(x)) + feed_forward(norm2(x)), all from the same x, and says that it is
# the block of T8, since it does not matter in which order one adds. What is different?
#
# - a) nothing: a sum does not depend on its order
# - b) the feed-forward network does not see what attention has added in this block
# - c) the gradient has no path with a factor of exactly 1 any more
# - d) the feed-forward network's update is lost to the blocks that follow

# %%
q6 = None

# %% [markdown]
# <!-- text: How your work is graded -->
