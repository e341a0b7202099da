"""What students believe about Exercise 3, each belief as an implementation that is right in everything else."""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from grader.checks.misconceptions import misconception
from grader.checks.observation import Observation

Sublayer = Callable[[Tensor], Tensor]


def _update(x: Tensor, sublayer: Sublayer) -> Tensor:
    """sublayer(x), refused as T2 demands unless it has the shape of x."""
    update = sublayer(x)
    if update.shape != x.shape:
        raise ValueError("the sublayer's output has another shape than its input")
    return update


# --- residual_add -------------------------------------------------------------------------------------------------

ACCEPTED_ANY_SHAPE = (
    "A sublayer that turned {input} into {shape} was accepted, because torch stretched its output to fit. The result "
    "looks healthy, yet one number was added in many places where many different ones were meant. T2 asks you to "
    "compare the two shapes yourself, before you add, and to raise `ValueError` when they differ."
)


def _was_accepted(seen: Observation) -> bool:
    """A check of the shapes returns this word if nothing was raised."""
    return bool(seen.value == "accepted") if isinstance(seen.value, str) else False


@misconception("residual_add", statement="T2", says=ACCEPTED_ANY_SHAPE, matches=_was_accepted)
def silent_broadcast(x: Tensor, sublayer: Sublayer) -> Tensor:
    """torch complains by itself when shapes do not fit."""
    return x + sublayer(x)


TOO_FEW_DIGITS = (
    "Your result has fewer digits than the input: somewhere on the way the numbers were float32. Nothing here needs "
    "a conversion, for x and the sublayer's output have the same dtype, and so has their sum. Keep what you were "
    "given; in Part B the difference decides between a small number and 0."
)


@misconception(
    "residual_add",
    says=TOO_FEW_DIGITS,
    matches=lambda seen: isinstance(seen.value, Tensor) and seen.value.dtype in (torch.float32, torch.bfloat16),
)
def float_truncation(x: Tensor, sublayer: Sublayer) -> Tensor:
    """float32 is the standard type of a network."""
    return (x + _update(x, sublayer)).float()


@misconception(
    "residual_add", name="float_truncation", says=TOO_FEW_DIGITS, variants=({"early": True}, {"early": False})
)
def float_round_trip(x: Tensor, sublayer: Sublayer, early: bool) -> Tensor:
    """Only the dtype of the result counts, not what happened on the way."""
    update = _update(x, sublayer)
    return (x.float() + update.float() if early else (x + update).float()).to(x.dtype)


@misconception(
    "residual_add",
    statement="T1",
    says="Your result equals the sublayer's output alone. T1 says that this output is *added* to the input; here the "
    "input is gone, and with it the route on which T8 relies. Which of your lines still uses the original x?",
)
def forgot_add(x: Tensor, sublayer: Sublayer) -> Tensor:
    """The sublayer's output is the new x."""
    return _update(x, sublayer)


@misconception(
    "residual_add",
    statement="T1",
    says="You added the sublayer's output to itself: the result is 2·Sublayer(x). Most often the name `x` was "
    "assigned again before the sum and no longer means the input. T1 needs the *original* input; give the branch a "
    "name of its own.",
)
def sublayer_plus_itself(x: Tensor, sublayer: Sublayer) -> Tensor:
    """After `x = sublayer(x)` the name x still means the input."""
    update = _update(x, sublayer)
    return update + update


@misconception(
    "residual_add",
    statement="T11",
    says="Your result is 2x, whatever the sublayer does. A residual is not a doubling: T11 says that the sublayer "
    "supplies the adjustment, and without it there is nothing that could be learnt. Where in your sum is the "
    "sublayer's output?",
)
def input_plus_itself(x: Tensor, sublayer: Sublayer) -> Tensor:
    """A residual connection doubles the input."""
    return x + x


@misconception(
    "residual_add",
    statement="T6",
    says="x enters your sum twice: the result is 2x + Sublayer(x). Its derivative is 2 + ∂Sublayer/∂x, where T6 has "
    "1, and over 96 sublayers a factor of 2 grows to 2^96. Look for a second place where x is added, perhaps inside "
    "the branch.",
)
def double_shortcut(x: Tensor, sublayer: Sublayer) -> Tensor:
    """One more x is safer."""
    return x + x + _update(x, sublayer)


@misconception(
    "residual_add",
    statement="T1",
    says="The branch counts twice: the result is x + 2·Sublayer(x). This happens with `out += out + x`, whose left "
    "side already holds the branch. T1 has one x and one branch; write down by hand what each of your lines adds.",
)
def double_sublayer(x: Tensor, sublayer: Sublayer) -> Tensor:
    """`out += out + x` adds x to out."""
    return x + 2 * _update(x, sublayer)


def _factor(
    seen: Observation, args: tuple[Any, ...], of: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
) -> float | None:
    """The c of numerator = c · denominator, both formed by `of(result, update)`; None if there is none, or it is 1."""
    x, sublayer = args
    value = seen.value
    if not isinstance(value, Tensor) or value.shape != x.shape or value.dtype != x.dtype:
        return None
    with torch.no_grad():
        numerator, denominator = of(value, _update(x, sublayer))
    factor = float((numerator / denominator).median())
    is_factor = abs(factor - 1) > 1e-3 and torch.allclose(numerator, factor * denominator, rtol=1e-6, atol=1e-9)
    return factor if is_factor else None


def _sum_factor(seen: Observation, *args: Any) -> dict[str, float] | None:
    factor = _factor(seen, args, lambda value, update: (value, args[0] + update))
    return {"scale": factor} if factor and 0 < factor < 1 else None


def _branch_factor(seen: Observation, *args: Any) -> dict[str, float] | None:
    factor = _factor(seen, args, lambda value, update: (value - args[0], update))
    return {"scale": factor} if factor and abs(factor) > 1e-6 else None


@misconception(
    "residual_add",
    statement="T6",
    variants=({"scale": 0.5}, {"scale": 2**-0.5}),
    fit=_sum_factor,
    says="You scaled the whole sum by {scale:.3g}. It keeps the numbers from growing, but the shortcut's factor is "
    "then {scale:.3g} and not the 1 of T6, and stacked sublayers multiply their factors: twenty-four halvings leave "
    "6e-08. The vanishing is back by another door. What does T1 do to the sum after adding?",
)
def averaged(x: Tensor, sublayer: Sublayer, scale: float) -> Tensor:
    """The mean keeps the scale."""
    return scale * (x + _update(x, sublayer))


@misconception(
    "residual_add",
    statement="T8",
    says="You multiplied x by the sublayer's output. The derivative of a product has no constant 1 in it, so the "
    "route that T8 promises is missing; and a sublayer that returns zero would wipe x out, where T10 wants it left "
    "alone.",
)
def product(x: Tensor, sublayer: Sublayer) -> Tensor:
    """The branch is a gate for the input."""
    return x * _update(x, sublayer)


@misconception(
    "residual_add",
    statement="T11",
    variants=({"sign": 1}, {"sign": -1}),
    says='You subtracted. "Residual" does sound like a difference, but the word names what the sublayer *learns* '
    "(T11): the difference between what is wanted and x. What does the block have to do with a difference to get "
    "there?",
)
def subtract(x: Tensor, sublayer: Sublayer, sign: int) -> Tensor:
    """A residual is a difference."""
    return sign * (x - _update(x, sublayer))


@misconception(
    "residual_add",
    statement="T2",
    variants=({"dim": -1, "swapped": False}, {"dim": -1, "swapped": True}, {"dim": 1, "swapped": False}),
    says="You laid x and the sublayer's output side by side, so the shape grew from {input} and the next sublayer "
    "could not take it. Joining does keep both, as other networks do; here T1 keeps both in *one* tensor of the same "
    "shape.",
)
def concat(x: Tensor, sublayer: Sublayer, dim: int, swapped: bool) -> Tensor:
    """Joining keeps both."""
    update = _update(x, sublayer)
    return torch.cat([update, x] if swapped else [x, update], dim=dim)


@misconception(
    "residual_add",
    statement="T1",
    variants=({"scale": 0.1}, {"scale": 0.5}, {"scale": 3.0}),
    fit=_branch_factor,
    says="The branch arrives multiplied by {scale:.3g}; T1 adds it as it is. Scaling the branch is a real technique, "
    "and you may meet it in papers, but it is another formula than the one asked for.",
)
def scaled_sublayer(x: Tensor, sublayer: Sublayer, scale: float) -> Tensor:
    """A constant on the branch keeps it in check."""
    return x + scale * _update(x, sublayer)


@misconception(
    "residual_add",
    statement="T1",
    says="Every negative entry of the sum became 0. The first ResNet did put a ReLU here; in T1 the sum itself is "
    "the new x. A ReLU on the shortcut also stops the gradient wherever the sum is negative, so the factor 1 of T6 "
    "is lost there.",
)
def relu_after_add(x: Tensor, sublayer: Sublayer) -> Tensor:
    """A block ends in an activation."""
    return torch.relu(x + _update(x, sublayer))


def _calls(seen: Observation, *args: Any) -> dict[str, int] | None:
    return {"times": seen.value["calls"]} if isinstance(seen.value, dict) and seen.value["calls"] > 1 else None


@misconception(
    "residual_add",
    statement="T12",
    variants=({"times": 2},),
    fit=_calls,
    says="The sublayer ran {times} times in one call of yours. A look at its shape is not free: it costs a whole "
    "run, and with dropout inside the two runs even differ. T12 asks for one call. How can you use its result more "
    "than once?",
)
def sublayer_called_twice(x: Tensor, sublayer: Sublayer, times: int) -> Tensor:
    """Asking the sublayer for its shape costs nothing."""
    for _ in range(times - 1):
        sublayer(x)
    return x + _update(x, sublayer)


