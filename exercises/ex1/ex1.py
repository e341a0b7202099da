# %% [markdown]
# <!-- text: Vanishing gradients: where they go, and what does not bring them back -->

# %% [markdown]
# <!-- text: Before you start -->

# %%
from collections.abc import Sequence

import torch
from torch import Tensor, nn

# %% [markdown]
# <!-- text: Part A: A chain of layers -->

# %% [markdown]
# <!-- text: A1. activation_slope: three activations and their slopes -->


# %%
def activation_slope(z: Tensor, kind: str) -> Tensor:
    """Returns the slope of an activation at every entry of z (T2, T3).

    z        any shape, float64: what goes into the activation; entries of any size
    kind     "sigmoid", "tanh" or "relu"
    returns  a tensor with the shape and the dtype of z
    raises   ValueError for any other kind

    Leave z as you found it (T4).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: A2. local_factors: what one layer multiplies by -->


# %%
def local_factors(w: Tensor, x: Tensor) -> Tensor:
    """Returns the local derivative of every layer of the chain a_0 = x, a_l = tanh(w_l * a_(l-1)) (T5).

    w        (L,), float64: the layers' weights w_1, ..., w_L, of any sign and size
    x        0-dimensional, float64
    returns  (L,), float64: entry l - 1 is the derivative of a_l with respect to a_(l-1); empty if L = 0

    Leave w and x as you found them (T4).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: A3. gradients_along_chain: the gradient at every layer -->


# %%
def gradients_along_chain(factors: Tensor) -> Tensor:
    """Returns the derivative of the last state of a chain with respect to every state (T6, T7).

    factors  (L,), float64: entry l - 1 is the derivative of a_l with respect to a_(l-1); of any sign, or 0
    returns  (L + 1,), float64: entry l is the derivative of a_L with respect to a_l, so entry L is 1

    L may be 96. Dividing is no good idea, for a factor may be 0.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part B: The same over time -->

# %% [markdown]
# <!-- text: B1. TanhRNN: the loop -->


# %%
class TanhRNN(nn.Module):
    """h_t = tanh(W h_(t-1) + U u_t + b), one step after the other (T8, T9).

    Attributes (the names are checked, and there are no other parameters):
    W  nn.Linear from hidden_size to hidden_size, without a bias
    U  nn.Linear from input_size to hidden_size, whose bias is b
    """

    def __init__(self, input_size: int, hidden_size: int) -> None:
        super().__init__()
        raise NotImplementedError

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        """Returns all states, h_0 included.

        u        (B, T, input_size): batch, time, feature; u[:, 0] is the input of the first step
        h0       (B, hidden_size)
        returns  (B, T + 1, hidden_size): entry [:, t] is h_t
        """
        raise NotImplementedError


# %% [markdown]
# <!-- text: B2. gradient_through_time: one step back, many times -->


# %%
def gradient_through_time(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Returns the gradient at every state of a tanh RNN, for the gradient v at the last one (T10).

    weight   (n, n), float64: the matrix W of T8
    states   (T + 1, n), float64: h_0, ..., h_T of one sequence, all entries between -1 and 1
    v        (n,), float64
    returns  (T + 1, n), float64: row t is the gradient at h_t, so the last row is v

    The states are all you need; the inputs are not given. T may be 0. Leave weight, states and v as you found them
    (T4).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: B3. weight_gradient_by_step: who teaches W -->


# %%
def weight_gradient_by_step(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Returns what every step of a tanh RNN contributes to the gradient of W (T11).

    weight, states, v  as in gradient_through_time, with T of at least 1
    returns            (T, n, n), float64: entry t - 1 is the term of step t, which leads from h_(t-1) to h_t; the sum
                       of all is the gradient of W

    Leave weight, states and v as you found them (T4).
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part C: Two remedies, examined -->

# %% [markdown]
# <!-- text: C1. clip_by_global_norm: clipping is not a cure -->


# %%
def clip_by_global_norm(gradients: Sequence[Tensor], max_norm: float) -> list[Tensor]:
    """Returns the gradients, clipped together to the norm max_norm (T13, T14).

    gradients  tensors of any shapes, float64; all of them may be zero
    max_norm   a positive number
    returns    a list of tensors of the same shapes

    Leave the gradients as you found them (T4): what you return is new wherever it differs.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: C2. weight_std: how large should a weight be? -->


# %%
def weight_std(fan_in: int, fan_out: int, scheme: str) -> float:
    """Returns the standard deviation with which the weights of a layer are drawn (T15).

    fan_in   number of inputs of each unit
    fan_out  number of units that each input reaches
    scheme   "lecun", "xavier" or "he"
    raises   ValueError for any other scheme
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: C3. initialise: a good start -->


# %%
def initialise(network: nn.Module, scheme: str) -> nn.Module:
    """Initialises every nn.Linear of a network, however deeply it is nested, in place (T16).

    network  any module; its linear layers may lack a bias, and it may own parameters of other kinds
    scheme   as in weight_std
    returns  the same object, changed

    What you write into a parameter need not be recorded by autograd, but the parameter has to remain the same object.
    """
    raise NotImplementedError


# %% [markdown]
# <!-- text: Part D: Quiz -->

# %% [markdown]
# **q1** A chain of 10 layers with one sigmoid unit each, a ← sigmoid(a + b): all weights are 1, and the biases b may be
# chosen freely. How large can the derivative from end to end be at most?

# %%
q1 = None

# %% [markdown]
# **q2** The chain of A2 with 10 layers, all weights w = 1 and a_0 = 0.5 has the derivative 0.22. Somebody wants a
# larger one and takes w = 10 everywhere. What becomes of the derivative?
#
# - a) about 2·10⁹, for each of the ten factors is ten times as large
# - b) about 2, for it is proportional to the weights
# - c) practically nothing, about 10⁻⁶⁷
# - d) NaN, for the numbers leave the range of float64

# %%
q2 = None

# %% [markdown]
# **q3** A recurrent network with a single unit, h_t = tanh(w h_(t-1) + u_t). At the first step tanh has the slope a, at
# the second the slope b. What is the derivative of h_2 with respect to h_0, as a formula in a, b and w?

# %%
q3 = None

# %% [markdown]
# **q4** An RNN reads 200 steps, only its last state enters the loss, and each step back in time multiplies the norm of
# the gradient by about 0.8. Which of these statements are true? Give all of them.
#
# - a) the gradient of W is practically zero
# - b) the gradient of W is a sum with one term for each step
# - c) nearly all of the gradient of W comes from the last thirty steps
# - d) every step updates its own copy of W with its own term
# - e) the network can still learn what depends on recent inputs

# %%
q4 = None

# %% [markdown]
# **q5** Before an optimiser's step the gradients of a network are clipped to the global norm 1. At this step they
# have the norm 3·10⁻⁶. What does clipping do?
#
# - a) it multiplies them by about 3·10⁵, so that their norm is 1
# - b) it leaves them as they are
# - c) it sets them to zero
# - d) it enlarges those of the early layers at the expense of the late ones

# %%
q5 = None

# %% [markdown]
# **q6** Which of these statements are true? Give all of them.
#
# - a) if the first layer's gradient is 10⁻¹² of the last layer's, a learning rate 10¹² times as large sets it right
# - b) with a suitable initialisation the gradients of all layers can have about the same size when training starts
# - c) a suitable initialisation keeps them at that size while training goes on
# - d) if all weights of a network start with the same value, the units of a layer remain alike
# - e) He's larger weights make up for the half of the inputs that a ReLU sets to zero

# %%
q6 = None

# %% [markdown]
# <!-- text: How your work is graded -->
