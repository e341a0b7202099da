"""What students believe about Exercise 1, each belief as an implementation that is right in everything else.

A comment above a belief names places where somebody was seen to hold it: repository#issue, or a forum.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from grader.checks.misconceptions import misconception
from grader.checks.observation import Observation


def _was_accepted(seen: Observation) -> bool:
    """A check of what has to be refused returns this word if nothing was raised."""
    return bool(seen.value == "accepted") if isinstance(seen.value, str) else False


def _is_float32(seen: Observation) -> bool:
    return isinstance(seen.value, Tensor) and seen.value.dtype == torch.float32


def _is_nan(seen: Observation) -> bool:
    return isinstance(seen.value, Tensor) and bool(seen.value.isnan().any())


def _changed(seen: Observation) -> bool:
    return bool(seen.changed)


TOO_FEW_DIGITS = (
    "Your result is float32, which keeps about 7 digits and ends near 1e-45. Vanishing gradients go far below that, "
    "and what you would see there is rounding. `torch.zeros`, `torch.ones`, `torch.tensor` and `.float()` give "
    "float32 unless you ask for another `dtype`; keep to that of the input."
)

NEEDS_NO_EXP = (
    "Your result has entries that are NaN. They come from `exp`: for a large z it is `inf`, and `inf / inf` or `inf - "
    "inf` is NaN. A saturated unit has a slope near 0 (T3), which is a perfectly good number. torch.sigmoid and "
    "torch.tanh know how to avoid the overflow, and T2 says what to do with their results."
)


# --- activation_slope ---------------------------------------------------------------------------------------------


def _slope(z: Tensor, kind: str) -> Tensor:
    """The right answer, for those that have it in most cases."""
    if kind == "sigmoid":
        return torch.sigmoid(z) * (1 - torch.sigmoid(z))
    if kind == "tanh":
        return 1 - torch.tanh(z) ** 2
    if kind == "relu":
        return (z > 0).to(z.dtype)
    raise ValueError(kind)


# BoltzmannEntropy/interviews.ai#4, PacktPublishing/Neural-Network-Projects-with-Python#4, tsoding/nn.h#18
@misconception(
    "activation_slope",
    statement="T2",
    says="Your formula takes z for the *output* of the activation. It is the well-known x·(1 - x), or 1 - x², of "
    "programs in which x has been through the activation already. Here z is what goes in; which function of z belongs "
    "into the formula (T2)?",
)
def output_taken_for_input(z: Tensor, kind: str) -> Tensor:
    """The slope of a sigmoid is x(1 - x)."""
    if kind == "sigmoid":
        return z * (1 - z)
    return 1 - z**2 if kind == "tanh" else _slope(z, kind)


# davidrmiller/neural2d#40, liashchynskyi/skynet#1, rasmusbergpalm/DeepLearnToolbox#165
@misconception(
    "activation_slope",
    statement="T2",
    says="z went through the activation twice: your result is the slope at sigmoid(z), or at tanh(z), and not at z. "
    "Look for a name that already held the activated value when you put it into the formula of T2.",
)
def activated_twice(z: Tensor, kind: str) -> Tensor:
    """The slope of an activation is taken at its output."""
    return _slope(z, kind) if kind == "relu" else _slope(torch.sigmoid(z) if kind == "sigmoid" else torch.tanh(z), kind)


@misconception(
    "activation_slope",
    statement="T2",
    says="You used the formula of another activation: y(1 - y) belongs to the sigmoid and 1 - y² to tanh, where y is "
    "the activation's value. T2 has both; compare them with the branch for each kind.",
)
def formulas_exchanged(z: Tensor, kind: str) -> Tensor:
    """Sigmoid and tanh have the same slope, up to a factor."""
    if kind == "sigmoid":
        return 1 - torch.sigmoid(z) ** 2
    return torch.tanh(z) * (1 - torch.tanh(z)) if kind == "tanh" else _slope(z, kind)


# nicodjimenez/lstm#41, gy910210/neural-network-from-scratch#2
@misconception(
    "activation_slope",
    statement="T2",
    says="1 + y² is the slope of the tangent. tanh is the *hyperbolic* tangent: it flattens where the tangent grows "
    "steeper, and its slope has another sign in it (T2).",
)
def tangent_for_tanh(z: Tensor, kind: str) -> Tensor:
    """tanh' is the derivative of the tangent, 1 + tan²."""
    return 1 + torch.tanh(z) ** 2 if kind == "tanh" else _slope(z, kind)


# iamtrask/Grokking-Deep-Learning#9 and #56: the derivative of ReLU as something that acts like ReLU itself
@misconception(
    "activation_slope",
    statement="T2",
    says="You returned the activation's *values*. The slope says how fast they change when z does; T2 has a formula "
    "for each of the three.",
)
def value_not_slope(z: Tensor, kind: str) -> Tensor:
    """The derivative of an activation is what the activation returns."""
    _slope(z, kind)
    return {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "relu": torch.relu}[kind](z)


# deeplearning4j/nd4j#271
@misconception(
    "activation_slope",
    statement="T2",
    says="Your slope of ReLU is 1 everywhere. Left of zero ReLU is constant, and there its slope is 0 (T2): this is "
    "how a ReLU unit can stop a gradient altogether.",
)
def relu_never_flat(z: Tensor, kind: str) -> Tensor:
    """ReLU does not saturate, so its slope is 1."""
    return torch.ones_like(z) if kind == "relu" else _slope(z, kind)


# iamtrask/Grokking-Deep-Learning#13
@misconception(
    "activation_slope",
    statement="T2",
    variants=({"at_zero": 1.0}, {"at_zero": 0.5}),
    says="At z = 0 exactly your slope of ReLU is {at_zero:g}. A kink has no slope of its own, so it is a matter of "
    "agreement, and T2 agrees with torch: 0. A unit that puts out nothing then passes nothing back.",
)
def relu_steep_at_zero(z: Tensor, kind: str, at_zero: float) -> Tensor:
    """At zero ReLU already rises."""
    return torch.where(z == 0, at_zero, _slope(z, kind)) if kind == "relu" else _slope(z, kind)


# jeshraghian/snntorch#433, clab/dynet#1525, FederatedAI/FATE#65
@misconception("activation_slope", statement="T3", matches=_is_nan, says=NEEDS_NO_EXP)
def overflow(z: Tensor, kind: str) -> Tensor:
    """A formula that is right on paper is right for every number."""
    if kind == "sigmoid":
        return z.exp() / (1 + z.exp()) ** 2
    return 1 - ((z.exp() - (-z).exp()) / (z.exp() + (-z).exp())) ** 2 if kind == "tanh" else _slope(z, kind)


@misconception(
    "activation_slope",
    statement="T2",
    matches=lambda seen: isinstance(seen.value, Tensor) and seen.value.dtype == torch.bool,
    says="You returned True and False. They say where the slope is 1 and where it is 0, but a factor in a product has "
    "to be a number, of the dtype of z.",
)
def mask_for_slope(z: Tensor, kind: str) -> Tensor:
    """A mask is as good as a slope."""
    return z > 0 if kind == "relu" else _slope(z, kind)


@misconception("activation_slope", name="float_truncation", matches=_is_float32, says=TOO_FEW_DIGITS)
def slope_in_float32(z: Tensor, kind: str) -> Tensor:
    """Every tensor is float32."""
    return _slope(z, kind).float()


@misconception(
    "activation_slope",
    name="accepts_anything",
    statement="T2",
    matches=_was_accepted,
    says="For the kind {choice!r} your function returned something. It knows three activations; anything else is the "
    "caller's mistake, and `ValueError` says so. A last `else`, or the end of the function, must not catch it.",
)
def accepts_any_kind(z: Tensor, kind: str) -> Tensor:
    """What is neither sigmoid nor tanh is ReLU."""
    return _slope(z, kind if kind in ("sigmoid", "tanh") else "relu")


@misconception(
    "activation_slope",
    name="mutates_input",
    statement="T4",
    matches=_changed,
    says="After the call z is not what it was: its values, its `requires_grad` or its `.grad` changed. It belongs to "
    "the caller (T4). The formulas of T2 need no autograd; if you prefer it, differentiate at a detached copy and "
    "with `torch.autograd.grad`.",
)
def slope_marks_its_input(z: Tensor, kind: str) -> Tensor:
    """To differentiate with respect to z one has to mark z itself."""
    _slope(z, kind)
    z.requires_grad_()
    {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "relu": torch.relu}[kind](z).sum().backward()
    assert z.grad is not None
    return z.grad.clone()