@misconception(
    "residual_add",
    statement="T8",
    says="The sum is *inside* the sublayer: your result is Sublayer(x + Sublayer(x)). Every path from x to the "
    "result then crosses the sublayer, while T8 needs one that does not. Which operation has to come last?",
)
def sublayer_of_sum(x: Tensor, sublayer: Sublayer) -> Tensor:
    """The shortcut goes in before the sublayer."""
    return sublayer(x + _update(x, sublayer))


@misconception(
    "residual_add",
    statement="T1",
    says="The sublayer ran on its own output: the result is x + Sublayer(Sublayer(x)). T1 has one application and "
    "then the sum. Check whether a name already held the sublayer's output when you called the sublayer again.",
)
def nested_sublayer(x: Tensor, sublayer: Sublayer) -> Tensor:
    """The sublayer's output goes through the sublayer."""
    return x + sublayer(_update(x, sublayer))


SHORTCUT_CUT = (
    "The values are right, but the gradient lacks the shortcut's share: `.detach()`, `.data` or `no_grad` cut it "
    "off. The 1 in T6 *is* that share. There is no need for a protected copy of x, for an addition does not change "
    "its operands."
)


@misconception("residual_add", statement="T6", says=SHORTCUT_CUT)
def shortcut_detached(x: Tensor, sublayer: Sublayer) -> Tensor:
    """The shortcut carries a copy of x, made with detach."""
    return x.detach() + _update(x, sublayer)


BRANCH_CUT = (
    "The values are right, but the gradient comes by the shortcut alone: something (`.detach()`, `.data`, `no_grad`) "
    "cut the branch off, so what is inside the sublayer no longer learns from x. T9 says that the shortcut does not "
    "replace the sublayer's own share. Let autograd see the whole sum."
)


@misconception("residual_add", statement="T9", says=BRANCH_CUT, variants=({"before": False}, {"before": True}))
def sublayer_detached(x: Tensor, sublayer: Sublayer, before: bool) -> Tensor:
    """Gradients go by the shortcut only."""
    return x + (_update(x.detach(), sublayer) if before else _update(x, sublayer).detach())


@misconception(
    "residual_add",
    statement="T12",
    matches=lambda seen: "x" in seen.changed or "leaf Variable" in seen.raised_text,
    says="You wrote into the tensor that the caller gave you: after the call, x holds the sum (and torch refuses to "
    "do so where x itself needs a gradient). `x += y` is not short for `x = x + y`, it changes x in place, and every "
    "other branch that still needs the old x reads the sum instead. T12 forbids it; let the sum be a new tensor.",
)
def inplace_mutation(x: Tensor, sublayer: Sublayer) -> Tensor:
    """`x += y` is the same as `x = x + y`."""
    x += _update(x, sublayer)
    return x


@misconception(
    "residual_add",
    statement="T12",
    matches=lambda seen: (
        any(path.startswith("sublayer") for path in seen.changed) or "inplace operation" in seen.raised_text
    ),
    says="You added x into the sublayer's own output, in place. That output is not yours to change: a sublayer that "
    "ends in tanh, ReLU or softmax needs it for its backward pass and finds it overwritten, and one that keeps it "
    "finds it changed. After a Linear it happens to work, so the mistake is easy to miss. T12: let the sum be a new "
    "tensor.",
)
def inplace_autograd(x: Tensor, sublayer: Sublayer) -> Tensor:
    """What the sublayer returned is mine to change."""
    out = _update(x, sublayer)
    out += x
    return out


WRONG_TYPE = "The next sublayer needs a tensor of the shape of x, and only a tensor carries the gradient of T6."


@misconception(
    "residual_add",
    statement="T6",
    variants=({"kind": "a NumPy array"}, {"kind": "a tuple"}, {"kind": "a list"}),
    says="You returned {kind}. " + WRONG_TYPE,
)
def wrong_return_type(x: Tensor, sublayer: Sublayer, kind: str) -> Any:
    """Anything that holds the numbers will do."""
    result = x + _update(x, sublayer)
    if kind == "a tuple":
        return (result,)
    return result.tolist() if kind == "a list" else result.detach().numpy()


@misconception(
    "residual_add",
    name="wrong_return_type",
    statement="T6",
    matches=lambda seen: seen.type_name in ("tuple", "list", "float", "numpy.ndarray"),
    says="What you returned is no tensor. " + WRONG_TYPE,
)
def returns_more_than_the_sum(x: Tensor, sublayer: Sublayer) -> Any:
    """The caller may want the sublayer's output as well."""
    update = _update(x, sublayer)
    return x + update, update


# --- ResidualSublayer, PreNormResidual ----------------------------------------------------------------------------


class _Block(nn.Module):
    """What all misconceptions of the two blocks have right: the constructor, and the comparison of the shapes."""

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def n(self, h: Tensor) -> Tensor:
        normalised: Tensor = self.norm(h)
        return normalised

    def f(self, h: Tensor) -> Tensor:
        return _update(h, self.sublayer)


@misconception(
    "ResidualSublayer", name="silent_broadcast", statement="T2", says=ACCEPTED_ANY_SHAPE, matches=_was_accepted
)
class PostNormBroadcast(_Block):
    """torch complains by itself when shapes do not fit."""

    def forward(self, x: Tensor) -> Tensor:
        return self.n(x + self.sublayer(x))


@misconception(
    "PreNormResidual", name="silent_broadcast", statement="T2", says=ACCEPTED_ANY_SHAPE, matches=_was_accepted
)
class PreNormBroadcast(_Block):
    """torch complains by itself when shapes do not fit."""

    def forward(self, x: Tensor) -> Tensor:
        update: Tensor = self.sublayer(self.n(x))
        return x + update


@misconception(
    "ResidualSublayer",
    name="norm_on_branch_only",
    statement="T3",
    says="You normalised the sublayer's output and added x afterwards. T3 has the other order: first the sum, then "
    "the norm of the sum. What should the argument of `self.norm` be?",
)
@misconception(
    "PreNormResidual",
    name="norm_on_branch_only",
    statement="T14",
    says="You normalised what the sublayer *returns*. In pre-norm the norm sits in the branch too, but before the "
    "sublayer: it prepares the sublayer's input.",
)
class NormOnBranchOnly(_Block):
    """Normalise the sublayer's output, then add."""

    def forward(self, x: Tensor) -> Tensor:
        return x + self.n(self.f(x))


@misconception(
    "ResidualSublayer",
    name="double_shortcut",
    statement="T1",
    says="x enters your sum twice. If `residual_add` is what you call, it has added x already: it returns the whole "
    "sum of T1, and all that is left for T3 is to normalise that.",
)
class NormOfDoubleShortcut(_Block):
    """`residual_add` returns the branch alone, so x has to be added to it."""

    def forward(self, x: Tensor) -> Tensor:
        return self.n(x + x + self.f(x))


@misconception(
    "ResidualSublayer",
    name="norm_forgot_add",
    statement="T3",
    variants=({"first": False}, {"first": True}),
    says="There is a norm but no sum, so x reaches the result only through the sublayer. T3 normalises x + "
    "Sublayer(x). Feed your block a sublayer that returns zero: does the result still depend on x?",
)
@misconception(
    "PreNormResidual",
    name="norm_forgot_add",
    statement="T10",
    variants=({"first": True}, {"first": False}),
    says="There is a norm but no sum, so x reaches the result only through the sublayer. Feed your block a sublayer "
    "that returns zero: T10 wants x back.",
)
class NormForgotAdd(_Block):
    """The norm is the connection."""

    first: ClassVar[bool] = True

    def forward(self, x: Tensor) -> Tensor:
        return self.f(self.n(x)) if self.first else self.n(self.f(x))


@misconception(
    "PreNormResidual",
    name="post_norm",
    statement="T14",
    says="This is a correct post-norm block, norm(x + Sublayer(x)), but `{function}` is the pre-norm one. T14 tells "
    "them apart: here the shortcut must not pass the norm. Try both with a sublayer that returns zero; one of them "
    "returns x.",
)
class PostNorm(_Block):
    """Pre-norm and post-norm are the same."""

    def forward(self, x: Tensor) -> Tensor:
        return self.n(x + self.f(x))


@misconception(
    "ResidualSublayer",
    name="pre_norm",
    statement="T3",
    says="This is a correct pre-norm block, x + Sublayer(norm(x)), but `{function}` is the post-norm one: T3 adds "
    "first and normalises the sum. Try both with a sublayer that returns zero; only one of them returns x.",
)
class PreNorm(_Block):
    """Pre-norm and post-norm are the same."""

    def forward(self, x: Tensor) -> Tensor:
        return x + self.f(self.n(x))


@misconception(
    "ResidualSublayer",
    name="normalised_shortcut",
    statement="T3",
    says="The norm ran first, and its result served both as the sublayer's input and as the shortcut, most likely "
    "because `x` was overwritten by its normalised self. T3 adds to the x that came in, and normalises last.",
)
@misconception(
    "PreNormResidual",
    name="normalised_shortcut",
    statement="T14",
    says="The shortcut carries norm(x), most likely because `x` was overwritten before the sum. T14: LayerNorm(x) is "
    "not x, and in pre-norm the norm is inside the branch only. Give the normalised tensor a name of its own.",
)
class NormalisedShortcut(_Block):
    """After `x = norm(x)` the shortcut still carries x."""

    def forward(self, x: Tensor) -> Tensor:
        x = self.n(x)
        return x + self.f(x)


