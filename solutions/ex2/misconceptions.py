"""What students believe about Exercise 2, each belief as an implementation that is right in everything else.

A comment above a belief names places where somebody was seen to hold it, or to have built it: repository#issue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from grader.checks.misconceptions import misconception
from grader.checks.observation import Observation

Sublayer = Callable[[Tensor], Tensor]


def _was_accepted(seen: Observation) -> bool:
    """A check of what has to be refused returns this word if nothing was raised."""
    return bool(seen.value == "accepted") if isinstance(seen.value, str) else False


def _wrote_in_place(seen: Observation) -> bool:
    return bool(seen.changed) or (seen.raised == "RuntimeError" and "in-place" in seen.raised_text)


# --- statistics ---------------------------------------------------------------------------------------------------

AXES: dict[str, tuple[int, ...]] = {"layer": (2,), "batch": (0, 1), "instance": (1,)}


def _over(x: Tensor, dims: tuple[int, ...], keepdim: bool = True) -> tuple[Tensor, Tensor]:
    """Mean and variance over some axes."""
    return x.mean(dims, keepdim=keepdim), x.var(dims, keepdim=keepdim, correction=0)


# tensorpack/tensorpack#1482, localminimum/QANet#44, keras-team/tf-keras#173
@misconception(
    "statistics",
    statement="T1",
    says="Your statistics of layer normalisation are taken over all tokens of a sample at once. A sentence then has "
    "one mean, and every word changes the normalisation of every other. T1 gives each token its own.",
)
def layer_over_sample(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """Layer normalisation uses everything but the batch axis."""
    return _over(x, {**AXES, "layer": (1, 2)}[kind])


# jadore801120/attention-is-all-you-need-pytorch#17, patrick-kidger/equinox#471, tensorflow/docs#1737
@misconception(
    "statistics",
    statement="T1",
    says="Your statistics of layer normalisation run over the time axis: each feature is compared with itself at other "
    "times. T1 compares the features of one token with each other. Which axis of (B, T, d_model) holds them?",
)
def layer_over_time(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """The axis after the batch is the one to normalise over."""
    return _over(x, {**AXES, "layer": (1,)}[kind])


# GokuMohandas/fast-weights#9, Kyubyong/transformer#40, google-research/bert#1088
@misconception(
    "statistics",
    statement="T1",
    variants=({"dims": (0,)}, {"dims": (0, 1)}),
    says="Your statistics of layer normalisation mix the samples of the batch. That is the idea of *batch* "
    "normalisation (T2). In T1 no other sample and no other token has a say.",
)
def layer_over_batch(x: Tensor, kind: str, dims: tuple[int, ...]) -> tuple[Tensor, Tensor]:
    """Normalisation compares the samples of a batch."""
    return _over(x, {**AXES, "layer": dims}[kind])


# microsoft/CNTK#3751, pytorch/pytorch#21856: does time count as part of the batch?
@misconception(
    "statistics",
    statement="T2",
    says="Your batch normalisation keeps the positions apart: there is one mean for each time step. T2 pools samples "
    "*and* tokens, so that a feature has a single mean, however long the sentences are.",
)
def batch_per_position(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """Batch normalisation averages over the batch axis, and no other."""
    return _over(x, {**AXES, "batch": (0,)}[kind])


# rasbt/machine-learning-book#40, pytorch/pytorch#4922
@misconception(
    "statistics",
    statement="T2",
    says="You exchanged batch and instance normalisation. For each kind, write down which numbers share one mean (T1, "
    "T2), and count how many means there are.",
)
def kinds_exchanged(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """A batch axis is there to tell instances apart."""
    return _over(x, {**AXES, "batch": AXES["instance"], "instance": AXES["batch"]}[kind])


# jadore801120/attention-is-all-you-need-pytorch#17: "The expanded size of the tensor must match"
@misconception(
    "statistics",
    statement="T1",
    says="The axes you averaged over are gone from your result. Then `x - mean` lines up the wrong axes, or fails. "
    "`keepdim` is the argument to look for.",
)
def axes_dropped(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """Broadcasting finds out which axis is meant."""
    return _over(x, AXES[kind], keepdim=False)


# harvardnlp/annotated-transformer#119, FluxML/Flux.jl#529, pytorch/pytorch#84356
@misconception(
    "statistics",
    name="unbiased",
    statement="T3",
    says="You divided by one less than the number of values, as `var` does unless told otherwise. That is for "
    "estimating the variance of a population from a sample; here the values are all there is (T3).",
)
def unbiased_statistics(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """`var` computes the variance of T3."""
    return x.mean(AXES[kind], keepdim=True), x.var(AXES[kind], keepdim=True)


# leviswind/pytorch-transformer#2
@misconception(
    "statistics",
    statement="T3",
    variants=({"correction": 0}, {"correction": 1}),
    says="Your second result is the standard deviation, the root of what was asked for. T3 defines the variance, and "
    "it is to the variance that T4 will add ε.",
)
def root_taken(x: Tensor, kind: str, correction: int) -> tuple[Tensor, Tensor]:
    """Variance and standard deviation are two words for one thing."""
    return x.mean(AXES[kind], keepdim=True), x.std(AXES[kind], keepdim=True, correction=correction)


# keras-team/keras#21234: mean of squares taken for the variance, or the reverse
@misconception(
    "statistics",
    statement="T3",
    says="You averaged the squares of the features themselves. The variance averages squared *deviations*: the mean "
    "has to be subtracted first (T3).",
)
def mean_of_squares(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """The variance is the mean of the squares."""
    return x.mean(AXES[kind], keepdim=True), x.pow(2).mean(AXES[kind], keepdim=True)


@misconception(
    "statistics",
    name="accepts_anything",
    statement="T2",
    matches=_was_accepted,
    says="For the kind {choice!r} your function returned something. It knows three kinds; anything else is the "
    "caller's mistake, and `ValueError` says so. A last `else`, or the end of the function, must not catch it.",
)
def accepts_any_kind(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """What is neither layer nor batch is instance normalisation."""
    return _over(x, AXES.get(kind, (1,)))


# --- standardise --------------------------------------------------------------------------------------------------


def _standardise(x: Tensor, eps: float = 1e-5) -> Tensor:
    """The right answer."""
    return (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True, correction=0) + eps).sqrt()


def _along(x: Tensor, dims: tuple[int, ...], eps: float) -> Tensor:
    mean, variance = _over(x, dims)
    return (x - mean) / (variance + eps).sqrt()


# jadore801120/attention-is-all-you-need-pytorch#17, GokuMohandas/fast-weights#9
@misconception(
    "standardise",
    statement="T1",
    variants=({"axis": 0}, {"axis": 1}),
    says="You normalised along axis {axis}. Along it stand the same features of different tokens. T1 compares the "
    "features of one token, and they stand on the last axis, however many there are before it.",
)
def wrong_axis(x: Tensor, eps: float = 1e-5, *, axis: int) -> Tensor:
    """The first axis, or the one after the batch, is normalised."""
    return _along(x, (axis,), eps)


# tensorpack/tensorpack#1482, localminimum/QANet#44, pytorch/pytorch#1959
@misconception(
    "standardise",
    statement="T1",
    variants=({"first": 1}, {"first": 0}),
    says="Several tokens of yours share one mean and one variance, so each depends on its neighbours. T1 takes the "
    "statistics over the last axis only.",
)
def over_several_axes(x: Tensor, eps: float = 1e-5, *, first: int) -> Tensor:
    """A layer's statistics run over everything in the layer."""
    return _along(x, tuple(range(first, x.dim())), eps)