# --- local_factors ------------------------------------------------------------------------------------------------


def _states(w: Tensor, x: Tensor) -> list[Tensor]:
    """a_0, ..., a_L."""
    states = [x]
    for weight in w:
        states.append(torch.tanh(weight * states[-1]))
    return states


def _inputs(w: Tensor, x: Tensor) -> Tensor:
    """(L,) what each layer gets: a_0, ..., a_(L-1)."""
    return torch.stack(_states(w, x))[:-1]


def _outputs(w: Tensor, x: Tensor) -> Tensor:
    """(L,) what each layer returns: a_1, ..., a_L."""
    return torch.stack(_states(w, x))[1:]


@misconception(
    "local_factors",
    statement="T5",
    says="You returned the slopes alone. The weight multiplies the signal on its way forward, and so it multiplies "
    "the gradient on its way back (T5).",
)
def weight_forgotten(w: Tensor, x: Tensor) -> Tensor:
    """The local derivative of a layer is the slope of its activation."""
    return 1 - _outputs(w, x) ** 2


# Bot-Academy/NeuralNetworkFromScratch#3
@misconception(
    "local_factors",
    statement="T5",
    says="You returned the weights alone, as if there were no tanh. Each layer bends its signal, and the slope of "
    "that bend at z stands beside the weight (T5).",
)
def slope_forgotten(w: Tensor, x: Tensor) -> Tensor:
    """The local derivative of a layer is its weight."""
    return w.clone()


# iamtrask/Grokking-Deep-Learning#59, davidrmiller/neural2d#40
@misconception(
    "local_factors",
    statement="T5",
    variants=(
        {"where": "the layer's output, as if it were z"},
        {"where": "the layer's input, without its weight"},
        {"where": "the layer's input, as if that were tanh(z)"},
    ),
    says="The slope is taken at the wrong place: at {where}. T5 takes it at zₗ = wₗ · aₗ₋₁, what goes into tanh. For "
    "each of your layers, write down z, tanh(z) and 1 - tanh²(z), and compare.",
)
def slope_at_wrong_place(w: Tensor, x: Tensor, where: str) -> Tensor:
    """All numbers of a layer are good enough for its slope."""
    if "output" in where:
        return w * (1 - torch.tanh(_outputs(w, x)) ** 2)
    inputs = _inputs(w, x)
    return w * (1 - (torch.tanh(inputs) if "weight" in where else inputs) ** 2)


@misconception(
    "local_factors",
    statement="T5",
    says="Every layer of yours reads x. In a chain each layer reads what the one before it returned: aₗ₋₁ in T5 is "
    "the *current* state, and only for the first layer is it x.",
)
def input_not_passed_on(w: Tensor, x: Tensor) -> Tensor:
    """Every layer sees the input."""
    return w * (1 - torch.tanh(w * x) ** 2)


@misconception(
    "local_factors",
    statement="T5",
    says="The states pass your layers without tanh: each z is the product of all weights so far. The slope is right "
    "for such a z, but the chain hands tanh(z) to the next layer, not z.",
)
def state_not_activated(w: Tensor, x: Tensor) -> Tensor:
    """What a layer hands on is its weighted sum."""
    return w * (1 - torch.tanh(w.cumprod(0) * x) ** 2)


@misconception(
    "local_factors",
    statement="T1",
    says="Your entries are running products: entry l holds the factors of all layers up to l. Asked for are the "
    "single factors (T5). Multiplying them is the next exercise.",
)
def running_product(w: Tensor, x: Tensor) -> Tensor:
    """The derivative at a layer is that of the chain up to it."""
    return (w * (1 - _outputs(w, x) ** 2)).cumprod(0)


@misconception(
    "local_factors",
    statement="T5",
    says="You differentiated with respect to the *weights*: your entries are ∂aₗ/∂wₗ, slope times input. That is what "
    "an optimiser needs in the end. On the way back from layer to layer, the derivative with respect to aₗ₋₁ counts "
    "(T5).",
)
def derivative_by_weight(w: Tensor, x: Tensor) -> Tensor:
    """Gradients are taken with respect to weights."""
    return _inputs(w, x) * (1 - _outputs(w, x) ** 2)


@misconception(
    "local_factors",
    statement="T5",
    says="You returned the states a₁ to a_L: values, not derivatives. T5 has a formula for the derivative of each "
    "with respect to the one before.",
)
def states_returned(w: Tensor, x: Tensor) -> Tensor:
    """The forward pass has all that is needed."""
    return _outputs(w, x)


@misconception(
    "local_factors",
    statement="T2",
    says="The slope is that of the sigmoid, y(1 - y). This chain is made of tanh; T2 has its formula.",
)
def slope_of_sigmoid(w: Tensor, x: Tensor) -> Tensor:
    """All saturating activations have the slope y(1 - y)."""
    return w * _outputs(w, x) * (1 - _outputs(w, x))


@misconception(
    "local_factors",
    name="reversed_order",
    statement="T5",
    says="The factors are right and their order is not. Entry 0 belongs to the first layer, the one that reads x.",
)
def factors_reversed(w: Tensor, x: Tensor) -> Tensor:
    """Derivatives are listed from the end, as backpropagation meets them."""
    return (w * (1 - _outputs(w, x) ** 2)).flip(0)


@misconception("local_factors", name="overflow", statement="T3", matches=_is_nan, says=NEEDS_NO_EXP)
def factors_overflow(w: Tensor, x: Tensor) -> Tensor:
    """A formula that is right on paper is right for every number."""
    factors = []
    for weight in w:
        z = weight * x
        x = (z.exp() - (-z).exp()) / (z.exp() + (-z).exp())
        factors.append(weight * (1 - x**2))
    return torch.cat([w[:0], *(factor[None] for factor in factors)])


@misconception("local_factors", name="float_truncation", matches=_is_float32, says=TOO_FEW_DIGITS)
def factors_in_float32(w: Tensor, x: Tensor) -> Tensor:
    """Every tensor is float32."""
    return (w * (1 - _outputs(w, x) ** 2)).float()


@misconception(
    "local_factors",
    name="mutates_input",
    statement="T4",
    matches=_changed,
    says="Your code changed `w` or `x`, which belong to the caller (T4). After `factors = w` both names mean one and "
    "the same tensor, and writing into the one writes into the other. `torch.empty_like(w)` makes a new tensor of "
    "that shape.",
)
def factors_written_into_w(w: Tensor, x: Tensor) -> Tensor:
    """`factors = w` makes a copy."""
    factors = w
    for layer in range(len(w)):
        weight = w[layer].clone()
        x = torch.tanh(weight * x)
        factors[layer] = weight * (1 - x**2)
    return factors


@misconception(
    "local_factors",
    statement="T1",
    matches=lambda seen: seen.raised is not None and "non-empty" in seen.raised_text,
    says="A chain without layers made your function stop: `torch.stack` refuses an empty list. Such a chain has no "
    "factors, so the answer is an empty tensor, and their product is 1, as it should be for a chain that does nothing "
    "(T1). `torch.tensor` of a list, or a tensor that is filled in, copes with it.",
)
def empty_chain_forgotten(w: Tensor, x: Tensor) -> Tensor:
    """There is at least one layer."""
    states = _states(w, x)
    return torch.stack([weight * (1 - a**2) for weight, a in zip(w, states[1:], strict=True)])


# --- gradients_along_chain ----------------------------------------------------------------------------------------


def _suffixes(factors: Tensor) -> Tensor:
    """The right answer, for those that spoil it afterwards."""
    return torch.cat([factors, factors.new_ones(1)]).flip(0).cumprod(0).flip(0)


@misconception(
    "gradients_along_chain",
    statement="T6",
    says="You multiplied from the input upwards: entry l holds the factors of the layers *before* state l. That is "
    "the derivative of aₗ with respect to a₀. Asked for is the derivative of the *last* state with respect to aₗ, "
    "which the later layers decide (T6).",
)
def products_of_earlier_layers(factors: Tensor) -> Tensor:
    """The gradient accumulates in the order of the layers."""
    return torch.cat([factors.new_ones(1), factors]).cumprod(0)