@misconception(
    "ResidualSublayer",
    name="norm_of_sum_inside",
    statement="T8",
    says="Norm and shortcut both went *into* the sublayer: the result is Sublayer(norm(x) + x). Nothing goes round "
    "the sublayer any more, so the path of T8 is missing. The sum belongs after the sublayer, and the norm after the "
    "sum.",
)
@misconception(
    "PreNormResidual",
    name="norm_of_sum_inside",
    statement="T8",
    says="Norm and shortcut both went *into* the sublayer: the result is Sublayer(norm(x) + x). Nothing goes round "
    "the sublayer any more, so the path of T8 is missing. Only the norm belongs before the sublayer.",
)
class NormOfSumInside(_Block):
    """The shortcut joins before the sublayer."""

    def forward(self, x: Tensor) -> Tensor:
        return self.f(self.n(x) + x)


@misconception(
    "ResidualSublayer",
    name="norm_twice",
    statement="T3",
    variants=({"where": "after"}, {"where": "first"}, {"where": "input"}, {"where": "output"}),
    says="Your block normalises twice; T3 has one norm, of the finished sum. With the weights of a new LayerNorm a "
    "second pass changes next to nothing, which is why it looks right in a quick try; with learnt weights it does "
    "not.",
)
@misconception(
    "PreNormResidual",
    name="norm_twice",
    statement="T14",
    variants=({"where": "input"}, {"where": "both ends"}),
    says="Your block normalises twice. Pre-norm has one norm, on the way into the sublayer (T14); with a second one "
    "the block is a mixture, and a sublayer that returns zero no longer leaves x alone.",
)
class NormTwice(_Block):
    """More norm is safer."""

    where: ClassVar[str] = "after"

    def forward(self, x: Tensor) -> Tensor:
        match self.where:
            case "after":
                return self.n(self.n(x + self.f(x)))
            case "first":
                return self.n(self.n(x) + self.f(x))
            case "input":
                return self.n(x + self.f(self.n(x)))
            case "output":
                return self.n(x + self.n(self.f(x)))
            case _:
                return x + self.n(self.f(self.n(x)))


NOT_REGISTERED = (
    "Your block has no parameters of its own: a new LayerNorm is made at every call, so its weight and bias stay at "
    "1 and 0 for ever and no optimiser sees them. A layer with weights is made once, in `__init__`, and kept in an "
    "attribute."
)


@misconception("ResidualSublayer", name="norm_not_registered", statement="T3", says=NOT_REGISTERED)
class PostNormNotRegistered(_Block):
    """A norm has nothing to learn, so it can be made where it is needed."""

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__(sublayer, d_model)
        del self.norm

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.layer_norm(x + self.f(x), x.shape[-1:])


@misconception("PreNormResidual", name="norm_not_registered", statement="T14", says=NOT_REGISTERED)
class PreNormNotRegistered(PostNormNotRegistered):
    """A norm has nothing to learn, so it can be made where it is needed."""

    def forward(self, x: Tensor) -> Tensor:
        return x + self.f(nn.functional.layer_norm(x, x.shape[-1:]))


@misconception(
    "ResidualSublayer",
    name="averaged",
    statement="T1",
    variants=({"scale": 0.5}, {"scale": 2**-0.5}),
    says="You scaled the sum by {scale:.3g} before the norm. LayerNorm rescales whatever it gets, and so it hid the "
    "factor from you; it shows where the sum is tiny, and it goes against T1, which adds and does nothing else.",
)
class AveragedBlock(_Block):
    """The mean keeps the scale."""

    scale: ClassVar[float] = 0.5

    def forward(self, x: Tensor) -> Tensor:
        return self.n(self.scale * (x + self.f(x)))


@misconception("ResidualSublayer", name="shortcut_detached", statement="T6", says=SHORTCUT_CUT)
class PostNormShortcutDetached(_Block):
    """The shortcut carries a copy of x, made with detach."""

    def forward(self, x: Tensor) -> Tensor:
        return self.n(x.detach() + self.f(x))


@misconception("PreNormResidual", name="shortcut_detached", statement="T6", says=SHORTCUT_CUT)
class PreNormShortcutDetached(_Block):
    """The shortcut carries a copy of x, made with detach."""

    def forward(self, x: Tensor) -> Tensor:
        return x.detach() + self.f(self.n(x))


@misconception("ResidualSublayer", name="sublayer_detached", statement="T9", says=BRANCH_CUT)
class PostNormBranchDetached(_Block):
    """Gradients go by the shortcut only."""

    def forward(self, x: Tensor) -> Tensor:
        return self.n(x + self.f(x.detach()))


@misconception("PreNormResidual", name="sublayer_detached", statement="T9", says=BRANCH_CUT)
class PreNormBranchDetached(_Block):
    """Gradients go by the shortcut only."""

    def forward(self, x: Tensor) -> Tensor:
        return x + self.f(self.n(x.detach()))


TWO_CALLS_DIFFER = (
    "Two calls on the same x give different results while the block is in train mode; something in it is random, "
    "usually a dropout. This exercise has none. In a real Transformer it goes on the branch, before the sum, so that "
    "the shortcut stays untouched."
)


@misconception("ResidualSublayer", name="nondeterministic", statement="T3", says=TWO_CALLS_DIFFER)
class PostNormDropout(_Block):
    """Dropout belongs everywhere."""

    def forward(self, x: Tensor) -> Tensor:
        return self.n(x + nn.functional.dropout(self.f(x), 0.1, self.training))


@misconception("PreNormResidual", name="nondeterministic", statement="T14", says=TWO_CALLS_DIFFER)
class PreNormDropout(_Block):
    """Dropout belongs everywhere."""

    def forward(self, x: Tensor) -> Tensor:
        return x + nn.functional.dropout(self.f(self.n(x)), 0.1, self.training)


# --- SelfAttentionAdapter -----------------------------------------------------------------------------------------