# harvardnlp/annotated-transformer#119, facebookresearch/stopes#25, LBANN/lbann#2024
@misconception(
    "standardise",
    name="unbiased",
    statement="T3",
    variants=({"outside": True}, {"outside": False}, {"outside": True, "used": 1e-6}),
    says="Your tokens are a little too small: you divided the sum of squares by d - 1. `std` and `var` do that unless "
    "told otherwise, to estimate the spread of a population. T3 wants the plain average over all d features.",
)
def unbiased_tokens(x: Tensor, eps: float = 1e-5, *, outside: bool, used: float | None = None) -> Tensor:
    """`x.std(-1)` is the root of the formula."""
    eps = eps if used is None else used
    centred = x - x.mean(-1, keepdim=True)
    return centred / (x.std(-1, keepdim=True) + eps if outside else (x.var(-1, keepdim=True) + eps).sqrt())


# codertimo/BERT-pytorch#30, hkproj/pytorch-transformer#31, datawhalechina/happy-llm#58
@misconception(
    "standardise",
    statement="T4",
    says="You added ε to the standard deviation. T4 adds it to the variance, before the root. The two agree for "
    "ordinary tokens and part for small ones: for equal features you divide by 10⁻⁵, T4 by √10⁻⁵, which is 300 times "
    "as much.",
)
def eps_outside(x: Tensor, eps: float = 1e-5) -> Tensor:
    """A small number in the denominator is a small number in the denominator."""
    return (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True, correction=0) + eps)


# tensorflow/tensorflow#48039, 131250208/TPlinker-joint-extraction#37, pbcquoc/transformer#2
@misconception(
    "standardise",
    statement="T4",
    variants=({"power": 1.0}, {"power": 2.0}),
    says="You divided by the variance, or a power of it, instead of its root. A token of variance 4 has to be halved, "
    "not quartered; check the variance of what you return.",
)
def root_forgotten(x: Tensor, eps: float = 1e-5, *, power: float) -> Tensor:
    """Dividing by the variance gives variance 1."""
    return (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True, correction=0) + eps) ** power


# hyunwoongko/transformer#7: sqrt(std + eps)
@misconception(
    "standardise",
    statement="T4",
    says="You took the root twice: under your root stands the standard deviation, which is a root already. T4 has the "
    "variance there.",
)
def root_twice(x: Tensor, eps: float = 1e-5) -> Tensor:
    """Under the root stands the standard deviation."""
    return (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True, correction=0) + eps).sqrt()


# pytorch/pytorch#4320, keras-team/keras#2960
@misconception(
    "standardise",
    statement="T4",
    says="There is no ε in your denominator. For most tokens nobody notices; for a small one the result is too large, "
    "and where all features are equal it is 0/0 (T4, T5).",
)
def eps_forgotten(x: Tensor, eps: float = 1e-5) -> Tensor:
    """ε is a detail that changes nothing."""
    return (x - x.mean(-1, keepdim=True)) / x.var(-1, keepdim=True, correction=0).sqrt()


# huggingface/transformers#532, keras-team/keras-hub#642, apple/axlearn#397
@misconception(
    "standardise",
    statement="T4",
    variants=({"used": 1e-5}, {"used": 1e-6}, {"used": 1e-8}),
    says="You added {used:g} to the variance, whatever was asked for. It is the argument `eps` that counts, and 1e-5 "
    "where none is given.",
)
def eps_ignored(x: Tensor, eps: float = 1e-5, *, used: float) -> Tensor:
    """ε is always the same small number."""
    return _standardise(x, used)


# mit-han-lab/omniserve#32, keras-team/keras#21234
@misconception(
    "standardise",
    statement="T7",
    variants=({"centred": False}, {"centred": True}),
    says="The mean is still in your result: you divided and did not subtract, as RMSNorm does. Layer normalisation "
    "subtracts the token's mean first, and so forgets any shift (T7).",
)
def not_centred(x: Tensor, eps: float = 1e-5, *, centred: bool) -> Tensor:
    """Normalising means bringing to a common size."""
    square = x.var(-1, keepdim=True, correction=0) if centred else x.pow(2).mean(-1, keepdim=True)
    return x / (square + eps).sqrt()


@misconception(
    "standardise",
    statement="T7",
    says="You subtracted the mean and left the size as it was. A token that is stretched by 3 still comes out three "
    "times as large (T7); what has to be done about that?",
)
def centred_only(x: Tensor, eps: float = 1e-5) -> Tensor:
    """Normalising means subtracting the mean."""
    return x - x.mean(-1, keepdim=True)


@misconception(
    "standardise",
    name="mutates_input",
    statement="T6",
    matches=_wrote_in_place,
    says="Your code wrote into x, with `-=`, `/=` or a method that ends in `_`. x belongs to the caller (T6): the "
    "residual connection around a norm still needs it, and autograd may as well.",
)
def standardises_in_place(x: Tensor, eps: float = 1e-5) -> Tensor:
    """`x -= …` gives x a new value and leaves the caller's alone."""
    x -= x.mean(-1, keepdim=True)
    x /= (x.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    return x


# --- LayerNorm ----------------------------------------------------------------------------------------------------


class _Norm(nn.Module):
    """The right answer, in pieces that can be replaced one by one."""

    first_weight: ClassVar[float] = 1.0
    first_bias: ClassVar[float] = 0.0

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.full((d_model,), self.first_weight))
        self.bias = nn.Parameter(torch.full((d_model,), self.first_bias))
        self.eps = eps

    def normed(self, x: Tensor) -> Tensor:
        return _standardise(x, self.eps)

    def forward(self, x: Tensor) -> Tensor:
        return self.weight * self.normed(x) + self.bias


# google/objax#94, huggingface/transformers#171, databricks/dbrx#35
@misconception(
    "LayerNorm",
    statement="T8",
    variants=(
        {"first_weight": 0.0, "first_bias": 0.0},
        {"first_weight": 0.0, "first_bias": 1.0},
        {"first_weight": 1.0, "first_bias": 1.0},
    ),
    says="A fresh norm of yours does more than standardise: its gain starts at {first_weight:g} and its bias at "
    "{first_bias:g}. Which values of the two leave x̂ as it is (T8)?",
)
class WrongStart(_Norm):
    """Parameters start at zero, or at one."""