# jacobgil/pytorch-grad-cam#57
@misconception(
    "gradients_along_chain",
    name="reversed_order",
    statement="T6",
    says="The products are right and their order is not. Entry 0 belongs to the input, the last entry to the last "
    "state, where the gradient is 1; you listed them as backpropagation meets them.",
)
def gradients_reversed(factors: Tensor) -> Tensor:
    """The first entry is where backpropagation begins."""
    return _suffixes(factors).flip(0)


# scikit-learn/scikit-learn#8987: how many deltas belong to how many layers
@misconception(
    "gradients_along_chain",
    name="missing_endpoint",
    statement="T6",
    variants=({"missing": "last"}, {"missing": "first"}),
    says="The {missing} state's entry is missing. L layers have L + 1 states, the input and the last one among them.",
)
def gradients_without_end(factors: Tensor, missing: str) -> Tensor:
    """There is one gradient for each layer."""
    return _suffixes(factors)[:-1] if missing == "last" else _suffixes(factors)[1:]


@misconception(
    "gradients_along_chain",
    statement="T6",
    says="Each entry holds one factor only. The gradient at a state has come through *all* later layers, so it is "
    "their product (T6): begin at the end, and keep multiplying.",
)
def not_accumulated(factors: Tensor) -> Tensor:
    """The gradient at a state is the derivative of the layer above it."""
    return torch.cat([factors, factors.new_ones(1)])


@misconception(
    "gradients_along_chain",
    statement="T6",
    says="Every state has the same gradient in your result, the product of all factors. That is the gradient at the "
    "input. Later states have fewer layers above them, and the last has none (T6).",
)
def whole_product_everywhere(factors: Tensor) -> Tensor:
    """A network has one gradient."""
    return factors.prod().repeat(len(factors) + 1)


@misconception(
    "gradients_along_chain",
    statement="T6",
    says="The layer right after each state is left out of your products. It is the first that lies between the state "
    "and the end, so its factor counts: entry l begins with the factor of layer l + 1 (T6).",
)
def next_layer_left_out(factors: Tensor) -> Tensor:
    """A layer's own factor does not act on the gradient that it receives."""
    return torch.cat([_suffixes(factors)[1:], factors.new_ones(1)])


@misconception(
    "gradients_along_chain",
    statement="T1",
    says="You added the factors of the later layers. Layers follow one another, and for composed functions the chain "
    "rule multiplies (T1).",
)
def sum_not_product(factors: Tensor) -> Tensor:
    """Every layer adds its share."""
    return torch.cat([factors.flip(0).cumsum(0).flip(0), factors.new_ones(1)])


@misconception(
    "gradients_along_chain",
    statement="T1",
    says="You lost the signs. A factor may be negative, and so may a product of them (T1): the gradient says in which "
    "direction to go, not only how far.",
)
def absolute_values(factors: Tensor) -> Tensor:
    """A gradient is a size, so signs do not matter."""
    return _suffixes(factors.abs())


@misconception(
    "gradients_along_chain",
    statement="T1",
    says="Your result has entries that are NaN: you took the logarithm of a negative factor. Adding logarithms is a "
    "good way to multiply many *positive* numbers. These have any sign, and float64 holds the plain products without "
    "trouble.",
)
def log_of_negative(factors: Tensor) -> Tensor:
    """Products of many numbers are best taken through logarithms."""
    return torch.cat([factors.log().flip(0).cumsum(0).flip(0), factors.new_zeros(1)]).exp()


# tensorflow/tensorflow#3862, tracel-ai/burn#5533, Theano/Theano#5197
@misconception(
    "gradients_along_chain",
    statement="T7",
    matches=_is_nan,
    says="Your result has entries that are NaN, where one factor is 0. Taking the whole product and dividing by what "
    "lies before a state gives 0/0 for every state after that layer, where nothing is wrong with the gradient (T7). "
    "Products that are built from the end need no division.",
)
def division_by_zero(factors: Tensor) -> Tensor:
    """A partial product is the whole one divided by the rest."""
    return factors.prod() / torch.cat([factors.new_ones(1), factors]).cumprod(0)


@misconception("gradients_along_chain", name="float_truncation", matches=_is_float32, says=TOO_FEW_DIGITS)
def gradients_in_float32(factors: Tensor) -> Tensor:
    """Every tensor is float32."""
    return _suffixes(factors.float())


# --- TanhRNN ------------------------------------------------------------------------------------------------------


class _RNN(nn.Module):
    """What most misconceptions have right: the constructor and one step."""

    def __init__(self, input_size: int, hidden_size: int) -> None:
        super().__init__()
        self.W = nn.Linear(hidden_size, hidden_size, bias=False)
        self.U = nn.Linear(input_size, hidden_size)

    def step(self, h: Tensor, u: Tensor) -> Tensor:
        return torch.tanh(self.W(h) + self.U(u))

    def states(self, u: Tensor, h0: Tensor) -> list[Tensor]:
        states = [h0]
        for t in range(u.shape[1]):
            states.append(self.step(states[-1], u[:, t]))
        return states

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        return torch.stack(self.states(u, h0), 1)


@misconception(
    "TanhRNN",
    name="state_not_fed_back",
    statement="T8",
    says="Every step of yours starts from h_0, so no step knows of the steps before it. In T8 the state on the right "
    "is h_(t-1), the result of the step before. Which line hands the new state on?",
)
class StateNotFedBack(_RNN):
    """The hidden state is what one starts with."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        return torch.stack([h0, *(self.step(h0, u[:, t]) for t in range(u.shape[1]))], 1)


# FluxML/Flux.jl#1209, oxwhirl/pymarl#161
@misconception(
    "TanhRNN",
    name="states_detached",
    statement="T9",
    says="The values are right, but no gradient leads from a state to the one before it: `.detach()`, `.data` or "
    "`no_grad` cut it off. Such a network sees one step back and no further. `h = h.detach()` has its place between "
    "two stretches of training on one long sequence, not inside the loop (T9).",
)
class StatesDetached(_RNN):
    """The hidden state has to be detached, or the graph grows without end."""

    def step(self, h: Tensor, u: Tensor) -> Tensor:
        return super().step(h.detach(), u)


# PaddlePaddle/Paddle#27644
@misconception(
    "TanhRNN",
    name="initial_state_ignored",
    statement="T8",
    says="Your network starts from zeros, whatever h0 is. That is a common beginning when there is nothing better. "
    "Here a state is handed to you, and it is h_0 of T8.",
)
class InitialStateIgnored(_RNN):
    """A recurrent network starts from zeros."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        return super().forward(u, torch.zeros_like(h0))


@misconception(
    "TanhRNN",
    name="initial_state_missing",
    statement="T8",
    says="You returned T states, h_1 to h_T. h_0 is a state as well and has a gradient; B2 and B3 need it. The result "
    "has T + 1 entries along its second axis.",
)
class InitialStateMissing(_RNN):
    """The states are what the steps return."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        return super().forward(u, h0)[:, 1:]


@misconception(
    "TanhRNN",
    name="last_state_only",
    statement="T8",
    says="You returned the last state alone. Asked for are all of them, h_0 to h_T, along the second axis: the "
    "gradient of B2 has a row for each.",
)
class LastStateOnly(_RNN):
    """The result of a recurrent network is its last state."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        return super().forward(u, h0)[:, -1]