class _Attention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)

    def attend(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The output (B, T, d_model) and the weights (B, T, T)."""
        output, weights = self.mha(x, x, x)
        return output, weights


@misconception(
    "SelfAttentionAdapter",
    name="returns_tuple",
    statement="T4",
    variants=({"weights": True}, {"weights": False}),
    says="Your adapter returns a tuple. `nn.MultiheadAttention` hands out a pair, its output and its attention "
    "weights (T4), and adding a pair to x is a TypeError. A sublayer returns one tensor: which half of the pair is "
    "it?",
)
class ReturnsTuple(_Attention):
    """What nn.MultiheadAttention returns is the output."""

    weights: ClassVar[bool] = True

    def forward(self, x: Tensor) -> Any:
        return self.mha(x, x, x, need_weights=self.weights)


@misconception(
    "SelfAttentionAdapter",
    name="batch_first_forgotten",
    statement="T4",
    says="Changing one sample of the batch changes another: the attention took your batch axis for time, and tokens "
    "of different samples attend to each other. The shapes agree, so nothing complains, and whole models were "
    "trained like this. T4 names the layout that `nn.MultiheadAttention` expects by default; compare it with ours.",
)
class BatchFirstForgotten(_Attention):
    """nn.MultiheadAttention takes (batch, time, feature)."""

    def forward(self, x: Tensor) -> Tensor:
        return self.attend(x.transpose(0, 1))[0].transpose(0, 1)


@misconception(
    "SelfAttentionAdapter",
    name="returns_weights",
    statement="T4",
    says="You returned the attention weights, of shape (B, T, T): they say who looks at whom. T4's pair has them "
    "second; the sublayer's output, with d_model features, is the other half.",
)
class ReturnsWeights(_Attention):
    """The second half of the pair is the output."""

    def forward(self, x: Tensor) -> Tensor:
        return self.attend(x)[1]


@misconception(
    "SelfAttentionAdapter",
    name="residual_inside_adapter",
    statement="T4",
    says="Your adapter adds x itself. The wrapper around it adds x again, and the block becomes 2x + attention. By "
    "T4 the adapter only adapts; the addition has a place of its own.",
)
class ResidualInsideAdapter(_Attention):
    """Every module carries its own shortcut."""

    def forward(self, x: Tensor) -> Tensor:
        return x + self.attend(x)[0]


# --- FeedForward --------------------------------------------------------------------------------------------------


class _TwoLinears(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.down = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        """The right answer, for those that change it afterwards."""
        output: Tensor = self.down(torch.relu(self.up(x)))
        return output


@misconception(
    "FeedForward",
    name="activation_after_last",
    statement="T11",
    variants=({"inside": True}, {"inside": False}),
    says="The last thing your branch does is a ReLU, so it can only push x upwards: no entry of its output is "
    "negative, and a sum over many layers could never take anything back. T11 needs adjustments of both signs. Where "
    "does the ReLU belong?",
)
class ActivationAfterLast(_TwoLinears):
    """Every Linear is followed by an activation."""

    inside: ClassVar[bool] = True

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(super().forward(x) if self.inside else self.down(self.up(x)))


@misconception(
    "FeedForward",
    name="no_nonlinearity",
    says="Your result is down(up(x)): the ReLU is missing. Two linear maps in a row are one linear map, so the wider "
    "layer in the middle would be for nothing.",
)
class NoNonlinearity(_TwoLinears):
    """Two layers are more powerful than one."""

    def forward(self, x: Tensor) -> Tensor:
        output: Tensor = self.down(self.up(x))
        return output


ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "GELU": nn.functional.gelu,
    "SiLU": nn.functional.silu,
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
}


@misconception(
    "FeedForward",
    name="other_activation",
    variants=[{"activation": name} for name in ACTIVATIONS],
    says="Between `up` and `down` you have a {activation}. Many Transformers do it like that, but here the two "
    "layers are joined by a ReLU.",
)
class OtherActivation(_TwoLinears):
    """All activations do the same job."""

    activation: ClassVar[str] = "GELU"

    def forward(self, x: Tensor) -> Tensor:
        output: Tensor = self.down(ACTIVATIONS[self.activation](self.up(x)))
        return output


@misconception(
    "FeedForward",
    name="forgot_down",
    statement="T2",
    variants=({"activated": True}, {"activated": False}),
    says="Your result has {hidden} features, the width d_ff of the hidden layer. It will be added to x, so by T2 it "
    "needs the {width} features of x again. One of your two layers is there for that and has not been used.",
)
class ForgotDown(_TwoLinears):
    """The hidden layer is the output."""

    activated: ClassVar[bool] = True

    def forward(self, x: Tensor) -> Tensor:
        hidden: Tensor = self.up(x)
        return torch.relu(hidden) if self.activated else hidden


@misconception(
    "FeedForward",
    name="residual_inside_sublayer",
    statement="T4",
    says="Your feed-forward sublayer adds x itself. The wrapper around it adds x again, and the block becomes 2x "
    "plus the update. A sublayer returns the adjustment alone (T11); the addition has a place of its own.",
)
class ResidualInsideSublayer(_TwoLinears):
    """Every module carries its own shortcut."""

    def forward(self, x: Tensor) -> Tensor:
        return x + super().forward(x)


# --- ResidualStack ------------------------------------------------------------------------------------------------


class _Stack(nn.Module):
    def __init__(self, make_sublayer: Callable[[], nn.Module], depth: int) -> None:
        super().__init__()
        self.sublayers: Any = nn.ModuleList([make_sublayer() for _ in range(depth)])

    def forward(self, x: Tensor) -> Tensor:
        """The right answer, for those that go wrong elsewhere."""
        for sublayer in self.sublayers:
            x = x + _update(x, sublayer)
        return x


@misconception(
    "ResidualStack",
    name="shared_module",
    statement="T5",
    variants=({"copied": False}, {"copied": True}),
    says="All {depth} sublayers of your stack come from one single call of `make_sublayer`, so they hold the same "
    "weights and the stack repeats one layer. `[layer] * n`, for one, repeats a *reference* and makes no new layer. "
    "What do you have to do {depth} times?",
)
class SharedModule(_Stack):
    """`[layer] * depth` makes copies."""

    copied: ClassVar[bool] = False

    def __init__(self, make_sublayer: Callable[[], nn.Module], depth: int) -> None:
        super().__init__(make_sublayer, 0)
        layer = make_sublayer()
        self.sublayers.extend(copy.deepcopy(layer) if self.copied else layer for _ in range(depth))


@misconception(
    "ResidualStack",
    name="one_shortcut_around_stack",
    statement="T5",
    says="One shortcut spans the whole stack: the sublayers run one after the other, and x is added once, at the "
    "end. T5 wraps *every* sublayer; otherwise an early one still sees the product of all later ones, which is T7.",
)
class OneShortcutAroundStack(_Stack):
    """One shortcut is enough."""

    def forward(self, x: Tensor) -> Tensor:
        if not len(self.sublayers):
            return x
        h = x
        for sublayer in self.sublayers:
            h = _update(h, sublayer)
        return x + h


@misconception(
    "ResidualStack",
    name="adds_original_input_each_time",
    statement="T1",
    says="At every step you add the *first* input of the stack. T1's x is the current value: the shortcut of the "
    "second sublayer must carry what the first one produced, or the first is reachable only through the second.",
)
class AddsOriginalInputEachTime(_Stack):
    """The original input is always present."""

    def forward(self, x: Tensor) -> Tensor:
        h = x
        for sublayer in self.sublayers:
            h = x + _update(h, sublayer)
        return h


@misconception(
    "ResidualStack",
    name="plain_stack",
    statement="T5",
    says="Nothing is added anywhere: your result is the sublayers one after the other, Sublayer(… Sublayer(x)). That "
    "is the plain stack of T7, whose gradient vanishes. T5 gives each sublayer a shortcut.",
)
class PlainStack(_Stack):
    """A stack applies its layers in order."""

    def forward(self, x: Tensor) -> Tensor:
        for sublayer in self.sublayers:
            x = _update(x, sublayer)
        return x


@misconception(
    "ResidualStack",
    name="parallel_branches",
    statement="T1",
    says="All your sublayers read the first input, side by side: x + Sublayer₁(x) + Sublayer₂(x) + …. By T1 each sum "
    "becomes the *new* x, and that is what the next sublayer reads.",
)
class ParallelBranches(_Stack):
    """The sublayers' updates are summed up."""

    def forward(self, x: Tensor) -> Tensor:
        h = x
        for sublayer in self.sublayers:
            h = h + _update(x, sublayer)
        return h


@misconception(
    "ResidualStack",
    name="off_by_one_depth",
    statement="T5",
    variants=({"missing": "last", "made": False}, {"missing": "last"}, {"missing": "first"}),
    says="One sublayer never ran: your result is that of a stack without its {missing} one. There are {depth}. Look "
    "at where your loop starts and where it ends.",
)
class OffByOneDepth(_Stack):
    """A loop over a range includes both ends."""

    missing: ClassVar[str] = "last"
    made: ClassVar[bool] = True

    def __init__(self, make_sublayer: Callable[[], nn.Module], depth: int) -> None:
        super().__init__(make_sublayer, depth if self.made else max(depth - 1, 0))

    def forward(self, x: Tensor) -> Tensor:
        last = len(self.sublayers) - 1
        left_out = {"first": 0, "last": last}[self.missing] if self.made else None
        for i, sublayer in enumerate(self.sublayers):
            x = x if i == left_out else x + _update(x, sublayer)
        return x


@misconception(
    "ResidualStack",
    name="unregistered_modules",
    says="The values are right, but `parameters()` of your stack does not show the sublayers' weights, so an "
    "optimiser would train none of them. A Python list hides modules from torch, which has a container of its own "
    "for a list of modules.",
)
class UnregisteredModules(_Stack):
    """A list of modules is a list."""

    def __init__(self, make_sublayer: Callable[[], nn.Module], depth: int) -> None:
        nn.Module.__init__(self)
        self.sublayers = [make_sublayer() for _ in range(depth)]


@misconception("ResidualStack", name="shortcut_detached", statement="T8", says=SHORTCUT_CUT)
class StackShortcutDetached(_Stack):
    """The shortcut carries a copy of x, made with detach."""

    def forward(self, x: Tensor) -> Tensor:
        for sublayer in self.sublayers:
            x = x.detach() + _update(x, sublayer)
        return x


MUTATES_INPUT = (
    "`{function}` changed what belongs to its caller: a tensor's `requires_grad`, its values, or a `.grad`, be it that"
    " of x or of a sublayer's weights (`.backward()` fills those too). T12 forbids it: the caller's own gradients would"
    " be added to yours. Differentiate with respect to a detached copy, and with `torch.autograd.grad`, which returns"
    " gradients and stores none."
)


def _slope(f: Sublayer, x: Tensor, v: Tensor | None = None) -> Tensor:
    """v^T J_f at `x`, zeros if `f` ignores `x`; for an elementwise f and no `v`, the slopes f'."""
    product: Tensor = torch.autograd.functional.vjp(f, x, torch.ones_like(x) if v is None else v)[1]
    return product


# --- residual_local_derivative ------------------------------------------------------------------------------------


@misconception(
    "residual_local_derivative",
    name="sublayer_only",
    statement="T6",
    says="You returned the slope of f alone. T6 has a second term: the shortcut hands x on unchanged, and x has a "
    "slope of its own. What is the slope of the function x ↦ x?",
)
def slope_of_f_only(f: Sublayer, x: Tensor) -> Tensor:
    """The derivative of a residual sublayer is that of the sublayer."""
    return _slope(f, x)


@misconception(
    "residual_local_derivative",
    name="always_one",
    statement="T9",
    says="You returned 1 for every entry, whatever f does. The 1 is one *term* of T6, the shortcut's; T9 says that"
    " the sublayer's own slope arrives as well.",
)
def slope_always_one(f: Sublayer, x: Tensor) -> Tensor:
    """With a shortcut the local derivative is exactly 1."""
    return torch.ones_like(x)


@misconception(
    "residual_local_derivative",
    name="value_not_derivative",
    statement="T6",
    says="Your result is made of values of f. T6 adds the *slope* of f: how fast f(x) changes when x does.",
    variants=({"start": "one"}, {"start": "x"}, {"start": "nothing"}),
)
def slope_from_values(f: Sublayer, x: Tensor, start: str) -> Tensor:
    """∂Sublayer/∂x is what the sublayer returns."""
    return f(x) + {"one": torch.ones_like(x), "x": x, "nothing": torch.zeros_like(x)}[start]


@misconception(
    "residual_local_derivative",
    name="crash_on_constant_sublayer",
    statement="T10",
    says="Your formula is right for every f that depends on x. A sublayer that ignores x leaves autograd nothing "
    "to differentiate: there is no graph, so it raises an error or answers None. That is T10's case, where "
    "the slope of f is 0 and the block's is not. Which function of x can you differentiate instead, so that "
    "there always is a graph?",
    variants=({"way": "backward"}, {"way": "forward"}, {"way": "none"}),
)
def slope_crashes_on_constant(f: Sublayer, x: Tensor, way: str = "backward") -> Tensor | None:
    """Every sublayer's output depends on its input."""
    point = x.detach().clone().requires_grad_()
    y = f(point)
    if not y.requires_grad and way != "backward":
        nothing: Any = None  # what forward mode and `.grad` have to say about a constant
        return 1 + nothing if way == "forward" else nothing  # type: ignore[no-any-return]
    return 1 + torch.autograd.grad(y.sum(), point)[0]


def _one_number(seen: Any) -> bool:
    return isinstance(seen.value, float) or (isinstance(seen.value, Tensor) and seen.value.numel() == 1)


@misconception(
    "residual_local_derivative",
    name="summed_not_elementwise",
    statement="T6",
    says="You returned one number for all entries of x. Summing is a fine device to get autograd going, but f "
    "works entry by entry, so the result has one slope for each of them.",
    matches=_one_number,
)
def slope_summed(f: Sublayer, x: Tensor) -> Tensor:
    """A derivative is one number."""
    return (1 + _slope(f, x)).sum()


@misconception(
    "residual_local_derivative",
    name="jacobian_matrix",
    statement="T6",
    says="You returned a matrix: how every output depends on every input. f works entry by entry, so all of it but"
    " the diagonal is empty, and the slopes that are asked for stand on that diagonal. Mind that 1 is to be "
    "added to the slopes, not to every entry of a matrix.",
    matches=lambda seen: isinstance(seen.value, Tensor) and seen.value.dim() == 2,
)
def slope_as_matrix(f: Sublayer, x: Tensor) -> Tensor:
    """The derivative of a function of a vector is its Jacobian, elementwise or not."""
    return 1 + torch.diag(_slope(f, x))


@misconception(
    "residual_local_derivative",
    name="mutates_input",
    statement="T12",
    says=MUTATES_INPUT,
    matches=lambda seen: bool(seen.changed),
)
def slope_mutates_input(f: Sublayer, x: Tensor) -> Tensor:
    """To differentiate with respect to x one has to mark x itself."""
    x.requires_grad_()
    (x + f(x)).sum().backward()
    assert x.grad is not None
    return x.grad


# --- chain_gradient -----------------------------------------------------------------------------------------------


def _product(d: Tensor, residual: bool) -> Tensor:
    return torch.prod(1 + d if residual else d)


@misconception(
    "chain_gradient",
    name="float32_underflow",
    statement="T7",
    says="Your product was taken in float32. It keeps about 7 digits and ends near 1e-45, so at depth 96 it "
    "reports exactly 0 where the answer is tiny but not 0. A vanishing that you see there is rounding, not "
    "T7. d is float64; note that `torch.tensor(1.0)` and `torch.ones(())` are float32.",
)
def chain_float32(d: Tensor, residual: bool) -> Tensor:
    """The precision of a number type is a detail."""
    return _product(d.float(), residual).double()


@misconception(
    "chain_gradient",
    name="empty_is_zero",
    statement="T7",
    says="You returned 0 for a stack without sublayers. Such a stack hands x on as it is: what is the derivative "
    "of that? It is also what a product starts from before its first factor.",
)
def chain_empty_is_zero(d: Tensor, residual: bool) -> Tensor:
    """No layers, no gradient."""
    return _product(d, residual) if len(d) else torch.zeros((), dtype=torch.float64)


@misconception(
    "chain_gradient",
    name="one_shortcut_around_stack",
    statement="T6",
    says="You returned 1 plus the product of all d: one shortcut round the whole stack. That is right for L = 1 "
    "only. Every sublayer has a connection of its own, so T6's 1 stands in every factor.",
)
def chain_one_shortcut(d: Tensor, residual: bool) -> Tensor:
    """A residual stack is a plain stack with a way round it."""
    return 1 + torch.prod(d) if residual else torch.prod(d)


@misconception(
    "chain_gradient",
    name="sublayer_only",
    statement="T6",
    says="This is the derivative of the other kind of stack: `residual=True` asks for a shortcut at every sublayer"
    " (T6), `residual=False` for none (T7). Is the argument used, and the right way round?",
)
def chain_other_stack(d: Tensor, residual: bool) -> Tensor:
    """The derivative depends on the sublayers alone."""
    return _product(d, not residual)


@misconception(
    "chain_gradient",
    name="sum_not_product",
    statement="T7",
    says="You added over the layers. Layers are composed, one feeding the next, and for composed functions the "
    "chain rule multiplies. Sums appear only between *paths* (T13).",
    variants=({"of": "factors"}, {"of": "one and slopes"}, {"of": "slopes"}),
)
def chain_sum(d: Tensor, residual: bool, of: str) -> Tensor:
    """Every layer adds its share to the gradient."""
    if not residual or of == "slopes":
        return d.sum()
    return (1 + d).sum() if of == "factors" else 1 + d.sum()


@misconception(
    "chain_gradient",
    name="one_factor_repeated",
    statement="T7",
    says="You used one number for all layers ({used}). Every layer has a local derivative of its own, and each "
    "occurs once.",
    variants=(
        {"used": "the first layer's, to the power L"},
        {"used": "the mean, to the power L"},
        {"used": "the first layer's, once"},
    ),
)
def chain_one_factor(d: Tensor, residual: bool, used: str) -> Tensor:
    """All layers of a stack are alike."""
    slope = d[:1].mean() if "first" in used else d.mean()
    factor = 1 + slope if residual else slope
    return factor if "once" in used else factor ** len(d)


@misconception(
    "chain_gradient",
    name="clamped_at_one",
    statement="T8",
    says="Your result never falls below 1, but a derivative of -0.3 makes the factor 0.7, and many of them make "
    "the product small. T8 guarantees a *route* with factor 1, not a minimum for the total.",
    variants=({"each": False}, {"each": True}),
)
def chain_clamped(d: Tensor, residual: bool, each: bool) -> Tensor:
    """Residual connections guarantee a gradient of at least 1."""
    if not residual:
        return torch.prod(d)
    return torch.prod((1 + d).clamp(min=1)) if each else torch.prod(1 + d).clamp(min=1)


@misconception(
    "chain_gradient",
    name="always_one",
    statement="T9",
    says="You returned 1 for a residual stack of any depth. The 1 belongs to one path (T8); all the others add "
    "their share to the total (T9), and it may come out larger or smaller.",
)
def chain_always_one(d: Tensor, residual: bool) -> Tensor:
    """With residual connections the gradient is exactly 1 at every depth."""
    return torch.ones((), dtype=torch.float64) if residual else torch.prod(d)


@misconception(
    "chain_gradient",
    name="off_by_one_depth",
    statement="T7",
    says="One layer is missing: your product leaves out the {missing} one. There are L factors for L layers; check"
    " where your loop or slice begins and ends.",
    variants=({"missing": "first"}, {"missing": "last"}),
)
def chain_off_by_one(d: Tensor, residual: bool, missing: str) -> Tensor:
    """The end of the stack is no layer to multiply by."""
    return _product(d[1:] if missing == "first" else d[:-1], residual)


@misconception(
    "chain_gradient",
    name="absolute_values",
    statement="T6",
    says="You lost the signs. A local derivative may be negative (T11: an adjustment has either sign); it then "
    "shrinks the factor 1 + d, and the product as a whole may be negative too.",
    variants=({"of": "slopes"}, {"of": "product"}),
)
def chain_absolute(d: Tensor, residual: bool, of: str) -> Tensor:
    """A gradient is a size, so signs do not matter."""
    return _product(d.abs(), residual) if of == "slopes" else _product(d, residual).abs()


@misconception(
    "chain_gradient",
    name="log_of_negative",
    statement="T7",
    says="Your result is NaN: you took the logarithm of a factor that is negative here. Adding logarithms is a "
    "good way to multiply many *positive* numbers; these have any sign, and float64 holds the plain product "
    "without trouble.",
)
def chain_log(d: Tensor, residual: bool) -> Tensor:
    """Products of many numbers are best taken through logarithms."""
    return torch.exp(torch.log(1 + d if residual else d).sum())


@misconception(
    "chain_gradient",
    name="float32_underflow",
    statement="T7",
    says="Your result is float32, though d is float64. float32 keeps about 7 digits and ends near 1e-45: at depth "
    "96 it would show a gradient of exactly 0 where there is one. `torch.tensor` of a Python number, "
    "`torch.ones` and `torch.zeros` are float32 unless you give a `dtype`.",
    matches=lambda seen: isinstance(seen.value, Tensor) and seen.value.dtype == torch.float32,
)
def chain_returns_float32(d: Tensor, residual: bool) -> Tensor:
    """Every tensor is float32."""
    return _product(d.float(), residual)


# --- count_paths --------------------------------------------------------------------------------------------------


def _count(num_sublayers: int, length: int | None) -> int:
    return 2**num_sublayers if length is None else math.comb(num_sublayers, length)


@misconception(
    "count_paths",
    name="drops_identity_path",
    statement="T8",
    says="One path is missing: the one that takes no sublayer at all. It is the most important of them, T8's.",
)
def count_without_identity(num_sublayers: int, length: int | None = None) -> int:
    """A path has to pass at least one sublayer."""
    if length is None:
        return int(2**num_sublayers) - 1
    return _count(num_sublayers, length) if length else 0


@misconception(
    "count_paths",
    name="two_per_layer",
    statement="T13",
    says="You counted two for every sublayer and added them. There are indeed two choices at each (T13), but every"
    " choice can follow every combination of the earlier ones. Draw two sublayers, then three: 2L agrees for "
    "one and two only.",
)
def count_two_per_layer(num_sublayers: int, length: int | None = None) -> int:
    """Each sublayer contributes two paths."""
    return 2 * num_sublayers if length is None else _count(num_sublayers, length)


@misconception(
    "count_paths",
    name="one_per_length",
    statement="T13",
    says="L + 1 is the number of possible *lengths*, 0 to L. Many different paths share a length: with three "
    "sublayers, how many take exactly one of them?",
)
def count_lengths(num_sublayers: int, length: int | None = None) -> int:
    """There is one path of each length."""
    return num_sublayers + 1 if length is None else 1


@misconception(
    "count_paths",
    name="squares",
    statement="T13",
    says="You returned the square of the depth. It happens to be right for 2 and 4 sublayers. Ask instead what one"
    " more sublayer does to the number of paths (T13).",
)
def count_squares(num_sublayers: int, length: int | None = None) -> int:
    """The number of paths grows with the square of the depth."""
    return num_sublayers**2 if length is None else _count(num_sublayers, length)


@misconception(
    "count_paths",
    name="orderings",
    statement="T13",
    says="You counted the same sublayers in a different order as another path. The stack fixes the order; a path "
    "is only the *choice* of sublayers that it takes (T13).",
)
def count_orderings(num_sublayers: int, length: int | None = None) -> int:
    """A path is a sequence of sublayers."""
    return math.factorial(num_sublayers) if length is None else math.perm(num_sublayers, length)


@misconception(
    "count_paths",
    name="zero_is_none",
    statement="T13",
    says="`length=0` gave the number of all paths. It asks for the paths that take no sublayer, and 0 is a length "
    "like any other; but in Python 0 counts as false, so `if length` cannot tell it from None.",
)
def count_zero_is_none(num_sublayers: int, length: int | None = None) -> int:
    """`if length:` asks whether a length was given."""
    return _count(num_sublayers, length or None)


@misconception(
    "count_paths",
    name="ignores_length",
    statement="T13",
    says="You returned the number of all paths although a `length` was given. Only the paths that take exactly "
    "that many sublayers count then.",
)
def count_ignores_length(num_sublayers: int, length: int | None = None) -> int:
    """The length of a path does not matter."""
    return _count(num_sublayers, None)


@misconception(
    "count_paths",
    name="at_most_not_exactly",
    statement="T13",
    says="You counted the paths that take *up to* that many sublayers. Asked for are those that take exactly that "
    "many.",
)
def count_at_most(num_sublayers: int, length: int | None = None) -> int:
    """Paths of length k are those no longer than k."""
    return _count(num_sublayers, None) if length is None else sum(_count(num_sublayers, k) for k in range(length + 1))


NO_ANSWER = {"Timeout", "MemoryError"}


@misconception(
    "count_paths",
    name="exponential_time",
    statement="T13",
    says="There was no answer within the limits for 96 sublayers. Your idea is right for small stacks, but it "
    "visits or stores every path, and there are 2^96 of them: at a billion a second that takes 2.5 million "
    "million years. To count the paths you need not make them.",
    matches=lambda seen: seen.raised in NO_ANSWER,
)
def count_exponential_time(num_sublayers: int, length: int | None = None) -> int:
    """Counting means going through all of them."""
    paths = itertools.product((0, 1), repeat=num_sublayers)
    return sum(1 for path in paths if length is None or sum(path) == length)


@misconception(
    "count_paths",
    name="int_overflow_or_float",
    statement="T13",
    says="Small stacks come out right, but at this depth the number no longer fits into 64 bits, and what you see "
    "is what was left of it. torch and numpy count in 64 bits without a warning; Python's own integers are "
    "exact at any size.",
)
def count_overflow(num_sublayers: int, length: int | None = None) -> int:
    """A torch or numpy integer is as good as a Python one."""
    return (_count(num_sublayers, length) + 2**63) % 2**64 - 2**63


@misconception(
    "count_paths",
    name="int_overflow_or_float",
    statement="T13",
    says="The number of paths has to be a Python `int`. A float keeps 16 digits only, and a tensor's integers end "
    "at 64 bits; at 96 sublayers neither can hold the count exactly.",
    matches=lambda seen: seen.type_name in {"float", "torch.Tensor"} or seen.type_name.startswith("numpy."),
)
def count_float(num_sublayers: int, length: int | None = None) -> float:
    """A number is a number."""
    return float(_count(num_sublayers, length))


def _rounded(seen: Any, num_sublayers: int, length: int | None = None) -> dict[str, int] | None:
    if type(seen.value) is not int:
        return None
    exact = _count(num_sublayers, length)
    return {"answer": seen.value} if 0 < abs(seen.value - exact) <= exact / 10**6 else None


@misconception(
    "count_paths",
    name="int_overflow_or_float",
    statement="T13",
    says="The first digits are right, the last ones are not: somewhere on the way the count was a float, which "
    "keeps 16 digits, and turning it back into an int cannot restore the rest. Stay with integers throughout "
    "(`//`, not `/`).",
    fit=_rounded,
)
def count_rounded(num_sublayers: int, length: int | None = None, answer: int | None = None) -> int:
    """An int made from a float is exact."""
    return int(float(_count(num_sublayers, length))) if answer is None else answer


TABLE = {depth: 2**depth for depth in (24, 48, 96)}


def _from_a_table(seen: Any) -> bool:
    if seen.raised is not None:
        return bool(seen.raised == "KeyError")
    return seen.value is None or (type(seen.value) is int and seen.value in {0, *TABLE.values()})


@misconception(
    "count_paths",
    name="hardcoded",
    statement="T13",
    says="There is no sensible answer for this depth. If your function knows only the depths of the text, 24, 48 "
    "and 96, mind that it has to count for any number of sublayers; if not, does every case end in a "
    "`return`?",
    matches=_from_a_table,
)
def count_hardcoded(num_sublayers: int, length: int | None = None) -> int:
    """The function is needed for the depths in the text."""
    return TABLE[num_sublayers] if length is None else _count(num_sublayers, length)


# --- gradient_by_path_length --------------------------------------------------------------------------------------


def _by_length(d: Tensor) -> Tensor:
    """(L+1,) coefficients of the product of all (1 + d t), in the dtype of `d`."""
    found = torch.ones(1, dtype=d.dtype)
    for slope in d:
        found = torch.cat([found, found.new_zeros(1)]) + slope * torch.cat([found.new_zeros(1), found])
    return found


def _paths(d: Tensor) -> Tensor:
    """(L+1,) number of paths of each length."""
    return torch.tensor([float(math.comb(len(d), k)) for k in range(len(d) + 1)], dtype=torch.float64)


@misconception(
    "gradient_by_path_length",
    name="missing_length_zero",
    statement="T8",
    says="Your list begins with the paths of length 1. Entry 0 is missing: the pure shortcut, the path through no "
    "sublayer. Lengths run from 0 to L, so there are L + 1 entries.",
)
def lengths_without_zero(d: Tensor) -> Tensor:
    """Paths begin at length 1."""
    return _by_length(d)[1:]


@misconception(
    "gradient_by_path_length",
    name="reversed_order",
    statement="T13",
    says="The numbers are right and the order is not: the index is the length of the path. Entry 0 belongs to the "
    "shortcut, the last entry to the one path that takes every sublayer.",
)
def lengths_reversed(d: Tensor) -> Tensor:
    """The longest path comes first."""
    return _by_length(d).flip(0)


@misconception(
    "gradient_by_path_length",
    name="normalised",
    statement="T13",
    says="You divided by the total, so your entries add up to 1. Asked for are the amounts, not the shares: they "
    "add up to the gradient of the whole stack, which is the product of T13.",
)
def lengths_normalised(d: Tensor) -> Tensor:
    """How much a length carries is its share of the gradient."""
    return _by_length(d) / _by_length(d).sum()


@misconception(
    "gradient_by_path_length",
    name="cumulative",
    statement="T13",
    says="Your entries are running totals: entry k holds the paths of length *up to* k. Each length has an entry "
    "of its own; it is their sum that gives the whole gradient.",
)
def lengths_cumulative(d: Tensor) -> Tensor:
    """Entry k is the gradient that has arrived by length k."""
    return _by_length(d).cumsum(0)


@misconception(
    "gradient_by_path_length",
    name="power_sums",
    statement="T13",
    says="You raised each d to the power k and added. Such a term passes one sublayer k times; a path of length k "
    "takes k *different* sublayers, so its factor is a product of different d (T13).",
    variants=({"first": "number of sublayers"}, {"first": "one"}),
)
def lengths_power_sums(d: Tensor, first: str) -> Tensor:
    """A path of length k has the factor d^k."""
    sums = torch.stack([(d**k).sum() for k in range(len(d) + 1)])
    if first == "one":
        sums[0] = 1
    return sums


@misconception(
    "gradient_by_path_length",
    name="averaged_per_path",
    statement="T13",
    says="Your entries are means over the paths of a length. Gradients that arrive by several paths are added, not"
    " averaged (T13): a length with many paths carries more.",
)
def lengths_averaged(d: Tensor) -> Tensor:
    """Each length counts once, however many paths it has."""
    return _by_length(d) / _paths(d)


@misconception(
    "gradient_by_path_length",
    name="uniform_layers_assumed",
    statement="T13",
    says="You took one d for all sublayers ({used}) and multiplied its powers by the number of paths. That is "
    "right only if all d are equal; here every path has a factor of its own (T13).",
    variants=({"used": "their mean"}, {"used": "the first"}),
)
def lengths_uniform(d: Tensor, used: str) -> Tensor:
    """All paths of one length carry the same."""
    return _paths(d) * (d.mean() if used == "their mean" else d[0]) ** torch.arange(len(d) + 1)


@misconception(
    "gradient_by_path_length",
    name="counts_ignore_weights",
    statement="T13",
    says="You returned how *many* paths have each length. Asked for is how much gradient they carry: each path "
    "counts with its factor, the product of the d that it takes (T13).",
    variants=({"dtype": torch.float64}, {"dtype": torch.int64}, {"dtype": torch.float32}),
)
def lengths_counted(d: Tensor, dtype: torch.dtype) -> Tensor:
    """Every path carries as much as every other."""
    return _paths(d).to(dtype)


@misconception(
    "gradient_by_path_length",
    name="prefix_paths_only",
    statement="T13",
    says="Entry k holds a single path, the one through the {which} k sublayers. *Any* k of the sublayers form a "
    "path (T13), and the entry is the sum over all of them.",
    variants=({"which": "first"}, {"which": "last"}),
)
def lengths_of_prefixes(d: Tensor, which: str) -> Tensor:
    """The path of length k takes the first k sublayers."""
    return torch.cat([torch.ones(1, dtype=d.dtype), torch.cumprod(d if which == "first" else d.flip(0), 0)])


@misconception(
    "gradient_by_path_length",
    name="sublayer_reused",
    statement="T13",
    says="Your update is the right idea, but some paths take the same sublayer twice: within one layer you read entries"
    " that this layer has already changed. A path decides at each sublayer once (T13). In which order can the list be"
    " updated so that every entry is still the old one when it is read?",
)
def lengths_with_reuse(d: Tensor) -> Tensor:
    """The order in which a list is updated in place does not matter."""
    found = torch.zeros(len(d) + 1, dtype=d.dtype)
    found[0] = 1
    for slope in d:
        for k in range(1, len(d) + 1):
            found[k] += slope * found[k - 1]
    return found


@misconception(
    "gradient_by_path_length",
    name="absolute_values",
    statement="T13",
    says="You lost the signs of d. A path through one sublayer with a negative derivative has a negative factor, "
    "and paths of one length may cancel each other in part; that belongs to the answer.",
)
def lengths_absolute(d: Tensor) -> Tensor:
    """How much a path carries is a size, without sign."""
    return _by_length(d.abs())


@misconception(
    "gradient_by_path_length",
    name="exponential_time",
    statement="T13",
    says="There was no answer within the limits for 96 sublayers. Your idea is right, but it visits or stores "
    "every path, and there are 2^96 of them: at a billion a second that takes 2.5 million million years. Keep"
    " only one number for each length, and ask how these L + 1 numbers change when one more sublayer is put "
    "on top.",
    matches=lambda seen: seen.raised in NO_ANSWER,
)
def lengths_exponential_time(d: Tensor) -> Tensor:
    """To add up the paths one has to go through them."""
    slopes = d.tolist()
    return torch.tensor(
        [sum(math.prod(path) for path in itertools.combinations(slopes, k)) for k in range(len(slopes) + 1)],
        dtype=torch.float64,
    )


@misconception(
    "gradient_by_path_length",
    name="float32_underflow",
    statement="T7",
    says="Your result is float32, which keeps about 7 digits and has nothing below 1e-45, where the long paths of "
    "a deep stack lie. d is float64: keep to it. `torch.zeros` and `torch.tensor` are float32 unless you give"
    " a `dtype`.",
    matches=lambda seen: isinstance(seen.value, Tensor) and seen.value.dtype == torch.float32,
)
def lengths_return_float32(d: Tensor) -> Tensor:
    """Every tensor is float32."""
    return _by_length(d.float())


# --- split_vjp ----------------------------------------------------------------------------------------------------


@misconception(
    "split_vjp",
    name="swapped_terms",
    statement="T6",
    says="The two terms are in the other order. The first is the shortcut's, and it is the same for every "
    "sublayer: the gradient that arrived (T6).",
)
def split_swapped(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """The sublayer's part comes first."""
    return _slope(sublayer, x, v), v


@misconception(
    "split_vjp",
    name="shortcut_is_ones",
    statement="T6",
    says="Your first term is 1 everywhere. 1 is the shortcut's *derivative* (T6); the gradient that it delivers is"
    " that derivative times what arrives from above.",
)
def split_ones(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """The gradient of the shortcut is 1."""
    return torch.ones_like(v), _slope(sublayer, x, v)


@misconception(
    "split_vjp",
    name="total_as_sublayer_term",
    statement="T9",
    says="Your second term is the gradient of the whole block: v is in it once more, and the two terms would add "
    "up to 2v + …. Asked for is what comes through the sublayer alone (T9).",
)
def split_total(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """What arrives at x is the sublayer's term."""
    return v, v + _slope(sublayer, x, v)


@misconception(
    "split_vjp",
    name="ignores_cotangent",
    statement="T6",
    says="Your second term is the gradient for an upstream gradient of ones, which is what `.sum()` stands for. "
    "Backpropagation starts from the v that it is given: use it.",
    variants=({"first": "v"}, {"first": "ones"}),
)
def split_without_cotangent(sublayer: Sublayer, x: Tensor, v: Tensor, first: str) -> tuple[Tensor, Tensor]:
    """The gradient of y is that of y.sum()."""
    return (v if first == "v" else torch.ones_like(v)), _slope(sublayer, x)


@misconception(
    "split_vjp",
    name="jvp_not_vjp",
    statement="T6",
    says="Your second term is J·v: how the output moves when x moves along v. Backpropagation goes the other way "
    "and multiplies from the left, vᵀJ. The two agree only where J is symmetric.",
)
def split_jvp(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """J times v and v times J are the same."""
    return v, torch.autograd.functional.jvp(sublayer, x, v)[1]


@misconception(
    "split_vjp",
    name="forward_values",
    statement="T9",
    says="You returned the two terms of the forward pass, x and sublayer(x). T9 speaks of the gradients that come "
    "back: how v, the gradient of the sum, reaches x by either way.",
)
def split_forward(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """The parts of the gradient are the parts of the sum."""
    return x, sublayer(x)


@misconception(
    "split_vjp",
    name="split_evenly",
    statement="T9",
    says="The sum of your terms is right, but you cut it into halves. An addition does not divide a gradient "
    "between its inputs: each of them receives all of v (T9), and the sublayer then multiplies its own.",
)
def split_halves(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """An addition shares the gradient out."""
    half = (v + _slope(sublayer, x, v)) / 2
    return half, half


@misconception(
    "split_vjp",
    name="crash_on_constant_sublayer",
    statement="T10",
    says="Your formula is right for every sublayer that depends on x. One that ignores x, such as T10's zero "
    "sublayer, leaves autograd nothing to differentiate: it raises an error or answers None. What comes "
    "through such a sublayer is zeros of the shape of x.",
    variants=({"none": False}, {"none": True}),
)
def split_crashes_on_constant(
    sublayer: Sublayer, x: Tensor, v: Tensor, none: bool = False
) -> tuple[Tensor, Tensor | None]:
    """Every sublayer's output depends on its input."""
    point = x.detach().clone().requires_grad_()
    y = sublayer(point)
    if none and not y.requires_grad:
        return v, None
    return v, torch.autograd.grad(y, point, v)[0]


@misconception(
    "split_vjp",
    name="mutates_input",
    statement="T12",
    says=MUTATES_INPUT,
    matches=lambda seen: bool(seen.changed),
)
def split_mutates_input(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """To differentiate with respect to x one has to mark x itself."""
    x.requires_grad_()
    (x + sublayer(x)).backward(v)
    assert x.grad is not None
    return v, x.grad - v


# --- gradient_norms -----------------------------------------------------------------------------------------------


def _gradients(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> list[Tensor]:
    """Gradients at the L+1 states of the stack, the input's first."""
    states = [x.detach().clone().requires_grad_()]
    for sublayer in sublayers:
        states.append(states[-1] + sublayer(states[-1]) if residual else sublayer(states[-1]))
    return list(torch.autograd.grad(states[-1], states, v))


def _norms(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    return torch.stack([gradient.double().norm() for gradient in _gradients(sublayers, x, v, residual)])


@misconception(
    "gradient_norms",
    name="ignores_cotangent",
    statement="T8",
    says="These are the norms for an upstream gradient of ones, which is what `.sum().backward()` starts from. "
    "Start from the v that you are given. Ones are a poor probe besides: after a fresh LayerNorm that "
    "gradient is exactly 0.",
)
def norms_without_cotangent(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """A gradient is always that of a sum."""
    return _norms(sublayers, x, torch.ones_like(v), residual)


@misconception(
    "gradient_norms",
    name="reversed_order",
    statement="T8",
    says="The norms are right and the order is not. Entry 0 belongs to the input x, the last entry to the output, "
    "where the gradient is still v; you listed them in the order in which backpropagation meets them.",
)
def norms_reversed(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """The first entry is where backpropagation begins."""
    return _norms(sublayers, x, v, residual).flip(0)


@misconception(
    "gradient_norms",
    name="missing_endpoint",
    statement="T8",
    says="One norm is missing, that of the {missing}. L sublayers have L + 1 states: the input, what each sublayer"
    " leaves behind, and so the output as the last.",
    variants=({"missing": "output"}, {"missing": "input"}),
)
def norms_without_end(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool, missing: str) -> Tensor:
    """There is one gradient per sublayer."""
    norms = _norms(sublayers, x, v, residual)
    return norms[:-1] if missing == "output" else norms[1:]


@misconception(
    "gradient_norms",
    name="squared_norm",
    statement="T7",
    says="Your entries are the sums of the squares. The norm is the root of that; without it a gradient that "
    "halves seems to shrink to a quarter.",
)
def norms_squared(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """The norm is the sum of squares."""
    return _norms(sublayers, x, v, residual) ** 2


@misconception(
    "gradient_norms",
    name="other_stack",
    statement="T7",
    says="These are the norms of the other kind of stack: `residual=True` asks for an addition at every sublayer "
    "(T5), `residual=False` for none (T7). Is the argument used, and the right way round?",
)
def norms_of_other_stack(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """One kind of stack stands for both."""
    return _norms(sublayers, x, v, not residual)


@misconception(
    "gradient_norms",
    name="not_chained",
    statement="T7",
    says="Every sublayer was given v itself. v arrives at the end of the stack only; each sublayer receives what "
    "the one after it has passed back, and so the factors multiply (T7).",
)
def norms_of_single_sublayers(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """Each sublayer can be looked at on its own."""
    state, norms = x, []
    for sublayer in sublayers:
        through = _slope(sublayer, state, v)
        norms.append((v + through if residual else through).double().norm())
        state = state + sublayer(state) if residual else sublayer(state)
    return torch.stack([*norms, v.double().norm()]).detach()


@misconception(
    "gradient_norms",
    name="float_truncation",
    statement="T7",
    says="Your result is float32. `torch.tensor` of Python numbers is float32 unless you give a `dtype`, and "
    "float32 has nothing below 1e-45, while a plain stack of 96 sublayers is at 1e-75 (T7). Asked for is "
    "float64.",
    matches=lambda seen: isinstance(seen.value, Tensor) and seen.value.dtype == torch.float32,
)
def norms_in_float32(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """Every tensor is float32."""
    return _norms(sublayers, x, v, residual).float()


@misconception(
    "gradient_norms",
    name="mutates_input",
    statement="T12",
    says=MUTATES_INPUT,
    matches=lambda seen: bool(seen.changed),
)
def norms_mutate_input(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """Gradients are read off `.grad` after `backward`."""
    states = [x.requires_grad_()]
    for sublayer in sublayers:
        states.append(states[-1] + sublayer(states[-1]) if residual else sublayer(states[-1]))
        states[-1].retain_grad()
    states[-1].backward(v)
    return torch.stack([state.grad.double().norm() for state in states if state.grad is not None])


# --- zero_case_output ---------------------------------------------------------------------------------------------


def _checked(placement: str) -> str:
    if placement not in ("none", "pre", "post"):
        raise ValueError(placement)
    return placement


@misconception(
    "zero_case_output",
    matches=_was_accepted,
    says="For the placement {placement!r} your function returned something. Only the three placements of the text "
    "have an answer; anything else is the caller's mistake, and `ValueError` says so. A last `else` must not catch "
    "it.",
)
def accepts_bad_placement(x: Tensor, norm: nn.Module, placement: str) -> Tensor:
    """Whatever is not none and not pre is post."""
    output: Tensor = x if placement in ("none", "pre") else norm(x)
    return output


@misconception(
    "zero_case_output",
    statement="T10",
    variants=({"through_norm": False}, {"through_norm": True}),
    says="You carried the sublayer's zeros through as if they were the whole result. A contribution of zero is not "
    "an output of zero: the shortcut still brings x (T10), which is why a useless sublayer does no harm. What is x + "
    "0?",
)
def zero_means_zero_output(x: Tensor, norm: nn.Module, placement: str, through_norm: bool) -> Tensor:
    """A sublayer that returns zero makes the block return zero."""
    zeros = torch.zeros_like(x)
    output: Tensor = norm(zeros) if _checked(placement) == "post" and through_norm else zeros
    return output


@misconception(
    "zero_case_output",
    statement="T14",
    says="You returned x, which would be right without a norm. In post-norm the sum x + 0 still goes through the "
    "norm, and T14 says that LayerNorm(x) is not x. Try an x with mean 5.",
)
def post_norm_is_identity(x: Tensor, norm: nn.Module, placement: str) -> Tensor:
    """A zero sublayer leaves x unchanged, with any norm."""
    _checked(placement)
    return x


@misconception(
    "zero_case_output",
    statement="T14",
    says="You sent x through the norm. In pre-norm the norm sits inside the branch (T14), in front of the sublayer; "
    "the branch ends in zero, and the shortcut carries x as it came.",
)
def pre_norm_changes_shortcut(x: Tensor, norm: nn.Module, placement: str) -> Tensor:
    """In pre-norm everything that follows sees norm(x)."""
    output: Tensor = x if _checked(placement) == "none" else norm(x)
    return output


# --- zero_init_last_projection ------------------------------------------------------------------------------------


def _last(sublayer: nn.Module) -> nn.Linear:
    """The last projection, for the misconceptions that know which it is."""
    return _linears(sublayer)[-1]


def _linears(sublayer: nn.Module) -> list[nn.Linear]:
    linears = [module for module in sublayer.modules() if isinstance(module, nn.Linear)]
    if not (hasattr(sublayer, "mha") or hasattr(sublayer, "down")):
        raise TypeError
    return linears


def _zero(*parameters: Tensor) -> None:
    with torch.no_grad():
        for parameter in parameters:
            parameter.zero_()


def _flat(value: Any) -> Iterator[Tensor]:
    yield from value if isinstance(value, tuple) else [value]


def _nearly_zero(seen: Observation) -> bool:
    """Tensors that should be exactly zero and are merely small."""
    tensors = [value for value in _flat(seen.value) if isinstance(value, Tensor)]
    return bool(tensors) and 0 < max(float(value.abs().max()) for value in tensors) < 1e-2


@misconception(
    "zero_init_last_projection",
    statement="T15",
    matches=_nearly_zero,
    says="The sublayer's output is small, but it is not zero. T15 starts the block as the identity exactly, and many "
    "small changes would add up. Is there a reason to draw random numbers at all, if you know the value you want?",
)
def tiny_not_zero(sublayer: nn.Module) -> nn.Module:
    """Very small weights are as good as zero."""
    for parameter in _last(sublayer).parameters():
        nn.init.normal_(parameter, std=1e-4)
    return sublayer


@misconception(
    "zero_init_last_projection",
    statement="T15",
    says="The weight of the last projection is zero and its bias is not, so the branch adds one and the same vector "
    "to every token. T15 names both. A new attention module hides this, since its output bias happens to start at 0; "
    "a trained one, or a Linear, does not.",
)
def bias_left(sublayer: nn.Module) -> nn.Module:
    """Zero weights make the output zero."""
    _zero(_last(sublayer).weight)
    return sublayer


@misconception(
    "zero_init_last_projection",
    statement="T15",
    says="You zeroed every parameter. The block is the identity, but it is stuck there: the last weight's gradient "
    "needs a hidden layer that is not zero, and the hidden layer's gradient needs a last weight that is not zero. "
    "T15 is about the last projection only.",
)
def zeroed_everything(sublayer: nn.Module) -> nn.Module:
    """The more zeros, the closer to the identity."""
    _linears(sublayer)
    _zero(*sublayer.parameters())
    return sublayer


@misconception(
    "zero_init_last_projection",
    statement="T15",
    variants=({"bias": True}, {"bias": False}),
    says="You zeroed the *first* projection. Whatever comes after it, biases above all, still produces an output. "
    "T15 wants the projection whose output is the sublayer's output.",
)
def wrong_layer_zeroed(sublayer: nn.Module, bias: bool) -> nn.Module:
    """Zero in, zero out."""
    first = sublayer.get_submodule("mha") if hasattr(sublayer, "mha") else _linears(sublayer)[0]
    for name, parameter in first.named_parameters(recurse=False):
        if name in ("in_proj_weight", "weight") or (bias and name in ("in_proj_bias", "bias")):
            _zero(parameter)
    return sublayer


@misconception(
    "zero_init_last_projection",
    statement="T15",
    variants=({"all_of_them": False}, {"all_of_them": True}),
    says="You set `requires_grad` to False, so the block starts as the identity and stays it for ever. T15 has a "
    "second half: the zeros are only where learning *begins*. To write into a parameter it is enough to keep "
    "autograd from recording it.",
)
def frozen(sublayer: nn.Module, all_of_them: bool) -> nn.Module:
    """Parameters can be overwritten only when they are frozen."""
    last = _last(sublayer)
    (sublayer if all_of_them else last).requires_grad_(False)
    _zero(last.weight, last.bias)
    return sublayer


class _Masked(nn.Module):
    def __init__(self, sublayer: nn.Module) -> None:
        super().__init__()
        self.sublayer = sublayer

    def forward(self, x: Tensor) -> Tensor:
        output: Tensor = 0 * self.sublayer(x)
        return output


@misconception(
    "zero_init_last_projection",
    statement="T15",
    says="You multiply the sublayer's output by zero and leave its weights as they are. The product stays zero "
    "whatever the optimiser does, and its gradient is zero too: nothing behind it can ever learn. T15 zeroes the "
    "*values* of weights, which training is free to change.",
)
def output_masked(sublayer: nn.Module) -> nn.Module:
    """A zero output is what counts, not how it comes about."""
    _linears(sublayer)
    sublayer.register_forward_hook(lambda module, inputs, output: output * 0)
    return sublayer


@misconception(
    "zero_init_last_projection",
    statement="T15",
    says="You returned a copy and left the sublayer you were given as it was. An optimiser, or a block that already "
    "holds the sublayer, keeps *its* parameters and never hears of the copy. Change the given object and return it.",
)
def returns_other_object(sublayer: nn.Module) -> nn.Module:
    """A function should not change its argument."""
    sublayer = copy.deepcopy(sublayer)
    _zero(_last(sublayer).weight, _last(sublayer).bias)
    return sublayer


@misconception(
    "zero_init_last_projection",
    statement="T15",
    variants=({"way": "new parameters"}, {"way": "new layer"}, {"way": "no bias"}, {"way": "wrapper"}),
    says="You put new objects in the place of the last projection or its parameters, or wrapped the sublayer. An "
    "optimiser that was made before still holds the old ones and would go on training what nobody uses. T15 changes "
    "values: write the zeros into the parameters that are there.",
)
def structure_changed(sublayer: nn.Module, way: str) -> nn.Module:
    """Setting weights means making new ones."""
    last = _last(sublayer)
    if way == "wrapper":
        return _Masked(sublayer)
    if way == "new parameters":
        last.weight = nn.Parameter(torch.zeros_like(last.weight))
        last.bias = nn.Parameter(torch.zeros_like(last.bias))
        return sublayer
    new = type(last)(last.in_features, last.out_features, bias=way != "no bias", dtype=last.weight.dtype)
    _zero(*new.parameters())
    owner, name = (sublayer.get_submodule("mha"), "out_proj") if hasattr(sublayer, "mha") else (sublayer, "down")
    setattr(owner, name, new)
    return sublayer