def _random_start(seen: Observation) -> bool:
    value = seen.value
    if not (isinstance(value, dict) and value.keys() == {"weight", "bias"}):
        return False
    return any(bool(entry.numel() > 1 and entry.std() > 0) for entry in value.values())


# databricks/dbrx#35, keras-team/keras#1861
@misconception(
    "LayerNorm",
    statement="T8",
    matches=_random_start,
    says="Your gain or bias starts with random numbers, as weights of a linear layer do. There the units have to be "
    "told apart; here each belongs to a feature of its own, and a fresh norm is to do nothing but standardise (T8).",
)
class RandomStart(_Norm):
    """Parameters start at random."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__(d_model, eps)
        nn.init.normal_(self.weight)


# jinzishuai/learn2deeplearn#24: are gain and bias numbers or vectors?
@misconception(
    "LayerNorm",
    statement="T8",
    says="Your gain and bias are one number each, for all features together. T8 has one of each *for every feature*, "
    "so that a norm can turn one feature up and another down.",
)
class SingleGain(_Norm):
    """A norm learns one scale and one shift."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__(1, eps)


# Kyubyong/transformer#42, hyunwoongko/transformer#6: should they be trained at all?
@misconception(
    "LayerNorm",
    statement="T8",
    matches=lambda seen: isinstance(seen.value, dict) and not seen.value,
    says="Your module owns no parameters. A plain tensor in an attribute is not found by `parameters()`, no optimiser "
    "trains it, and `state_dict()` does not save it (T8). What turns a tensor into a parameter?",
)
class NotRegistered(_Norm):
    """A tensor in an attribute is a parameter."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__(d_model, eps)
        weight, bias = self.weight.detach(), self.bias.detach()
        del self.weight, self.bias
        self.weight, self.bias = weight, bias  # type: ignore[assignment]


# harvard-edge/cs249r_book#1504, facebookresearch/shumai#116
@misconception(
    "LayerNorm",
    statement="T8",
    says="Gain and bias are there and no gradient reaches them: as buffers, without `requires_grad`, or used by way of "
    "`.data` or `.detach()`. They are learnt like all weights (T8).",
)
class NotTrained(_Norm):
    """Gain and bias are constants."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__(d_model, eps)
        self.requires_grad_(False)


@misconception(
    "LayerNorm",
    statement="T8",
    says="Gain and bias are exchanged: you multiplied by the bias and added the gain. A fresh norm would return ones "
    "for everything.",
)
class Exchanged(_Norm):
    """It does not matter which of the two is called weight."""

    def forward(self, x: Tensor) -> Tensor:
        """The names in the wrong places."""
        return self.bias * self.normed(x) + self.weight


@misconception(
    "LayerNorm",
    statement="T8",
    says="The bias was added before the gain, so that the gain multiplies it too. In T8 the gain belongs to x̂ alone.",
)
class BiasBeforeGain(_Norm):
    """Shift first, then scale."""

    def forward(self, x: Tensor) -> Tensor:
        """The sum before the product."""
        return self.weight * (self.normed(x) + self.bias)


@misconception(
    "LayerNorm",
    statement="T8",
    says="Your gain is applied to x before the statistics are taken. A common factor in it then has no effect at all "
    "(T7). T8 applies it to the standardised token.",
)
class GainBeforeNorm(_Norm):
    """Gain and bias prepare the token for normalisation."""

    def forward(self, x: Tensor) -> Tensor:
        """The affine map inside."""
        return self.normed(self.weight * x + self.bias)


@misconception(
    "LayerNorm",
    statement="T8",
    variants=({"part": "gain"}, {"part": "bias"}, {"part": "gain and bias"}),
    says="Your output is the standardised token without its {part}. The parameters exist, but `forward` does not use "
    "all of them (T8).",
)
class NotApplied(_Norm):
    """Once a parameter is registered, the module applies it."""

    part: ClassVar[str]

    def forward(self, x: Tensor) -> Tensor:
        """One half, or nothing, of the affine map."""
        if self.part == "gain":
            return self.normed(x) + self.bias
        return self.normed(x) * (self.weight if self.part == "bias" else 1)


# pytorch/functorch#807: no gradient by way of the saved mean and rstd
@misconception(
    "LayerNorm",
    statement="T9",
    says="Mean and variance are constants in your backward pass: they were detached, or computed without autograd. But "
    "they depend on x, and the last two terms of T9 are what comes back through them.",
)
class StatisticsDetached(_Norm):
    """The statistics are measurements, not part of the function."""

    def normed(self, x: Tensor) -> Tensor:
        """With statistics that autograd does not see."""
        mean, variance = _over(x.detach(), (-1,))
        return (x - mean) / (variance + self.eps).sqrt()


# huggingface/transformers#532, apple/axlearn#397
@misconception(
    "LayerNorm",
    name="eps_ignored",
    statement="T4",
    variants=({"used": 1e-5}, {"used": 1e-6}, {"used": 1e-8}, {"used": 0.0}),
    says="Your norm adds {used:g} to the variance, whatever it was made with. The argument `eps` has to be kept and "
    "used, and is 1e-5 where none is given (T4).",
)
class EpsIgnored(_Norm):
    """ε is always the same small number."""

    used: ClassVar[float]

    def normed(self, x: Tensor) -> Tensor:
        """With an eps of its own."""
        return _standardise(x, self.used)


# codertimo/BERT-pytorch#30, hkproj/pytorch-transformer#31
@misconception(
    "LayerNorm",
    name="eps_outside",
    statement="T4",
    says="ε is added to the standard deviation, outside the root, as it would be with `std() + eps`. T4 adds it to the "
    "variance.",
)
class EpsOutside(_Norm):
    """A small number in the denominator is a small number in the denominator."""

    def normed(self, x: Tensor) -> Tensor:
        """With eps beside the root."""
        return eps_outside(x, self.eps)


# harvardnlp/annotated-transformer#119, hyunwoongko/transformer#7
@misconception(
    "LayerNorm",
    name="unbiased",
    statement="T3",
    variants=({"outside": True}, {"outside": False}),
    says="Your standardised tokens are a little too small: `std` and `var` divide by d - 1 unless told otherwise. T3 "
    "has the plain average over all d features.",
)
class Unbiased(_Norm):
    """`x.std(-1)` is the root of the formula."""

    outside: ClassVar[bool]

    def normed(self, x: Tensor) -> Tensor:
        """With the corrected spread."""
        return unbiased_tokens(x, self.eps, outside=self.outside)