# pytorch/examples#286, HHTseng/video-classification#42
@misconception(
    "TanhRNN",
    name="time_comes_first",
    statement="T8",
    says="Your result is laid out (time, batch, feature), the order of a list of states that is stacked along axis 0. "
    "The docstring asks for (batch, time, feature), like the input.",
)
class TimeComesFirst(_RNN):
    """The first axis of a sequence is time."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        return super().forward(u, h0).transpose(0, 1)


@misconception(
    "TanhRNN",
    name="no_nonlinearity",
    statement="T8",
    variants=({"where": "nowhere"}, {"where": "on the finished states"}, {"where": "on the two terms"}),
    says="tanh is not where T8 has it; in your network it acts {where}. Every step squashes the *sum* of its terms, "
    "and the squashed state goes into the next step.",
)
class TanhElsewhere(_RNN):
    """tanh keeps the output in bounds; where it stands does not matter."""

    where: ClassVar[str] = "nowhere"

    def step(self, h: Tensor, u: Tensor) -> Tensor:
        if self.where == "on the two terms":
            return torch.tanh(self.W(h)) + torch.tanh(self.U(u))
        linear: Tensor = self.W(h) + self.U(u)
        return linear

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        first, *later = self.states(u, h0)
        if self.where == "on the finished states":
            later = [torch.tanh(h) for h in later]
        return torch.stack([first, *later], 1)


ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"ReLU": torch.relu, "sigmoid": torch.sigmoid}


# d2l-ai/d2l-zh#174
@misconception(
    "TanhRNN",
    name="other_activation",
    statement="T8",
    variants=[{"activation": name} for name in ACTIVATIONS],
    says="Your steps end in a {activation}. Recurrent networks with it exist, but this one has tanh (T8), and the "
    "slopes of B2 are those of tanh.",
)
class OtherActivation(_RNN):
    """All activations do the same job."""

    activation: ClassVar[str] = "ReLU"

    def step(self, h: Tensor, u: Tensor) -> Tensor:
        return ACTIVATIONS[self.activation](self.W(h) + self.U(u))


@misconception(
    "TanhRNN",
    name="weight_transposed",
    statement="T8",
    says="W is transposed in your step. `nn.Linear` computes W h; with `h @ W.weight` on a batch of rows it becomes "
    "Wᵀh. W is square, so nothing complains. Call `self.W`, or transpose its weight.",
)
class WeightTransposed(_RNN):
    """h @ W and W h are the same."""

    def step(self, h: Tensor, u: Tensor) -> Tensor:
        return torch.tanh(h @ self.W.weight + self.U(u))


@misconception(
    "TanhRNN",
    name="reads_backwards",
    statement="T8",
    says="Your network reads the sequence from its end. u[:, 0] is the input of the first step, the one that starts "
    "from h_0.",
)
class ReadsBackwards(_RNN):
    """What comes last is read first."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        return super().forward(u.flip(1), h0)


# pytorch/pytorch#165621, vikrant7/mobile-vod-bottleneck-lstm#25
@misconception(
    "TanhRNN",
    name="inplace_autograd",
    statement="T9",
    matches=lambda seen: "inplace operation" in seen.raised_text or "leaf Variable" in seen.raised_text,
    says="The values are right, but the backward pass stops: your loop writes the new states into a tensor from which "
    "it also reads the old ones, and autograd finds what it wanted to reuse overwritten. Collect the states in a "
    "list, and stack them at the end.",
)
class StatesWrittenInPlace(_RNN):
    """A tensor can be filled step by step, like an array."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        states = h0.new_zeros(u.shape[0], u.shape[1] + 1, h0.shape[1])
        states[:, 0] = h0
        for t in range(u.shape[1]):
            states[:, t + 1] = self.step(states[:, t], u[:, t])
        return states


# yunjey/pytorch-tutorial#195, bentrevett/pytorch-sentiment-analysis#53
@misconception(
    "TanhRNN",
    name="loops_over_batch",
    statement="T8",
    matches=lambda seen: seen.raised == "RuntimeError" and "must match the size of tensor" in seen.raised_text,
    says="The shapes do not fit, most likely because your loop runs over the first axis of u, which is the batch. A "
    "step takes the inputs of *all* samples at one time, u[:, t]. With as many samples as steps it would have run, "
    "and been wrong.",
)
class LoopsOverBatch(_RNN):
    """Iterating over a sequence tensor gives its steps."""

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        states = [h0]
        for now in u:
            states.append(self.step(states[-1], now))
        return torch.stack(states, 1)


@misconception(
    "TanhRNN",
    name="bias_in_both",
    statement="T8",
    matches=lambda seen: "Missing key" in seen.raised_text or (isinstance(seen.value, dict) and "W.bias" in seen.value),
    says="W has a bias in your network and U has one too. Two biases add up to one, so a second would only be a "
    "second name for b (T8). Make W without it; the docstring says which layer owns b.",
)
class BiasInBoth(_RNN):
    """Every Linear has a bias."""

    def __init__(self, input_size: int, hidden_size: int) -> None:
        super().__init__(input_size, hidden_size)
        self.W = nn.Linear(hidden_size, hidden_size)


@misconception(
    "TanhRNN",
    name="bias_missing",
    statement="T8",
    matches=lambda seen: (
        "Unexpected key" in seen.raised_text or (isinstance(seen.value, dict) and "U.bias" not in seen.value)
    ),
    says="U has no bias in your network, so the b of T8 is missing. A unit without it can only react to its inputs "
    "around zero.",
)
class BiasMissing(_RNN):
    """A recurrent network needs no bias."""

    def __init__(self, input_size: int, hidden_size: int) -> None:
        super().__init__(input_size, hidden_size)
        self.U = nn.Linear(input_size, hidden_size, bias=False)


# --- gradient_through_time ----------------------------------------------------------------------------------------


def _back(states: Tensor, v: Tensor, step: Callable[[Tensor, int], Tensor]) -> Tensor:
    """(T+1, n) gradients, where step(g, t) leads from the gradient at h_t to that at h_(t-1)."""
    gradients = [v]
    for t in range(len(states) - 1, 0, -1):
        gradients.append(step(gradients[-1], t))
    return torch.stack(gradients).flip(0)


def _through_time(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The right answer, for those that spoil it afterwards."""
    return _back(states, v, lambda g, t: weight.T @ (g * (1 - states[t] ** 2)))


TRANSPOSED = (
    "You multiplied by W where Wᵀ belongs. Forward, entry j of a state reaches unit i by W_ij; back, unit i sends to "
    "entry j by the same number, so the sum runs over the other index. W is square, and symmetric ones even give the "
    "right result, so nothing warns you (T10)."
)


# jcjohnson/pytorch-examples#28, dominhhai/dominhhai.github.io#19, HomericIntelligence/Odyssey#2136
@misconception("gradient_through_time", name="not_transposed", statement="T10", says=TRANSPOSED)
def time_not_transposed(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The gradient is multiplied by the same matrix as the state."""
    return _back(states, v, lambda g, t: weight @ (g * (1 - states[t] ** 2)))


@misconception(
    "gradient_through_time",
    name="slope_forgotten",
    statement="T10",
    says="Your gradient is multiplied by W alone, as if the network were linear. Each step also went through tanh, "
    "whose slope stands in T10.",
)
def time_without_slope(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Gradients vanish because of powers of W."""
    return _back(states, v, lambda g, t: weight.T @ g)


@misconception(
    "gradient_through_time",
    name="weight_forgotten",
    statement="T10",
    says="Your gradient is multiplied by the slopes alone. It also has to pass the weights that lead from one state "
    "to the next (T10).",
)
def time_without_weight(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Gradients vanish because of the slopes of tanh."""
    return _back(states, v, lambda g, t: g * (1 - states[t] ** 2))


@misconception(
    "gradient_through_time",
    name="slope_after_weight",
    statement="T10",
    variants=({"previous": False}, {"previous": True}),
    says="The two halves of the step are in the wrong order: you multiplied by Wᵀ first and by the slopes afterwards. "
    "Backpropagation undoes the forward step from its end, and the forward step *ends* with tanh (T10).",
)
def time_slope_last(weight: Tensor, states: Tensor, v: Tensor, previous: bool) -> Tensor:
    """A product may be taken in any order."""
    return _back(states, v, lambda g, t: (weight.T @ g) * (1 - states[t - 1 if previous else t] ** 2))


# unda-ml/unda#1, VikParuchuri/zero_to_gpt#9
@misconception(
    "gradient_through_time",
    name="slope_of_wrong_state",
    statement="T10",
    says="The slopes are those of the state before. The step that leads back from h_t went through the tanh that made "
    "h_t, so it is 1 - h_t² that counts (T10).",
)
def time_slope_of_previous(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The gradient at h_(t-1) is made with the slope at h_(t-1)."""
    return _back(states, v, lambda g, t: weight.T @ (g * (1 - states[t - 1] ** 2)))


# davidrmiller/neural2d#40
@misconception(
    "gradient_through_time",
    name="activated_twice",
    statement="T10",
    says="Your slopes are 1 - tanh²(h_t). A state has been through tanh already, so tanh(z) *is* h_t, and a second "
    "tanh makes the slopes too large (T10).",
)
def time_activated_twice(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The slope of tanh is 1 - tanh² of whatever is at hand."""
    return _back(states, v, lambda g, t: weight.T @ (g * (1 - torch.tanh(states[t]) ** 2)))


@misconception(
    "gradient_through_time",
    name="not_chained",
    statement="T9",
    says="Every step of yours starts from v. v is the gradient at the last state only; each earlier state gets what "
    "the one after it has passed back, so the factors multiply (T1, T9).",
)
def time_not_chained(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Each step can be looked at on its own."""
    return _back(states, v, lambda g, t: weight.T @ (v * (1 - states[t] ** 2)))


@misconception(
    "gradient_through_time",
    name="shared_weight_counts_once",
    statement="T8",
    says="W acts at one step only, and at the others the gradient gets the slopes alone. That the steps share W does "
    "not mean that it counts once: every step back passes it (T8, T10).",
)
def time_weight_once(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """There is one W, so it occurs once."""
    last = len(states) - 1
    return _back(
        states, v, lambda g, t: weight.T @ (g * (1 - states[t] ** 2)) if t == last else g * (1 - states[t] ** 2)
    )


@misconception(
    "gradient_through_time",
    name="reversed_order",
    statement="T9",
    says="The gradients are right and their order is not. Row 0 belongs to h_0, the last row to h_T, where the "
    "gradient is still v; you listed them as backpropagation meets them.",
)
def time_reversed(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The first entry is where backpropagation begins."""
    return _through_time(weight, states, v).flip(0)


@misconception(
    "gradient_through_time",
    name="missing_endpoint",
    statement="T9",
    variants=({"missing": "h_T"}, {"missing": "h_0"}),
    says="The row of {missing} is missing. T steps have T + 1 states, the first and the last among them.",
)
def time_without_end(weight: Tensor, states: Tensor, v: Tensor, missing: str) -> Tensor:
    """There is one gradient for each step."""
    gradients = _through_time(weight, states, v)
    return gradients[:-1] if missing == "h_T" else gradients[1:]


@misconception(
    "gradient_through_time",
    name="ignores_cotangent",
    statement="T9",
    says="You started from ones, which is what `.sum().backward()` stands for. The gradient at the last state is "
    "given: it is v.",
)
def time_from_ones(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Backpropagation starts from 1."""
    return _through_time(weight, states, torch.ones_like(v))


@misconception("gradient_through_time", name="float_truncation", matches=_is_float32, says=TOO_FEW_DIGITS)
def time_in_float32(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Every tensor is float32."""
    return _through_time(weight, states, v).float()


WRITES_INTO_ARGUMENTS = (
    "Your code changed `weight`, `states` or `v`, which belong to the caller (T4). After `g = v` both names mean one "
    "and the same tensor, and `g *= ...` writes into it; `g = g * ...` makes a new one."
)


@misconception(
    "gradient_through_time", name="mutates_input", statement="T4", matches=_changed, says=WRITES_INTO_ARGUMENTS
)
def time_writes_into_v(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """`g = v` makes a copy."""
    gradients = [v.clone()]
    g = v
    for h in states[1:].flip(0):
        g *= 1 - h**2
        g.copy_(weight.T @ g)
        gradients.append(g.clone())
    return torch.stack(gradients).flip(0)


# --- weight_gradient_by_step --------------------------------------------------------------------------------------


def _terms(
    weight: Tensor, states: Tensor, v: Tensor, gradients: Tensor | None = None, slopes: bool = True
) -> tuple[Tensor, Tensor]:
    """(T, n) gradients in front of tanh, and (T, n) the states that each step starts from."""
    gradients = _through_time(weight, states, v) if gradients is None else gradients
    return gradients[1:] * (1 - states[1:] ** 2 if slopes else 1), states[:-1]


def _outer(columns: Tensor, rows: Tensor) -> Tensor:
    return columns[:, :, None] * rows[:, None, :]


@misconception("weight_gradient_by_step", name="not_transposed", statement="T10", says=TRANSPOSED)
def terms_not_transposed(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The gradient is multiplied by the same matrix as the state."""
    return _outer(*_terms(weight, states, v, _through_time(weight.T, states, v)))


# iamtrask/Grokking-Deep-Learning#23, #71
@misconception(
    "weight_gradient_by_step",
    name="outer_transposed",
    statement="T11",
    says="Your terms are transposed. W_ij leads from entry j of h_(t-1) to unit i, so row i of a term belongs to unit "
    "i, and column j to entry j: the gradient is the column and the state is the row (T11).",
)
def terms_transposed(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """An outer product has no order."""
    return _outer(*_terms(weight, states, v)).transpose(1, 2)


@misconception(
    "weight_gradient_by_step",
    name="slope_forgotten",
    statement="T11",
    says="The slopes are missing. g_t is the gradient at h_t, *behind* tanh; W acts in front of it, so g_t has to "
    "pass the slope 1 - h_t² before it meets h_(t-1) (T11).",
)
def terms_without_slope(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The gradient at a state is the gradient at what went into it."""
    return _outer(*_terms(weight, states, v, slopes=False))


# VikParuchuri/zero_to_gpt#9, d2l-ai/d2l-en#1402
@misconception(
    "weight_gradient_by_step",
    name="wrong_step",
    statement="T11",
    variants=({"what": "state"}, {"what": "gradient"}, {"what": "slope"}),
    says="The {what} of a neighbouring step got into your terms. Step t leads from h_(t-1) to h_t: its gradient and "
    "its slope are those of h_t, and the state that W multiplied is h_(t-1) (T11).",
)
def terms_of_neighbour(weight: Tensor, states: Tensor, v: Tensor, what: str) -> Tensor:
    """All numbers of a step have the same index."""
    gradients, slopes = _through_time(weight, states, v), 1 - states**2
    if what == "state":
        return _outer(gradients[1:] * slopes[1:], states[1:])
    if what == "gradient":
        return _outer(gradients[:-1] * slopes[1:], states[:-1])
    return _outer(gradients[1:] * slopes[:-1], states[:-1])


# d2l-ai/d2l-en#2616: the derivative of h_t with respect to W taken as h_(t-1) alone
@misconception(
    "weight_gradient_by_step",
    name="not_chained",
    statement="T11",
    says="Every step of yours gets v itself. v is the gradient at the last state; the term of step t needs g_t, what "
    "is left of v after the steps in between (T9, T11).",
)
def terms_not_chained(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The loss tells every step the same."""
    return _outer(*_terms(weight, states, v, v.expand(len(states), -1)))


@misconception(
    "weight_gradient_by_step",
    name="summed_over_steps",
    statement="T11",
    says="You returned one matrix. Asked for are the single terms, one for each step; their sum is what `.grad` of W "
    "would hold, and it hides which steps it came from (T11, T12).",
)
def terms_summed(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """A weight has one gradient."""
    return _outer(*_terms(weight, states, v)).sum(0)


@misconception(
    "weight_gradient_by_step",
    name="last_step_only",
    statement="T11",
    says="Only the last step has a term in your result, the others are zero. W is the same in every step (T8), so "
    "every step contributes to its gradient, however little.",
)
def terms_of_last_step(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The gradient of W comes from its last use."""
    terms = _outer(*_terms(weight, states, v))
    terms[:-1] = 0
    return terms


@misconception(
    "weight_gradient_by_step",
    name="cumulative",
    statement="T11",
    variants=({"back": True}, {"back": False}),
    says="Your entries are running sums, as `.grad` holds them during the backward pass: entry t - 1 contains other "
    "steps' terms as well. Each step has an entry of its own (T11).",
)
def terms_accumulated(weight: Tensor, states: Tensor, v: Tensor, back: bool) -> Tensor:
    """What a step contributes is what has arrived by then."""
    terms = _outer(*_terms(weight, states, v))
    return terms.flip(0).cumsum(0).flip(0) if back else terms.cumsum(0)


@misconception(
    "weight_gradient_by_step",
    name="averaged",
    statement="T11",
    says="You divided the terms by the number of steps. The gradient of a weight that is used many times is the *sum* "
    "over its uses (T11).",
)
def terms_averaged(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Steps are averaged, like samples."""
    return _outer(*_terms(weight, states, v)) / (len(states) - 1)


@misconception(
    "weight_gradient_by_step",
    name="reversed_order",
    statement="T11",
    says="The terms are right and their order is not. Entry 0 belongs to the first step, the one that starts from h_0.",
)
def terms_reversed(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """The first entry is where backpropagation begins."""
    return _outer(*_terms(weight, states, v)).flip(0)


@misconception("weight_gradient_by_step", name="float_truncation", matches=_is_float32, says=TOO_FEW_DIGITS)
def terms_in_float32(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Every tensor is float32."""
    return _outer(*_terms(weight, states, v)).float()


@misconception(
    "weight_gradient_by_step", name="mutates_input", statement="T4", matches=_changed, says=WRITES_INTO_ARGUMENTS
)
def terms_write_into_v(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """`g = v` makes a copy."""
    terms = []
    g = v
    for t in range(len(states) - 1, 0, -1):
        g *= 1 - states[t] ** 2
        terms.append(torch.outer(g, states[t - 1]))
        g.copy_(weight.T @ g)
    return torch.stack(terms).flip(0)


# --- clip_by_global_norm ------------------------------------------------------------------------------------------

Gradients = Sequence[Tensor]


def _whole(gradients: Gradients) -> Tensor:
    """All gradients as one long vector."""
    return torch.cat([gradient.flatten() for gradient in gradients])


def _scaled(gradients: Gradients, max_norm: float, norm: Tensor) -> list[Tensor]:
    return [gradient * (max_norm / norm).clamp(max=1.0) for gradient in gradients]


# huggingface/transformers#581, carpedm20/MemN2N-tensorflow#19, clab/dynet#1374
@misconception(
    "clip_by_global_norm",
    statement="T13",
    says="You clipped each tensor by itself. Each then has a norm of at most max_norm, but all together may have "
    "more, and the tensors were scaled by different factors, so the step points in another direction. T13 takes *one* "
    "norm, of all of them.",
)
def each_by_itself(gradients: Gradients, max_norm: float) -> list[Tensor]:
    """Every gradient has a norm of its own to be clipped."""
    return [_scaled([gradient], max_norm, gradient.norm())[0] for gradient in gradients]


# Happy-Algorithms-League/hal-cgp#210, neuroailab/tfutils#115, ymcui/Eval-on-NN-of-RC#3
@misconception(
    "clip_by_global_norm",
    statement="T13",
    says="You cut off single *entries* at ±max_norm. Large entries shrink and small ones do not, so the direction "
    "changes; and if all entries are moderate, a long gradient stays long. T13 scales everything by one factor.",
)
def clipped_by_value(gradients: Gradients, max_norm: float) -> list[Tensor]:
    """Clipping means clamping."""
    return [gradient.clamp(-max_norm, max_norm) for gradient in gradients]


# tensorflow/tensorflow#22048, PaddlePaddle/Paddle#26282, google-deepmind/optax#1752
@misconception(
    "clip_by_global_norm",
    statement="T14",
    variants=({"way": "python"}, {"way": "unit vector"}),
    says="If all gradients are zero, you divide by their norm, which is 0: the result is NaN or an error, and one "
    "such step destroys all weights. Gradients *can* be zero, and T14 says what becomes of them. Where is the "
    "division not needed?",
)
def zero_norm_forgotten(gradients: Gradients, max_norm: float, way: str) -> list[Tensor]:
    """A gradient is never exactly zero."""
    norm = float(_whole(gradients).norm())
    if way == "python":
        return [min(1.0, max_norm / norm) * gradient for gradient in gradients]
    return [gradient / norm * min(norm, max_norm) for gradient in gradients]


# d2l-ai/d2l-en#430, pytorch/pytorch#151554, sony/nnabla-ext-cuda#201
@misconception(
    "clip_by_global_norm",
    statement="T14",
    says="You gave the gradients the norm max_norm even where theirs was smaller, so they were *enlarged*. This looks "
    "like a cure for vanishing, and is none: noise is enlarged with the rest, near a minimum the steps no longer get "
    "smaller, and early layers stay as far behind the late ones as before. T14: the factor is never above 1.",
)
def always_rescaled(gradients: Gradients, max_norm: float) -> list[Tensor]:
    """Clipping sets the norm, so it helps against vanishing too."""
    return [gradient * (max_norm / _whole(gradients).norm()) for gradient in gradients]


@misconception(
    "clip_by_global_norm",
    statement="T14",
    says="Your factor is at least 1: small gradients are enlarged and large ones are left alone. Look at whether T13 "
    "has a minimum or a maximum, and at the condition of your `if`.",
)
def inverted(gradients: Gradients, max_norm: float) -> list[Tensor]:
    """max_norm has to do with a maximum."""
    return [gradient * (max_norm / _whole(gradients).norm()).clamp(min=1.0) for gradient in gradients]


# paiml/entrenar#311
@misconception(
    "clip_by_global_norm",
    statement="T13",
    says="You divided by the sum of the squares. The norm is the *root* of that sum; without the root large gradients "
    "come out far too small, and some that need no clipping are clipped.",
)
def squared_norm(gradients: Gradients, max_norm: float) -> list[Tensor]:
    """The norm is the sum of squares."""
    return _scaled(gradients, max_norm, _whole(gradients).square().sum())


# mr-eggplant/SAR#11, CannyLab/tsne-cuda#90
@misconception(
    "clip_by_global_norm",
    statement="T13",
    variants=({"wrong": "added the tensors' norms"}, {"wrong": "took the largest of the tensors' norms"}),
    says="You {wrong}. Norms do not combine like that: T13 takes the norm of all entries together, the root of the "
    "sum of *all* squares. Try it with the gradients (3) and (4).",
)
def norms_combined(gradients: Gradients, max_norm: float, wrong: str) -> list[Tensor]:
    """The norm of the whole is the sum of the parts' norms."""
    norms = torch.stack([gradient.norm() for gradient in gradients])
    return _scaled(gradients, max_norm, norms.sum() if "added" in wrong else norms.max())


# cleverhans-lab/cleverhans#1139, espnet/espnet#2399
@misconception(
    "clip_by_global_norm",
    statement="T13",
    variants=({"kind": "largest entry"}, {"kind": "sum of absolute values"}, {"kind": "root mean square"}),
    says="Your norm is the {kind} of the gradients. T13 means the Euclidean one: square, add up, take the root.",
)
def other_norm(gradients: Gradients, max_norm: float, kind: str) -> list[Tensor]:
    """All norms are the same in the end."""
    whole = _whole(gradients).abs()
    if kind == "largest entry":
        return _scaled(gradients, max_norm, whole.max())
    return _scaled(gradients, max_norm, whole.sum() if "sum" in kind else whole.square().mean().sqrt())


# verl-project/verl#2282, pytorch/pytorch#51945
@misconception(
    "clip_by_global_norm",
    statement="T13",
    matches=lambda seen: seen.type_name == "float" or (isinstance(seen.value, Tensor) and seen.value.dim() == 0),
    says="You returned one number, the norm, as `torch.nn.utils.clip_grad_norm_` does. That function changes the "
    "gradients in place and reports how long they were *before*; asked for here are the clipped gradients themselves.",
)
def norm_returned(gradients: Gradients, max_norm: float) -> Tensor:
    """What clip_grad_norm_ returns are the clipped gradients."""
    norm: Tensor = _whole(gradients).norm()
    return norm


@misconception(
    "clip_by_global_norm",
    statement="T13",
    matches=lambda seen: isinstance(seen.value, Tensor) and seen.value.dim() == 1,
    says="You returned one long vector. T13 only *measures* the gradients as if they were one; each tensor keeps its "
    "shape, for each belongs to a parameter of that shape.",
)
def joined_to_one_vector(gradients: Gradients, max_norm: float) -> Tensor:
    """All gradients together are one vector."""
    return torch.cat([gradient.flatten() for gradient in _scaled(gradients, max_norm, _whole(gradients).norm())])


@misconception(
    "clip_by_global_norm",
    name="mutates_input",
    statement="T4",
    matches=_changed,
    says="You scaled the caller's own tensors. In a training loop that is what one wants, and `clip_grad_norm_` does "
    "so; here the clipped gradients are to be new ones (T4). `g *= factor` and `g.mul_(factor)` write into g; `g * "
    "factor` does not.",
)
def scaled_in_place(gradients: Gradients, max_norm: float) -> list[Tensor]:
    """Clipping changes gradients in place."""
    factor = (max_norm / _whole(gradients).norm()).clamp(max=1.0)
    return [gradient.mul_(factor) for gradient in gradients]


# --- weight_std ---------------------------------------------------------------------------------------------------


def _variance(fan_in: int, fan_out: int, scheme: str) -> float:
    return {"lecun": 1 / fan_in, "xavier": 2 / (fan_in + fan_out), "he": 2 / fan_in}[_known(scheme)]


def _known(scheme: str) -> str:
    if scheme not in ("lecun", "xavier", "he"):
        raise ValueError(scheme)
    return scheme


# fastai/fastai_dev#59, amsukdu/SimplePythonCNN#2
@misconception(
    "weight_std",
    statement="T15",
    says="You returned the variance. T15 lists variances; a standard deviation is the root of one. For 100 inputs it "
    "makes a difference of a factor ten.",
)
def variance_for_std(fan_in: int, fan_out: int, scheme: str) -> float:
    """How far numbers are spread is their variance."""
    return _variance(fan_in, fan_out, scheme)


# tflearn/tflearn#870, dmlc/minpy#158
@misconception(
    "weight_std",
    statement="T15",
    says="You returned the bound of a *uniform* distribution, √3 times the standard deviation. The √6 of Xavier's "
    "formula, as it stands in many places, is such a bound. T15 asks for the standard deviation itself.",
)
def uniform_bound(fan_in: int, fan_out: int, scheme: str) -> float:
    """Xavier is √(6 / (fan_in + fan_out))."""
    return math.sqrt(3 * _variance(fan_in, fan_out, scheme))


# udacity/deep-reinforcement-learning#14
@misconception(
    "weight_std",
    statement="T15",
    says="fan_in and fan_out are exchanged. LeCun and He keep the scale of what a unit *adds up*, its inputs, so "
    "fan_in counts; Xavier is the same either way, which hides the slip.",
)
def fans_exchanged(fan_in: int, fan_out: int, scheme: str) -> float:
    """The fan of a layer is the number of its units."""
    return math.sqrt(_variance(fan_out, fan_in, scheme))


# LBANN/lbann#316, bighuang624/Andrew-Ng-Deep-Learning-notes#23
@misconception(
    "weight_std",
    statement="T15",
    variants=({"which": "he"}, {"which": "xavier"}),
    says="For {which!r} you returned 1/√fan_in, which is LeCun's. Names are used loosely in many places; T15 says "
    "which variance is meant by each.",
)
def all_are_lecun(fan_in: int, fan_out: int, scheme: str, which: str) -> float:
    """All three are 1 / √n."""
    return math.sqrt(_variance(fan_in, fan_out, "lecun" if _known(scheme) == which else scheme))


@misconception(
    "weight_std",
    statement="T15",
    says="A factor of 2 is missing under your root. Xavier has it because the sum of the two fans is twice their "
    "mean, He because a ReLU drops half of its inputs (T15).",
)
def two_forgotten(fan_in: int, fan_out: int, scheme: str) -> float:
    """Constants do not matter."""
    return math.sqrt(_variance(fan_in, fan_out, scheme) / (1 if scheme == "lecun" else 2))


# mlverse/torch#555
@misconception(
    "weight_std",
    statement="T15",
    says="Brackets are missing: `2 / fan_in + fan_out` divides by fan_in only and adds fan_out afterwards. The "
    "weights would be larger than 1 by far. T15 divides by the sum.",
)
def brackets_missing(fan_in: int, fan_out: int, scheme: str) -> float:
    """A division takes all that follows."""
    return math.sqrt(2 / fan_in + fan_out if scheme == "xavier" else _variance(fan_in, fan_out, scheme))


@misconception(
    "weight_std",
    name="accepts_anything",
    statement="T15",
    matches=_was_accepted,
    says="For the scheme {choice!r} your function returned something. It knows three schemes; anything else is the "
    "caller's mistake, and `ValueError` says so. A last `else`, or the end of the function, must not catch it.",
)
def accepts_any_scheme(fan_in: int, fan_out: int, scheme: str) -> float:
    """What is neither LeCun nor Xavier is He."""
    return math.sqrt(_variance(fan_in, fan_out, scheme if scheme in ("lecun", "xavier") else "he"))


# --- initialise ---------------------------------------------------------------------------------------------------

NEAR = 0.03
"""How far a measured standard deviation may be from the one that a belief leads to."""

Layer = dict[str, Any]


def _layers(seen: Observation) -> dict[str, Layer]:
    """What the check of the spread measured: name -> std, asked, before, fan_in, fan_out, centred."""
    value = seen.value if isinstance(seen.value, dict) else {}
    return {name: layer for name, layer in value.items() if isinstance(layer, dict) and "asked" in layer}


def _all_near(layers: Sequence[Layer], expected: Callable[[Layer], float]) -> bool:
    return bool(layers) and all(abs(layer["std"] / expected(layer) - 1) < NEAR for layer in layers)


def _spread(expected: Callable[[Layer], float]) -> Callable[[Observation], bool]:
    """Recognises that every layer has the standard deviation that a belief leads to."""
    return lambda seen: _all_near(list(_layers(seen).values()), expected)


def _of_scheme(scheme: str) -> Callable[[Layer], float]:
    """The standard deviation of a layer under another scheme."""
    return lambda layer: math.sqrt(_variance(layer["fan_in"], layer["fan_out"], scheme))


def _linears(network: nn.Module, scheme: str) -> list[nn.Linear]:
    _known(scheme)
    return [module for module in network.modules() if isinstance(module, nn.Linear)]


def _std(layer: nn.Linear, scheme: str) -> float:
    return math.sqrt(_variance(layer.in_features, layer.out_features, scheme))


def _draw(layer: nn.Linear, std: float) -> None:
    """A normal weight and a bias of zero."""
    nn.init.normal_(layer.weight, std=std)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)


# jthickstun/pytorch_musicnet#4, wagonhelm/NaNmnist#2
@misconception(
    "initialise",
    statement="T16",
    variants=({"value": "std"}, {"value": "zero"}),
    matches=lambda seen: (
        (bool(_layers(seen)) and all(layer["std"] < 1e-9 for layer in _layers(seen).values()))
        or (isinstance(seen.value, dict) and not seen.value.get("units differ", True))
    ),
    says="All weights of a layer have the same value. Its units then compute the same, receive the same gradient and "
    "stay alike for ever, as if there were one of them. T16 draws each entry at random; the standard deviation says "
    "how far they are spread, it is not the value itself.",
)
def all_alike(network: nn.Module, scheme: str, value: str) -> nn.Module:
    """A standard deviation is the value to start from."""
    for layer in _linears(network, scheme):
        _draw(layer, 1.0)
        nn.init.constant_(layer.weight, _std(layer, scheme) if value == "std" else 0.0)
    return network


# pytorch/vision#2326 and #2954
@misconception(
    "initialise",
    statement="T16",
    matches=lambda seen: (
        _all_near([layer for name, layer in _layers(seen).items() if "." not in name], lambda layer: layer["asked"])
        and _all_near([layer for name, layer in _layers(seen).items() if "." in name], lambda layer: layer["before"])
    ),
    says="Only the layers at the top of the network were initialised; those inside a nested module are as they were. "
    "`children()` lists what a module owns directly. What lists everything below it, however deep?",
)
def top_level_only(network: nn.Module, scheme: str) -> nn.Module:
    """children() and modules() are the same."""
    for layer in network.children():
        if isinstance(layer, nn.Linear):
            _draw(layer, _std(layer, scheme))
    return network


@misconception(
    "initialise",
    statement="T16",
    matches=_spread(lambda layer: float(layer["before"])),
    says="The weights are as they were. Numbers may have been drawn, but they did not get into the parameters: "
    "assigning to a name, or changing a copy, leaves the network alone. An in-place method of the parameter, inside "
    "`torch.no_grad()` or from `torch.nn.init`, writes into it.",
)
def never_written(network: nn.Module, scheme: str) -> nn.Module:
    """Assigning to a variable changes the parameter that it came from."""
    for layer in _linears(network, scheme):
        weight = layer.weight
        weight = torch.randn_like(weight) * _std(layer, scheme)
        if layer.bias is not None:
            nn.init.zeros_(layer.bias)
    return network


@misconception(
    "initialise",
    statement="T16",
    matches=lambda seen: any(not layer["centred"] for layer in _layers(seen).values()),
    says="Your weights are not spread around zero: they have a mean far from it. `torch.rand` draws between 0 and 1, "
    "so such weights are all positive, and sums of many of them grow with fan_in. T16 asks for the mean 0.",
)
def not_centred(network: nn.Module, scheme: str) -> nn.Module:
    """Random numbers are numbers between 0 and 1."""
    for layer in _linears(network, scheme):
        _draw(layer, 1.0)
        with torch.no_grad():
            layer.weight.uniform_(0, math.sqrt(12) * _std(layer, scheme))
    return network


@misconception(
    "initialise",
    name="variance_for_std",
    statement="T15",
    matches=_spread(lambda layer: float(layer["asked"]) ** 2),
    says="The weights are far too small: their standard deviation is what T15 gives as their *variance*. `normal_` "
    "and `torch.nn.init.normal_` want the standard deviation, the root of it.",
)
def drawn_with_variance(network: nn.Module, scheme: str) -> nn.Module:
    """normal_ takes a mean and a variance."""
    for layer in _linears(network, scheme):
        _draw(layer, _std(layer, scheme) ** 2)
    return network


# tflearn/tflearn#870
@misconception(
    "initialise",
    name="uniform_bound",
    statement="T15",
    matches=_spread(lambda layer: float(layer["asked"]) / math.sqrt(3)),
    says="The standard deviation of your weights is smaller by the factor √3. That happens if the number of T15 is "
    "used as the *bound* of a uniform distribution, whose standard deviation is the bound divided by √3.",
)
def drawn_within_std(network: nn.Module, scheme: str) -> nn.Module:
    """A uniform distribution on (-s, s) has the standard deviation s."""
    for layer in _linears(network, scheme):
        _draw(layer, 1.0)
        with torch.no_grad():
            layer.weight.uniform_(-_std(layer, scheme), _std(layer, scheme))
    return network


# udacity/deep-reinforcement-learning#14, pytorch/pytorch#130122, huggingface/peft#315
@misconception(
    "initialise",
    name="fans_exchanged",
    statement="T16",
    matches=_spread(lambda layer: math.sqrt(2 / layer["fan_out"])),
    says="fan_in and fan_out are exchanged. `nn.Linear` keeps its weight as (out_features, in_features), so the "
    "*second* entry of its shape is fan_in. With a square matrix nobody would notice.",
)
def shape_read_backwards(network: nn.Module, scheme: str) -> nn.Module:
    """The shape of a weight is (fan_in, fan_out)."""
    for layer in _linears(network, scheme):
        _draw(layer, math.sqrt(_variance(layer.out_features, layer.in_features, scheme)))
    return network


@misconception(
    "initialise",
    statement="T16",
    matches=lambda seen: _all_near(
        list(_layers(seen).values()), lambda layer: next(iter(_layers(seen).values()))["asked"]
    ),
    says="All your layers have the standard deviation that is right for the first one. T15 depends on fan_in and "
    "fan_out, and these differ from layer to layer (T16).",
)
def one_std_for_all(network: nn.Module, scheme: str) -> nn.Module:
    """A network has one initial standard deviation."""
    layers = _linears(network, scheme)
    for layer in layers:
        _draw(layer, _std(layers[0], scheme))
    return network


@misconception(
    "initialise",
    statement="T15",
    variants=({"used": "xavier"}, {"used": "he"}, {"used": "lecun"}),
    matches=lambda seen: any(_spread(_of_scheme(used))(seen) for used in ("xavier", "he", "lecun")),
    says="The weights have the standard deviation of another scheme than the one that was asked for. Is `scheme` used "
    "in your function, and does T15's formula for it stand behind it?",
)
def scheme_ignored(network: nn.Module, scheme: str, used: str) -> nn.Module:
    """One initialisation is as good as another."""
    for layer in _linears(network, scheme):
        _draw(layer, _std(layer, used))
    return network


# netket/netket#241, pytorch/pytorch#97129
@misconception(
    "initialise",
    statement="T16",
    says="Two layers of the same shape got exactly the same weights. That happens if `torch.manual_seed`, or a new "
    "generator, stands inside the loop: every layer then draws the same numbers again. Seed once, outside, or not at "
    "all.",
)
def seeded_in_the_loop(network: nn.Module, scheme: str) -> nn.Module:
    """A seed has to be set before each draw."""
    for layer in _linears(network, scheme):
        generator = torch.Generator().manual_seed(0)
        _draw(layer, 1.0)
        with torch.no_grad():
            layer.weight.normal_(0, _std(layer, scheme), generator=generator)
    return network


@misconception(
    "initialise",
    statement="T16",
    variants=({"how": "left"}, {"how": "drawn"}),
    matches=lambda seen: isinstance(seen.value, dict) and "1.bias" in seen.value,
    says="Your biases are not zero. T16 makes them so: a random bias pushes each unit towards one side of its "
    "activation, and for no reason yet.",
)
def bias_not_zero(network: nn.Module, scheme: str, how: str) -> nn.Module:
    """A bias is initialised like a weight, or not at all."""
    for layer in _linears(network, scheme):
        nn.init.normal_(layer.weight, std=_std(layer, scheme))
        if layer.bias is not None and how == "drawn":
            nn.init.normal_(layer.bias, std=_std(layer, scheme))
    return network


@misconception(
    "initialise",
    statement="T16",
    matches=lambda seen: seen.raised in ("AttributeError", "TypeError") and "None" in seen.raised_text,
    says="A linear layer without a bias made your function stop. With `bias=False` the attribute `bias` is there, but "
    "it is None, and None cannot be filled with zeros.",
)
def bias_taken_for_granted(network: nn.Module, scheme: str) -> nn.Module:
    """Every Linear has a bias."""
    for layer in _linears(network, scheme):
        nn.init.normal_(layer.weight, std=_std(layer, scheme))
        nn.init.zeros_(layer.bias)
    return network


# huggingface/transformers#143, NVIDIA/TransformerEngine#2528, FudanNLP/fastNLP#300
@misconception(
    "initialise",
    statement="T16",
    variants=({"what": "norms"}, {"what": "tables"}, {"what": "everything"}),
    matches=lambda seen: isinstance(seen.value, dict) and "0.weight" in seen.value,
    says="Parameters of other modules changed: a norm's weight or bias, or the table of an embedding. A LayerNorm "
    "begins with ones for good reason; with zeros it would silence its network. T16 is about linear layers only, so "
    "ask what kind of module a parameter belongs to, not how many axes it has.",
)
def others_changed(network: nn.Module, scheme: str, what: str) -> nn.Module:
    """All parameters with two axes are weights of layers, and all others are biases."""
    for layer in _linears(network, scheme):
        _draw(layer, _std(layer, scheme))
    for module in network.modules():
        if isinstance(module, nn.LayerNorm) and what != "tables":
            nn.init.zeros_(module.weight)
            nn.init.zeros_(module.bias)
        if isinstance(module, nn.Embedding) and what != "norms":
            nn.init.xavier_normal_(module.weight)
    return network


@misconception(
    "initialise",
    statement="T16",
    matches=lambda seen: seen.value is None and seen.raised is None,
    says="Your function returned nothing. The network may well be initialised, since that happens in place; it is to "
    "be returned all the same, so that one can write `network = initialise(..., ...)`.",
)
def returns_nothing(network: nn.Module, scheme: str) -> None:
    """What is changed in place need not be returned."""
    for layer in _linears(network, scheme):
        _draw(layer, _std(layer, scheme))


@misconception(
    "initialise",
    statement="T16",
    says="You returned a copy, and the network that you were given is as it was. An optimiser that already holds its "
    "parameters never hears of the copy's. Change the given object, and return it.",
)
def returns_other_object(network: nn.Module, scheme: str) -> nn.Module:
    """A function should not change its argument."""
    network = copy.deepcopy(network)
    for layer in _linears(network, scheme):
        _draw(layer, _std(layer, scheme))
    return network


@misconception(
    "initialise",
    statement="T16",
    variants=({"bias": True}, {"bias": False}),
    says="After your function some parameters have `requires_grad=False` and will never be trained. To write into a "
    "parameter it is enough to keep autograd from recording it, with `torch.no_grad()`; it stays trainable (T16).",
)
def frozen(network: nn.Module, scheme: str, bias: bool) -> nn.Module:
    """Parameters can be overwritten only when they are frozen."""
    for layer in _linears(network, scheme):
        layer.weight.requires_grad_(False)
        if bias and layer.bias is not None:
            layer.bias.requires_grad_(False)
        _draw(layer, _std(layer, scheme))
    return network


@misconception(
    "initialise",
    statement="T16",
    says="You put new parameters in the place of the old ones. An optimiser that was made before still holds those, "
    "and would go on training what nobody uses. Write the numbers into the parameters that are there.",
)
def parameters_replaced(network: nn.Module, scheme: str) -> nn.Module:
    """Setting weights means making new ones."""
    for layer in _linears(network, scheme):
        layer.weight = nn.Parameter(torch.randn_like(layer.weight) * _std(layer, scheme))
        if layer.bias is not None:
            layer.bias = nn.Parameter(torch.zeros_like(layer.bias))
    return network