# tensorpack/tensorpack#1482, jadore801120/attention-is-all-you-need-pytorch#17
@misconception(
    "LayerNorm",
    name="wrong_axis",
    statement="T1",
    variants=({"dims": (0,)}, {"dims": (1,)}, {"dims": (0, 1)}, {"dims": (1, 2)}),
    says="Your statistics mix tokens: they run over axes {dims} of (batch, time, feature). T1 takes them over the "
    "features of one token.",
)
class WrongAxis(_Norm):
    """A layer's statistics run over more than one token."""

    dims: ClassVar[tuple[int, ...]]

    def normed(self, x: Tensor) -> Tensor:
        """Over other axes."""
        return _along(x, self.dims, self.eps)


# --- input_gradient -----------------------------------------------------------------------------------------------


def _scale(x: Tensor, eps: float) -> Tensor:
    return (x.var(-1, keepdim=True, correction=0) + eps).sqrt()


def _mean(x: Tensor) -> Tensor:
    return x.mean(-1, keepdim=True)


def _projected(g: Tensor, normed: Tensor) -> Tensor:
    """g without its mean and without its part along x̂."""
    return g - _mean(g) - normed * _mean(g * normed)


# denizyuret/Knet.jl#288: the gain missing in one term of the backward pass
@misconception(
    "input_gradient",
    statement="T9",
    says="The gain is missing. On its way back the gradient meets the last operation first: that is the multiplication "
    "by the gain, and it turns v into g = weight ∘ v (T9).",
)
def gain_forgotten(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The gain only matters in the forward pass."""
    return _projected(v, _standardise(x, eps)) / _scale(x, eps)


@misconception(
    "input_gradient",
    statement="T9",
    says="You multiplied by the gain at the end. Backwards it comes *first*, because forwards it came last: the means "
    "of T9 are those of g = weight ∘ v, not of v.",
)
def gain_at_the_end(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The operations keep their order on the way back."""
    return weight * _projected(v, _standardise(x, eps)) / _scale(x, eps)


# pytorch/functorch#807
@misconception(
    "input_gradient",
    statement="T9",
    says="You differentiated as if mean and variance were constants: weight ∘ v divided by the root is the first term "
    "of T9 only. Change one feature of a token, and its mean and variance change with it, and so do all the others.",
)
def statistics_constant(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """A norm multiplies by a number, so its gradient is divided by it."""
    return weight * v / _scale(x, eps)


# apache/mxnet#1053, pjreddie/darknet#29: which terms come by way of the mean?
@misconception(
    "input_gradient",
    statement="T9",
    says="The mean of g has not been subtracted. It is what comes back through the token's mean (T9). Shifting x does "
    "not change the output, so your gradient should add up to zero over the features, and it does not.",
)
def mean_term_missing(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The mean is a constant, only the variance depends on x."""
    g, normed = weight * v, _standardise(x, eps)
    return (g - normed * _mean(g * normed)) / _scale(x, eps)


@misconception(
    "input_gradient",
    statement="T9",
    says="The term with x̂ is missing. It is what comes back through the variance (T9). Stretching x does not change "
    "the output, so your gradient should be at right angles to x - mean, and it is not.",
)
def variance_term_missing(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The variance is a constant, only the mean depends on x."""
    g = weight * v
    return (g - _mean(g)) / _scale(x, eps)


# tenstorrent/tt-metal#53204
@misconception(
    "input_gradient",
    statement="T9",
    says="The mean of g is subtracted twice. T9 has it once: what comes back through the mean inside the variance is "
    "zero, because deviations add up to zero.",
)
def mean_subtracted_twice(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The mean occurs twice in the formula, so its term does too."""
    g = weight * v
    return (_projected(g, _standardise(x, eps)) - _mean(g)) / _scale(x, eps)


@misconception(
    "input_gradient",
    statement="T9",
    variants=({"power": 0}, {"power": 2}),
    says="The brackets of T9 are right and what they are divided by is not. It is the same root as in the forward "
    "pass, once: not its square, and not 1.",
)
def wrong_division(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5, *, power: int) -> Tensor:
    """The scale has gone with the standardisation."""
    return _projected(weight * v, _standardise(x, eps)) / _scale(x, eps) ** power


@misconception(
    "input_gradient",
    statement="T9",
    says="You summed where T9 takes means. Both corrections are then d times too large; the d of the mean comes from "
    "differentiating μ and σ², which are means themselves.",
)
def sums_for_means(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """Gradients are summed, not averaged."""
    g, normed = weight * v, _standardise(x, eps)
    return (g - g.sum(-1, keepdim=True) - normed * (g * normed).sum(-1, keepdim=True)) / _scale(x, eps)


@misconception(
    "input_gradient",
    statement="T9",
    variants=({"centred": True}, {"centred": False}),
    says="In the last term stands x, or x - mean, where T9 has the standardised x̂. Both factors x̂ carry a division "
    "by the root; without it the term is too large by the variance.",
)
def raw_token_in_last_term(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5, *, centred: bool) -> Tensor:
    """x̂ is another name for the input."""
    return _projected(weight * v, x - _mean(x) if centred else x) / _scale(x, eps)


@misconception(
    "input_gradient",
    statement="T9",
    says="Your last term is added, T9 subtracts it. The norm removes the part of g along x̂; with this sign you double "
    "it.",
)
def wrong_sign(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The derivative of a fraction adds its terms."""
    g, normed = weight * v, _standardise(x, eps)
    return (g - _mean(g) + normed * _mean(g * normed)) / _scale(x, eps)


# the means of batch normalisation, as in BVLC/caffe#4110
@misconception(
    "input_gradient",
    statement="T1",
    variants=({"dims": (0, 1, 2)}, {"dims": (0, 1)}, {"dims": (1, 2)}, {"dims": (0,)}, {"dims": (1,)}),
    says="The means in your gradient run over axes {dims}, so that tokens trade gradients. The statistics of a token "
    "came from its own features (T1), and what comes back through them goes to these alone.",
)
def means_across_tokens(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5, *, dims: tuple[int, ...]) -> Tensor:
    """The formula is that of batch normalisation."""
    g, normed = weight * v, _standardise(x, eps)
    product = (g * normed).mean(dims, keepdim=True)
    return (g - g.mean(dims, keepdim=True) - normed * product) / _scale(x, eps)


# harvardnlp/annotated-transformer#119
@misconception(
    "input_gradient",
    name="unbiased",
    statement="T3",
    says="Your x̂ and your root use the variance with d - 1, as `var` and `std` compute it unless told otherwise. "
    "Forward pass and gradient have to use the same variance, that of T3.",
)
def unbiased_gradient(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """`var` computes the variance of T3."""
    scale = (x.var(-1, keepdim=True) + eps).sqrt()
    return _projected(weight * v, (x - _mean(x)) / scale) / scale


@misconception(
    "input_gradient",
    name="eps_ignored",
    statement="T9",
    variants=({"used": 0.0}, {"used": 1e-5}, {"used": 1e-6}, {"used": 1e-8}),
    says="Your gradient uses ε = {used:g}, whatever was asked for. With the ε of the argument, and 1e-5 where none is "
    "given, in x̂ and in the root, T9 is exact.",
)
def eps_ignored_in_gradient(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5, *, used: float) -> Tensor:
    """ε does not matter for gradients."""
    return _projected(weight * v, _standardise(x, used)) / _scale(x, used)


@misconception(
    "input_gradient",
    name="eps_in_one_place",
    statement="T9",
    variants=({"place": "the root"}, {"place": "x̂"}),
    says="ε stands in {place} only. T9 needs it in both places, for the root in front and the one inside x̂ are the "
    "same number.",
)
def eps_once(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5, *, place: str) -> Tensor:
    """ε guards one division."""
    in_root, in_token = (eps, 0.0) if place == "the root" else (0.0, eps)
    return _projected(weight * v, _standardise(x, in_token)) / _scale(x, in_root)


@misconception(
    "input_gradient",
    name="eps_outside",
    statement="T4",
    says="In your denominators ε stands outside the root. T4 adds it to the variance, and the gradient has to fit the "
    "forward pass.",
)
def eps_outside_in_gradient(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """A small number in the denominator is a small number in the denominator."""
    scale = x.std(-1, keepdim=True, correction=0) + eps
    return _projected(weight * v, (x - _mean(x)) / scale) / scale


# pytorch/pytorch#63541, HomericIntelligence/Odyssey#3666
@misconception(
    "input_gradient",
    statement="T9",
    says="You ignored v: your result is the gradient of the *sum* of the outputs, as from `.sum().backward()`. That "
    "puts ones in the place of v, and for equal gains a norm turns ones into zero (T10).",
)
def ones_for_v(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The gradient of an output is the gradient of its sum."""
    return _projected(weight.expand_as(v), _standardise(x, eps)) / _scale(x, eps)


@misconception(
    "input_gradient",
    name="mutates_input",
    statement="T6",
    matches=_wrote_in_place,
    says="After the call x, v or the gain is not what it was: its values, its `requires_grad` or its `.grad` changed. "
    "They belong to the caller (T6). T9 needs no autograd; if you prefer it, use a detached copy and "
    "`torch.autograd.grad`.",
)
def marks_its_inputs(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """To differentiate with respect to x one has to mark x itself."""
    x.requires_grad_()
    (weight * _standardise(x, eps)).backward(v)
    assert x.grad is not None
    return x.grad.clone()


# --- split_gradient -----------------------------------------------------------------------------------------------

Parts = tuple[Tensor, Tensor, Tensor]


def _along_direction(g: Tensor, direction: Tensor) -> Tensor:
    """The part of g along a direction, token by token; zero where there is none."""
    squares = direction.pow(2).sum(-1, keepdim=True)
    return torch.where(squares > 0, (g * direction).sum(-1, keepdim=True) / squares, 0.0) * direction


def _shift(g: Tensor) -> Tensor:
    return _mean(g).expand_as(g)


@misconception(
    "split_gradient",
    statement="T11",
    says="Your stretch lies along x itself. That direction contains some of the shift, so the two parts overlap and "
    "are not at right angles. T11 stretches the token about its mean.",
)
def stretch_along_x(x: Tensor, g: Tensor) -> Parts:
    """Stretching a token moves it along itself."""
    shift, stretch = _shift(g), _along_direction(g, x)
    return shift, stretch, g - shift - stretch


@misconception(
    "split_gradient",
    statement="T11",
    variants=({"divisor": "one"}, {"divisor": "length"}, {"divisor": "spread"}),
    says="The direction of your stretch is right and its length is not. The part of g along c is (g · c)/(c · c) times "
    "c: the length of c has to cancel *twice*, since c occurs twice in the numerator.",
)
def stretch_of_wrong_length(x: Tensor, g: Tensor, divisor: str) -> Parts:
    """A dot product is a projection."""
    c = x - _mean(x)
    squares = c.pow(2).sum(-1, keepdim=True)
    length = {"one": torch.ones_like(squares), "length": squares.sqrt(), "spread": squares / x.shape[-1]}[divisor]
    stretch = torch.where(squares > 0, (g * c).sum(-1, keepdim=True) / length, 0.0) * c
    return _shift(g), stretch, g - _shift(g) - stretch


@misconception(
    "split_gradient",
    statement="T11",
    says="Your shift holds the sum of g in every feature. Projecting onto (1, …, 1) divides by the length of that "
    "vector squared, which is d: what is left of the sum?",
)
def sum_for_shift(x: Tensor, g: Tensor) -> Parts:
    """The part along (1, …, 1) is the dot product with it."""
    shift, stretch = g.sum(-1, keepdim=True).expand_as(g), _along_direction(g, x - _mean(x))
    return shift, stretch, g - shift - stretch


@misconception(
    "split_gradient",
    statement="T11",
    variants=({"whole": False}, {"whole": True}),
    says="You returned coefficients where vectors were asked for: one number for each token says how long a part is, "
    "the part itself is shaped like x.",
)
def coefficients(x: Tensor, g: Tensor, whole: bool) -> Parts:
    """A part is given by its coefficient."""
    c = x - _mean(x)
    stretch = _along_direction(g, c)
    coefficient = stretch if whole else (g * c).sum(-1, keepdim=True) / c.pow(2).sum(-1, keepdim=True)
    return _mean(g), coefficient, g - _shift(g) - stretch


@misconception(
    "split_gradient",
    statement="T11",
    says="Shift and stretch are in each other's place. The shift is the same number for all features of a token and "
    "comes first.",
)
def parts_exchanged(x: Tensor, g: Tensor) -> Parts:
    """The order of the parts does not matter."""
    shift, stretch = _shift(g), _along_direction(g, x - _mean(x))
    return stretch, shift, g - shift - stretch


@misconception(
    "split_gradient",
    statement="T11",
    variants=({"kept": "stretch"}, {"kept": "shift"}),
    says="The {kept} is still in your rest: the three parts add up to more than g. T10 names two directions, and the "
    "rest is at right angles to both.",
)
def one_direction_kept(x: Tensor, g: Tensor, kept: str) -> Parts:
    """A norm removes the mean, or the length, from a gradient."""
    shift, stretch = _shift(g), _along_direction(g, x - _mean(x))
    return shift, stretch, g - (shift if kept == "stretch" else stretch)


@misconception(
    "split_gradient",
    statement="T11",
    says="Your rest has been divided by the token's standard deviation. That makes it the gradient of T10; the three "
    "parts of T11, though, add up to g.",
)
def rest_divided(x: Tensor, g: Tensor) -> Parts:
    """The rest is the gradient at x."""
    shift, stretch = _shift(g), _along_direction(g, x - _mean(x))
    return shift, stretch, (g - shift - stretch) / x.std(-1, keepdim=True, correction=0)


@misconception(
    "split_gradient",
    statement="T1",
    says="Your projection multiplies and adds over all tokens together. Every token has a shift and a stretch of its "
    "own (T1): the sums run over the last axis.",
)
def projected_together(x: Tensor, g: Tensor) -> Parts:
    """A dot product runs over all entries."""
    shift, c = _shift(g), x - _mean(x)
    stretch = (g * c).sum() / c.pow(2).sum() * c
    return shift, stretch, g - shift - stretch


# pytorch/pytorch#4132, pytorch/pytorch#4320
@misconception(
    "split_gradient",
    statement="T5",
    matches=lambda seen: isinstance(seen.value, tuple) and any(bool(torch.isnan(part).any()) for part in seen.value),
    says="Your result has NaN in it. For a token of equal features x - mean is zero, and you divided by its length: "
    "0/0. Such a token has no direction of stretch, so nothing lies along it (T5).",
)
def nan_for_constant(x: Tensor, g: Tensor) -> Parts:
    """Features are never all equal."""
    c = x - _mean(x)
    stretch = (g * c).sum(-1, keepdim=True) / c.pow(2).sum(-1, keepdim=True) * c
    return _shift(g), stretch, g - _shift(g) - stretch


@misconception(
    "split_gradient",
    name="mutates_input",
    statement="T6",
    matches=_wrote_in_place,
    says="Your code wrote into x or g, with `-=` or a method that ends in `_`. `rest = g` makes a second name, not a "
    "copy; x and g belong to the caller (T6).",
)
def rest_written_into_g(x: Tensor, g: Tensor) -> Parts:
    """`rest = g` makes a copy."""
    shift, stretch = _shift(g).clone(), _along_direction(g, x - _mean(x))
    rest = g
    rest -= shift
    rest -= stretch
    return shift, stretch, rest


# --- fold_gain ----------------------------------------------------------------------------------------------------


def _linear(weight: Tensor, bias: Tensor) -> nn.Linear:
    layer = nn.Linear(weight.shape[1], weight.shape[0], dtype=weight.dtype)
    layer.load_state_dict({"weight": weight.detach(), "bias": bias.detach()})
    return layer


def _bias(linear: nn.Linear) -> Tensor:
    missing: Tensor | None = linear.bias
    return linear.weight.new_zeros(linear.out_features) if missing is None else missing


# TransformerLensOrg/TransformerLens#1580: weights of shape (out, in) folded as if they were (in, out)
@misconception(
    "fold_gain",
    statement="T12",
    says="You scaled the outputs of the linear layer. The gain belongs to its *inputs*. nn.Linear keeps its weight as "
    "(out, in): which axis of it has one entry for every input feature? A square matrix does not complain about the "
    "wrong one.",
)
def rows_scaled(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """The gain goes in front of the matrix."""
    return _linear(norm.weight[:, None] * linear.weight, _bias(linear) + linear.weight @ norm.bias)


@misconception(
    "fold_gain",
    name="no_new_bias",
    statement="T12",
    says="Where the linear layer had no bias, your new one has none either, and β is lost. W β is not zero just "
    "because there was nothing to add it to.",
)
def keeps_missing_bias(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """What had no bias needs none."""
    own: Tensor | None = linear.bias
    bias = linear.weight.new_zeros(linear.out_features) if own is None else own + linear.weight @ norm.bias
    return _linear(linear.weight * norm.weight, bias)


@misconception(
    "fold_gain",
    statement="T12",
    says="The norm's bias is missing. Put x̂ = 0 into linear(norm(x)): what comes out is not the linear layer's bias "
    "alone.",
)
def norm_bias_forgotten(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """Only the gain needs folding."""
    return _linear(linear.weight * norm.weight, _bias(linear))


@misconception(
    "fold_gain",
    statement="T12",
    says="You added the norm's bias to the linear layer's. It lives in front of the matrix, though, among the inputs, "
    "and has to pass through it to get to the outputs.",
)
def norm_bias_not_mapped(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """Biases add up."""
    return _linear(linear.weight * norm.weight, _bias(linear) + norm.bias)


@misconception(
    "fold_gain",
    statement="T12",
    says="Your new bias has the gain in it: you sent the norm's bias through the matrix that was scaled already. T8 "
    "adds β after the gain, so β meets the original matrix only.",
)
def bias_through_folded_weight(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """The new matrix has to be used throughout."""
    weight = linear.weight * norm.weight
    return _linear(weight, _bias(linear) + weight @ norm.bias)


@misconception(
    "fold_gain",
    statement="T12",
    says="The linear layer's own bias is missing from the new one. It was there before the folding, and nothing has "
    "made it superfluous.",
)
def own_bias_forgotten(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """The new bias replaces the old."""
    return _linear(linear.weight * norm.weight, linear.weight @ norm.bias)


@misconception(
    "fold_gain",
    statement="T12",
    says="The gain is missing from the new weight; only the biases were combined. The new layer is fed x̂, to which "
    "nobody has applied a gain.",
)
def gain_not_folded(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """The gain stays in the norm."""
    return _linear(linear.weight, _bias(linear) + linear.weight @ norm.bias)


@misconception(
    "fold_gain",
    statement="T12",
    says="You divided by the gain. The new layer has to do what the gain did, so it multiplies as the gain did.",
)
def divided_by_gain(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """The new layer has to undo the gain."""
    return _linear(linear.weight / norm.weight, _bias(linear) + linear.weight @ norm.bias)


@misconception(
    "fold_gain",
    statement="T12",
    says="The linear layer was made with `bias=False`, so its `bias` is None, and your code stumbled over that. The "
    "new layer needs a bias all the same, for β has to go somewhere.",
    matches=lambda seen: seen.raised in ("TypeError", "AttributeError") and "None" in seen.raised_text,
)
def bias_taken_for_granted(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """Every linear layer has a bias."""
    return _linear(linear.weight * norm.weight, linear.bias + linear.weight @ norm.bias)


@misconception(
    "fold_gain",
    name="mutates_input",
    statement="T6",
    matches=_wrote_in_place,
    says="Your code wrote into the layer or the norm that it was given. They belong to the caller (T6): folding twice "
    "would apply the gain twice. Make a new nn.Linear and write into that.",
)
def folded_in_place(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """The old layer is no longer needed."""
    folded = linear
    with torch.no_grad():
        bias = _bias(linear) + linear.weight @ norm.bias
        folded.weight.mul_(norm.weight)
        folded.bias = nn.Parameter(bias)
    return folded


# --- NormalisedStack ----------------------------------------------------------------------------------------------


class _Stack(nn.Module):
    """The right answer, in pieces that can be replaced one by one."""

    def __init__(self, sublayers: Sequence[nn.Module], d_model: int, placement: str) -> None:
        super().__init__()
        if placement not in ("pre", "post"):
            raise ValueError(placement)
        self.placement = placement
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = self.make_norms(len(sublayers), d_model)
        self.final_norm = self.make_final(d_model)

    def make_norms(self, count: int, d_model: int) -> Any:
        return nn.ModuleList(nn.LayerNorm(d_model) for _ in range(count))

    def make_final(self, d_model: int) -> nn.Module:
        return nn.LayerNorm(d_model) if self.placement == "pre" else nn.Identity()

    def step(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Tensor:
        result: Tensor = self.pre(x, f, norm) if self.placement == "pre" else self.post(x, f, norm)
        return result

    def pre(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Any:
        return x + f(norm(x))

    def post(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Any:
        return norm(x + f(x))

    def forward(self, x: Tensor) -> Tensor:
        for f, norm in zip(self.sublayers, self.norms, strict=True):
            x = self.step(x, f, norm)
        result: Tensor = self.final_norm(x)
        return result


# harvardnlp/annotated-transformer#1 and #13, d2l-ai/d2l-en#803, tensorflow/models#9789
@misconception(
    "NormalisedStack",
    statement="T13",
    says="Your two placements are exchanged. The name says where the norm stands, seen from the sublayer: *pre* is in "
    "front of it, inside the branch, and *post* comes after the sum (T13).",
)
class PlacementsExchanged(_Stack):
    """Pre-norm means that the norm of the sum comes first."""

    def step(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Tensor:
        """The other one."""
        result: Tensor = self.post(x, f, norm) if self.placement == "pre" else self.pre(x, f, norm)
        return result


# Howuhh/faster-trajectory-transformer#3, pytorch/pytorch#61165, tracel-ai/burn#1056
@misconception(
    "NormalisedStack",
    statement="T13",
    says="In your pre-norm the shortcut carries norm(x) instead of x. It happens when a line `x = norm(x)` stands "
    "before the addition. T13 leaves the shortcut alone: the norm is for the sublayer only.",
)
class NormalisedShortcut(_Stack):
    """Pre-norm means: first normalise x, then do the residual step."""

    def pre(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Any:
        """The norm in front of both ways."""
        x = norm(x)
        return x + f(x)


# harvardnlp/annotated-transformer#110, intro-llm/intro-llm.github.io#51
@misconception(
    "NormalisedStack",
    statement="T13",
    variants=({"where": "pre-norm"}, {"where": "post-norm"}, {"where": "pre-norm and post-norm"}),
    says="In your {where} the norm is applied to what the sublayer returns. T13 knows two places: on what goes into "
    "the sublayer, and on the sum.",
)
class NormOfBranch(_Stack):
    """The norm keeps the sublayer's output small."""

    where: ClassVar[str]

    def step(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Tensor:
        """A norm between sublayer and sum."""
        if f"{self.placement}-norm" in self.where:
            branch: Tensor = norm(f(x))
            return x + branch
        return super().step(x, f, norm)


# brightmart/albert_zh#41, marian-nmt/marian-dev#719, NVIDIA-NeMo/Speech#2197
@misconception(
    "NormalisedStack",
    statement="T14",
    says="In pre-norm nothing has normalised the stream itself when it leaves your stack. Whatever reads it next gets "
    "a number that has grown with the depth; T14 puts one more norm there.",
)
class NoFinalNorm(_Stack):
    """One norm for each sublayer is all it takes."""

    def make_final(self, d_model: int) -> nn.Module:
        """None."""
        return nn.Identity()


# pytorch/pytorch#50086, pytorch/pytorch#51447
@misconception(
    "NormalisedStack",
    statement="T14",
    says="Your post-norm stack has a final norm too. Its stream has just been normalised by the last sublayer's norm, "
    "so it is normalised twice; T14 wants the final norm for pre-norm only.",
)
class FinalNormInBoth(_Stack):
    """A stack ends with a norm."""

    def make_final(self, d_model: int) -> nn.Module:
        """Always one."""
        return nn.LayerNorm(d_model)


# bentrevett/pytorch-seq2seq#100, allenai/OLMo#222, henry9zhr/QANet-pytorch#7
@misconception(
    "NormalisedStack",
    statement="T15",
    says="All your sublayers share one norm. They then share its gain and bias, and none can have the scale that suits "
    "it (T15). `[norm] * L` does that too: it repeats the same object.",
)
class SharedNorm(_Stack):
    """A norm is a function, so one is enough."""

    def make_norms(self, count: int, d_model: int) -> Any:
        """One object, many times."""
        return nn.ModuleList([nn.LayerNorm(d_model)] * count)


@misconception(
    "NormalisedStack",
    statement="T15",
    says="Some of your modules stand in a plain Python list. `parameters()` does not look into lists, so an optimiser "
    "never hears of their weights; nn.ModuleList is made for this.",
)
class PlainList(_Stack):
    """A list of modules belongs to the module."""

    def make_norms(self, count: int, d_model: int) -> Any:
        """A list."""
        return [nn.LayerNorm(d_model, dtype=torch.float64) for _ in range(count)]


# probml/pml-book#709
@misconception(
    "NormalisedStack",
    statement="T13",
    says="In your pre-norm the shortcut ends in front of the sublayer: you returned f(norm(x) + x). T13 adds x "
    "*behind* it, so that one way leads past the sublayer.",
)
class SumInFront(_Stack):
    """The sum is what the sublayer works on."""

    def pre(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Any:
        """The sum inside."""
        return f(norm(x) + x)


@misconception(
    "NormalisedStack",
    statement="T13",
    variants=({"where": "pre-norm"}, {"where": "post-norm"}, {"where": "pre-norm and post-norm"}),
    says="Your {where} has no shortcut: x does not occur in the sum. The norm is an addition to the residual "
    "connection, not a replacement for it (T13).",
)
class NoShortcut(_Stack):
    """With norms, shortcuts are no longer needed."""

    where: ClassVar[str]

    def step(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Tensor:
        """Sublayer and norm in a row."""
        if f"{self.placement}-norm" in self.where:
            result: Tensor = f(norm(x)) if self.placement == "pre" else norm(f(x))
            return result
        return super().step(x, f, norm)


@misconception(
    "NormalisedStack",
    statement="T13",
    says="Your post-norm normalises twice: in front of the sublayer and after the sum. The second is enough, for the "
    "next sublayer gets what it returns (T13).",
)
class NormedTwice(_Stack):
    """One norm more does no harm."""

    def post(self, x: Tensor, f: nn.Module, norm: nn.Module) -> Any:
        """Both places at once."""
        return norm(x + f(norm(x)))


@misconception(
    "NormalisedStack",
    name="accepts_anything",
    statement="T13",
    matches=_was_accepted,
    says="For the placement {choice!r} your class built something. It knows two; anything else is the caller's "
    "mistake, and `ValueError` says so, as early as in `__init__`.",
)
class AcceptsAnyPlacement(_Stack):
    """What is not pre is post."""

    def __init__(self, sublayers: Sequence[nn.Module], d_model: int, placement: str) -> None:
        super().__init__(sublayers, d_model, "pre" if placement == "pre" else "post")


# --- relative_updates ---------------------------------------------------------------------------------------------


def _updates(
    sublayers: Sequence[Sublayer],
    x: Tensor,
    placement: str,
    measure: Callable[[Tensor, Tensor], Tensor] = lambda update, x: update.norm() / x.norm(),
) -> Tensor:
    """The right answer, with another measure of an update and the stream it is added to."""
    found = []
    for f in sublayers:
        update = f(_standardise(x)) if placement == "pre" else f(x)
        found.append(measure(update, x))
        x = x + update if placement == "pre" else _standardise(x + update)
    return torch.stack(found)


@misconception(
    "relative_updates",
    statement="T13",
    says="Your two placements are exchanged. In pre-norm each sublayer reads the standardised stream and adds to the "
    "one that is not; in post-norm the sum is standardised (T13).",
)
def exchanged(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """Pre-norm means that the norm of the sum comes first."""
    return _updates(sublayers, x, "post" if placement == "pre" else "pre")


@misconception(
    "relative_updates",
    statement="T16",
    says="You divided by the norm of what goes *into* the sublayer. In pre-norm that is the standardised stream, whose "
    "size never changes. Compare with the stream that the update is added to.",
)
def relative_to_input(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """The stream is what the sublayer sees."""
    if placement == "pre":
        return _updates(sublayers, x, placement, lambda update, x: update.norm() / _standardise(x).norm())
    return _updates(sublayers, x, placement)


@misconception(
    "relative_updates",
    statement="T16",
    says="You divided by the norm of the stream *after* the addition. The update is then counted on both sides of the "
    "fraction; h_l is the stream before it.",
)
def relative_to_sum(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """The stream is what comes out of the sublayer's step."""
    return _updates(sublayers, x, placement, lambda update, x: update.norm() / (x + update).norm())


@misconception(
    "relative_updates",
    statement="T16",
    says="Your fractions stand on their heads: stream over update. Asked for is how large the update is, measured by "
    "the stream.",
)
def upside_down(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """A ratio is a ratio."""
    return _updates(sublayers, x, placement, lambda update, x: x.norm() / update.norm())


@misconception(
    "relative_updates",
    statement="T16",
    says="You returned the norms of the updates, or of the stream, by themselves. An update of norm 5 is much to a "
    "stream of norm 10 and little to one of norm 100: what counts is the quotient.",
    variants=({"which": "update"}, {"which": "stream"}),
)
def not_relative(sublayers: Sequence[Sublayer], x: Tensor, placement: str, which: str) -> Tensor:
    """The size alone says how much a sublayer does."""
    return _updates(sublayers, x, placement, lambda update, x: update.norm() if which == "update" else x.norm())


@misconception(
    "relative_updates",
    statement="T16",
    says="You compared squares: each entry is the square of what it should be. A root is missing, or a variance stands "
    "where a norm was asked for.",
)
def squared(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """The sum of squares is the norm."""
    return _updates(sublayers, x, placement, lambda update, x: update.pow(2).sum() / x.pow(2).sum())


@misconception(
    "relative_updates",
    statement="T16",
    says="You divided token by token, or entry by entry, and averaged the quotients. A token with a small stream then "
    "counts as much as a large one. The two norms are taken over the whole tensor, and divided once.",
    variants=({"by": "token"}, {"by": "entry"}),
)
def mean_of_quotients(sublayers: Sequence[Sublayer], x: Tensor, placement: str, by: str) -> Tensor:
    """The mean of the quotients is the quotient of the means."""
    if by == "token":
        return _updates(sublayers, x, placement, lambda update, x: (update.norm(dim=-1) / x.norm(dim=-1)).mean())
    return _updates(sublayers, x, placement, lambda update, x: (update / x).abs().mean())


@misconception(
    "relative_updates",
    statement="T16",
    says="You compared standard deviations, which leave the mean out of account. The Euclidean norm takes all of an "
    "entry, not only how far it is from the mean.",
    variants=({"correction": 1}, {"correction": 0}),
)
def spreads_compared(sublayers: Sequence[Sublayer], x: Tensor, placement: str, correction: int) -> Tensor:
    """The size of a tensor is its standard deviation."""
    return _updates(
        sublayers, x, placement, lambda update, x: update.std(correction=correction) / x.std(correction=correction)
    )


@misconception(
    "relative_updates",
    statement="T16",
    says="Every sublayer of yours works on x itself: the stream does not move. Sublayer l reads and changes what the "
    "ones before it have left, h_l.",
)
def stream_stands_still(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """Every sublayer sees the input."""
    read = _standardise(x) if placement == "pre" else x
    return torch.stack([f(read).norm() / x.norm() for f in sublayers])


# Howuhh/faster-trajectory-transformer#3, pytorch/pytorch#61165
@misconception(
    "relative_updates",
    statement="T13",
    says="In your pre-norm the standardised stream replaces the stream: nothing can grow. `x = standardise(x)` before "
    "the addition does that; the shortcut of T13 carries x as it is.",
)
def stream_standardised(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """Pre-norm means: first normalise x, then do the residual step."""
    if placement == "post":
        return _updates(sublayers, x, placement)
    found = []
    for f in sublayers:
        x = _standardise(x)
        update = f(x)
        found.append(update.norm() / x.norm())
        x = x + update
    return torch.stack(found)


@misconception(
    "relative_updates",
    statement="T13",
    variants=({"where": "pre"}, {"where": "post"}, {"where": "pre and post"}),
    says="For the placement {where} there is no norm in your stack. Use `standardise`: in pre-norm on what the "
    "sublayer reads, in post-norm on the sum (T13).",
)
def norm_forgotten(sublayers: Sequence[Sublayer], x: Tensor, placement: str, where: str) -> Tensor:
    """The norms do not change the sizes."""
    if placement not in where:
        return _updates(sublayers, x, placement)
    found = []
    for f in sublayers:
        update = f(x)
        found.append(update.norm() / x.norm())
        x = x + update
    return torch.stack(found)


@misconception(
    "relative_updates",
    name="mutates_input",
    statement="T6",
    matches=_wrote_in_place,
    says="After the call x is not what it was: `h += …` adds to the tensor that was handed to you, since `h = x` makes "
    "no copy. x belongs to the caller (T6); `h = h + …` makes a new one.",
)
def stream_written_into_x(sublayers: Sequence[Sublayer], x: Tensor, placement: str) -> Tensor:
    """`h = x` makes a copy."""
    h = x
    found = []
    with torch.no_grad():
        for f in sublayers:
            update = f(_standardise(h)) if placement == "pre" else f(h)
            found.append(update.norm() / h.norm())
            h += update
            if placement == "post":
                h = _standardise(h)
    return torch.stack(found)
