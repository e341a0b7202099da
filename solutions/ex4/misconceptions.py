"""What students believe about Exercise 4, each belief as an implementation that is right in everything else.

A comment above a belief names places where somebody was seen to hold it, or to have built it: repository#issue.
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from grader.checks.misconceptions import misconception
from grader.checks.observation import Observation

Sublayer = Callable[[Tensor], Tensor]


def _wrote_in_place(seen: Observation) -> bool:
    return bool(seen.changed) or (seen.raised == "RuntimeError" and "in-place" in seen.raised_text)


def _lacks(*names: str) -> Callable[[Observation], bool]:
    """Whether a module has no attribute of one of these names."""
    pattern = re.compile(f"has no attribute '({'|'.join(names)})'")
    return lambda seen: seen.raised == "AttributeError" and bool(pattern.search(seen.raised_text))


# --- attention_weights --------------------------------------------------------------------------------------------


def _scores(queries: Tensor, keys: Tensor) -> Tensor:
    """The right scores, unmasked."""
    return queries @ keys.transpose(-2, -1) / math.sqrt(queries.shape[-1])


def _future(scores: Tensor, diagonal: int = 1) -> Tensor:
    """Where a token would read from a later one."""
    return torch.ones(scores.shape[-2:]).triu(diagonal).bool()


def _weights(scores: Tensor, causal: bool) -> Tensor:
    """The right weights for any scores."""
    return torch.softmax(scores.masked_fill(_future(scores), -math.inf) if causal else scores, dim=-1)


# labmlai/annotated_deep_learning_paper_implementations#282, nerminnuraydogan/vision-transformer#1
@misconception(
    "attention_weights",
    statement="T3",
    says="Your weights add up to 1 over the queries: you took softmax along axis -2. Each *key* then has one unit "
    "to give away, and a query may go home with nothing. T3 says what adds up to 1 for whom; which axis of [b, h, "
    "i, j] is that?",
)
def softmax_over_queries(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """Whatever sums to 1 is a set of weights."""
    scores = _scores(queries, keys)
    return torch.softmax(scores.masked_fill(_future(scores), -math.inf) if causal else scores, dim=-2)


# jadore801120/attention-is-all-you-need-pytorch#52, PetrochukM/PyTorch-NLP#2
@misconception(
    "attention_weights",
    statement="T3",
    variants=({"dim": 0}, {"dim": 1}),
    says="You took softmax along axis {dim}, which is that of samples or heads. Samples and heads do not compete "
    "with each other. T3 shares out the weight of one query among the keys.",
)
def softmax_over_batch(queries: Tensor, keys: Tensor, causal: bool, dim: int) -> Tensor:
    """The axis of softmax is a matter of taste."""
    scores = _scores(queries, keys)
    return torch.softmax(scores.masked_fill(_future(scores), -math.inf) if causal else scores, dim=dim)


# lucidrains/perceiver-pytorch#46
@misconception(
    "attention_weights",
    statement="T3",
    says="In your result all T · T weights of a head add up to 1 together, so a single query has only a T-th of it on "
    "average. T3 gives each query weights of its own.",
)
def softmax_over_matrix(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """Softmax is for the whole matrix."""
    scores = _scores(queries, keys)
    if causal:
        scores = scores.masked_fill(_future(scores), -math.inf)
    return torch.softmax(scores.flatten(-2), dim=-1).view_as(scores)


# Kyubyong/transformer#60
@misconception(
    "attention_weights",
    statement="T2",
    says="Your scores are not divided by anything. Their size then grows with d_head, softmax of large numbers is "
    "nearly one-hot, and nearly one-hot means nearly no gradient. T2 has a root in it.",
)
def not_scaled(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """Softmax takes care of the scale."""
    return _weights(queries @ keys.transpose(-2, -1), causal)


# aladdinpersson/Machine-Learning-Collection#65, lucidrains/vit-pytorch#65, karpathy/ng-video-lecture#6
@misconception(
    "attention_weights",
    statement="T2",
    says="You divided by the root of d_model, the width of all heads together. The products that are added up in "
    "one score are fewer: count the features of one query as it stands in your function (T2).",
)
def scaled_by_model(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """The size in the root is that of the model."""
    return _weights(_scores(queries, keys) / math.sqrt(queries.shape[1]), causal)


# thegregyang/NTK4A#3
@misconception(
    "attention_weights",
    statement="T2",
    says="You divided by d_head itself. It is the *variance* of a score that grows with d_head; think of what "
    "brings the size of the score itself back (T2).",
)
def scaled_without_root(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """The scale is the number of features."""
    return _weights(_scores(queries, keys) / math.sqrt(queries.shape[-1]), causal)


@misconception(
    "attention_weights",
    statement="T2",
    says="You multiplied the scores by the root of T2 instead of dividing by it, which makes the large ones larger "
    "still.",
)
def scaled_up(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """d_head ** 0.5 is the scale."""
    return _weights(_scores(queries, keys) * queries.shape[-1], causal)


@misconception(
    "attention_weights",
    statement="T2",
    says="You divided by the root of T, the number of tokens. A longer sentence does not make the products of a "
    "score more numerous; T2 names what does.",
)
def scaled_by_length(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """The sums run over the tokens."""
    return _weights(_scores(queries, keys) * math.sqrt(queries.shape[-1] / queries.shape[-2]), causal)


# huggingface/pytorch-image-models#2236, lucidrains/memory-compressed-attention#2
@misconception(
    "attention_weights",
    statement="T4",
    says="You masked after softmax. The later tokens have taken their share by then, and what is left of a query "
    "adds up to less than 1. Work through the example behind T4 with your lines in their order.",
)
def masked_after_softmax(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """Wiping out weights is the same as forbidding them."""
    weights = _weights(_scores(queries, keys), causal=False)
    return weights.masked_fill(_future(weights), 0.0) if causal else weights


# awslabs/gluonts#1401, Shujun-He/RibonanzaNet#5
@misconception(
    "attention_weights",
    statement="T4",
    says="You gave the later tokens the score 0, or a tiny number such as 1e-9 where -1e9 was meant. A score is an "
    "exponent: e⁰ is 1, and a forbidden token may beat one whose score is negative. Which score has the exponential "
    "0?",
)
def masked_with_zero(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """A score of 0 means no attention."""
    scores = _scores(queries, keys)
    return torch.softmax(scores.masked_fill(_future(scores), 0.0) if causal else scores, dim=-1)


# karpathy/nanoGPT#170
@misconception(
    "attention_weights",
    statement="T4",
    says="Your mask is the wrong way round: tokens read what comes *after* them, and the last one only itself. "
    "Print your mask for T = 3 and say aloud what a True in it means; `triu` and `tril`, `mask` and `~mask` are "
    "easily confused.",
)
def past_masked(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """The upper triangle is the past."""
    scores = _scores(queries, keys)
    return torch.softmax(scores.masked_fill(_future(scores).T, -math.inf) if causal else scores, dim=-1)


@misconception(
    "attention_weights",
    statement="T4",
    says="Your mask marks what a token *may* read, and this is what you filled with -∞: only later tokens are left, "
    "and for the last token nothing, which is why its weights are NaN. Where a mask is True, `masked_fill` fills (T4).",
)
def allowed_masked(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """True in a mask means that a token may read."""
    scores = _scores(queries, keys)
    return torch.softmax(scores.masked_fill(~_future(scores), -math.inf) if causal else scores, dim=-1)


# pbloem/former#10
@misconception(
    "attention_weights",
    statement="T4",
    says="Your mask takes the diagonal as well: no token may read from itself, and the first one from nothing, "
    "which is why its weights are NaN. The second argument of `triu` and `tril` says on which diagonal they begin "
    "(T4).",
)
def diagonal_masked(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """A token knows itself already."""
    scores = _scores(queries, keys)
    return torch.softmax(scores.masked_fill(_future(scores, 0), -math.inf) if causal else scores, dim=-1)


# TransformerLensOrg/TransformerLens#284, RVC-Boss/GPT-SoVITS#965
@misconception(
    "attention_weights",
    statement="T4",
    says="Your mask begins one diagonal too late: every token may read from the next one. A language model that may "
    "do so has nothing to predict any more. Check the row of the first token (T4).",
)
def next_token_seen(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """The first forbidden diagonal is the second one."""
    scores = _scores(queries, keys)
    return torch.softmax(scores.masked_fill(_future(scores, 2), -math.inf) if causal else scores, dim=-1)


# NVIDIA/TransformerEngine#1524, keras-team/keras#23038, facebookresearch/xformers#103
@misconception(
    "attention_weights",
    statement="T4",
    variants=({"always": False}, {"always": True}),
    says="The argument `causal` does not change your result: one kind of attention answers for both. With `causal` the "
    "future is closed (T4), without it every token reads from all.",
)
def causal_ignored(queries: Tensor, keys: Tensor, causal: bool, always: bool) -> Tensor:
    """There is only one kind of self-attention."""
    return _weights(_scores(queries, keys), always)


@misconception(
    "attention_weights",
    statement="T3",
    says="Your matrix is transposed: entry [i, j] compares key i with query j, so the keys do the asking. Entry [i, "
    "j] is what query i reads from key j; which factor of the matrix product gives the rows?",
)
def keys_ask(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """A scalar product has no direction, so neither has the matrix."""
    return _weights(_scores(keys, queries), causal)


@misconception(
    "attention_weights",
    statement="T3",
    says="You returned the scores. Softmax has still to turn them into weights, numbers between 0 and 1 that add up "
    "to 1 (T3).",
)
def scores_returned(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """The scores are the weights."""
    scores = _scores(queries, keys)
    return scores.masked_fill(_future(scores), -math.inf) if causal else scores


@misconception(
    "attention_weights",
    statement="T3",
    says="You divided the scores by their sum. Scores can be negative, and so are some of your weights; the "
    "exponential in softmax is there to make every one of them positive first (T3).",
)
def divided_by_sum(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """To normalise is to divide by the sum."""
    scores = _scores(queries, keys)
    if causal:
        scores = scores.masked_fill(_future(scores), 0.0)
    return scores / scores.sum(-1, keepdim=True)


def _without_gradient(seen: Observation) -> bool:
    return bool(seen.gradients) and all(gradient is None for gradient in seen.gradients.values())


@misconception(
    "attention_weights",
    statement="T1",
    matches=_without_gradient,
    says="No gradient gets back to queries and keys: `detach`, `no_grad`, NumPy or a Python number cut it off. A "
    "network learns whom to read from by this very gradient, so keep to torch's own operations on the tensors "
    "themselves.",
)
def weights_detached(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """Weights are numbers, not something to be learnt through."""
    return _weights(_scores(queries, keys), causal).detach()


@misconception(
    "attention_weights",
    name="mutates_input",
    statement="T1",
    matches=_wrote_in_place,
    says="After the call queries or keys are not what they were. `q *= s` and `q /= s` write into the tensor that "
    "the caller gave you; `q = q * s` makes a new one (T1).",
)
def queries_scaled_in_place(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """A function may use its arguments as scratch paper."""
    with torch.no_grad():
        queries /= math.sqrt(queries.shape[-1])
    return _weights(queries @ keys.transpose(-2, -1), causal)


# --- CausalSelfAttention ------------------------------------------------------------------------------------------


class _Attention(nn.Module):
    """The right answer, in pieces that can be replaced one by one."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.d_head = d_model // num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def split(self, x: Tensor) -> Tensor:
        return x.view(*x.shape[:2], self.num_heads, self.d_head).transpose(1, 2)

    def merge(self, read: Tensor) -> Tensor:
        return read.transpose(1, 2).flatten(2)

    def weigh(self, queries: Tensor, keys: Tensor) -> Tensor:
        return _weights(_scores(queries, keys), causal=True)

    def parts(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.query(x), self.key(x), self.value(x)

    def project(self, read: Tensor) -> Any:
        return self.output(read)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (self.split(part) for part in self.parts(x))
        result: Tensor = self.project(self.merge(self.weigh(queries, keys) @ values))
        return result


@misconception(
    "CausalSelfAttention",
    name="other_names",
    statement="T6",
    matches=_lacks("query", "key", "value", "output"),
    says="Your module lacks one of the attributes query, key, value and output. Weights are loaded by name, here as "
    "everywhere; the docstring has the four names, and `self.` belongs in front of each.",
)
class AttentionWithOtherNames(_Attention):
    """The name of an attribute is my own affair."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__(d_model, num_heads)
        del self.output
        self.projection = nn.Linear(d_model, d_model)


# reczoo/FuxiCTR#30, hyunwoongko/transformer#15, harvardnlp/annotated-transformer#17
@misconception(
    "CausalSelfAttention",
    statement="T5",
    says="Your heads are cut out by `view` or `reshape` alone, with num_heads put in front of T. That cuts a sample "
    "across its tokens: what you call a token of a head is made of pieces of several. First cut the *last* axis in "
    "two, and then let two axes change places.",
)
class SplitByView(_Attention):
    """A reshape to the wanted shape puts everything where it belongs."""

    def split(self, x: Tensor) -> Tensor:
        """The shape is right, the contents are not."""
        return x.reshape(x.shape[0], self.num_heads, x.shape[1], self.d_head)


# jsbaan/transformer-from-scratch#6, ajhalthor/Transformer-Neural-Network#4, hackiey/QAnet-pytorch#2
@misconception(
    "CausalSelfAttention",
    statement="T5",
    says="The heads are split as they should be, but on the way back `view` or `reshape` joins axes that are no "
    "neighbours in your sense: the features of one token end up in others. Undo first what the last step of "
    "splitting did.",
)
class MergedByView(_Attention):
    """A reshape to the wanted shape brings everything back."""

    def merge(self, read: Tensor) -> Tensor:
        """The shape is right, the contents are not."""
        return read.reshape(read.shape[0], read.shape[2], -1)


@misconception(
    "CausalSelfAttention",
    statement="T5",
    says="`view` cuts your heads out wrongly on the way there, and puts the pieces back in the same wrong way. The "
    "shapes hide it, and so does a single head. Num_heads must be cut from the *last* axis, and then two axes "
    "change places.",
)
class ViewBothWays(SplitByView):
    """What view takes apart, view puts together."""

    def merge(self, read: Tensor) -> Tensor:
        """The inverse of the wrong cut."""
        return read.reshape(read.shape[0], read.shape[2], -1)


@misconception(
    "CausalSelfAttention",
    statement="T5",
    says="You cut the last axis in the right way, but the heads still stand behind the tokens. Scores are made of the "
    "last two axes: here the heads of one token are compared with each other, and no token reads from another. Which "
    "two axes have to be last?",
)
class HeadsBehindTokens(_Attention):
    """A head has its axis, wherever it stands."""

    def split(self, x: Tensor) -> Tensor:
        """Cut, and left there."""
        return x.view(*x.shape[:2], self.num_heads, self.d_head)

    def merge(self, read: Tensor) -> Tensor:
        """The inverse."""
        return read.flatten(2)


@misconception(
    "CausalSelfAttention",
    statement="T5",
    says="Your heads own every num_heads-th feature. T5 gives each of them features that stand next to each other; "
    "look at the order of the two numbers into which you cut the last axis.",
)
class HeadsInterleaved(_Attention):
    """It does not matter which features a head gets."""

    def split(self, x: Tensor) -> Tensor:
        """Feature j belongs to head j % num_heads."""
        return x.view(*x.shape[:2], self.d_head, self.num_heads).permute(0, 3, 1, 2)

    def merge(self, read: Tensor) -> Tensor:
        """The inverse."""
        return read.permute(0, 2, 3, 1).flatten(2)


# awf/functional-transformer#8
@misconception(
    "CausalSelfAttention",
    statement="T5",
    variants=({"mean": False}, {"mean": True}),
    says="You added up, or averaged, what the heads have read, so that none of them can be told from the others. In "
    "T5 every head puts what it has read back into its own features: side by side.",
)
class HeadsAdded(_Attention):
    """The heads vote."""

    mean: ClassVar[bool]

    def merge(self, read: Tensor) -> Tensor:
        """One mixture for all places."""
        mixed = read.mean(1) if self.mean else read.sum(1)
        return mixed.repeat(1, 1, self.num_heads)


@misconception(
    "CausalSelfAttention",
    statement="T5",
    says="You have one set of weights for all heads: the scores use all of d_model at once, as if num_heads were 1. "
    "The heads exist in order to look for different things; each has its own queries and keys (T5).",
)
class OneHead(_Attention):
    """The number of heads is a detail of the implementation."""

    def split(self, x: Tensor) -> Tensor:
        """No heads."""
        return x.unsqueeze(1)


# Kyubyong/transformer#117, Kyubyong/transformer#17, huggingface/transformers#8814
@misconception(
    "CausalSelfAttention",
    statement="T6",
    says="What the heads have read leaves your module as it is: the output projection is missing. Without it no "
    "head ever learns of another (T6).",
)
class NoOutputProjection(_Attention):
    """Side by side, the heads are the result."""

    def project(self, read: Tensor) -> Any:
        """Nothing is mixed."""
        return read


@misconception(
    "CausalSelfAttention",
    statement="T6",
    says="Your heads read from x, or from the keys, instead of the values. What a token is found by and what it "
    "hands over are two different things; T6 has a linear map for each.",
    variants=({"instead": "x"}, {"instead": "keys"}),
)
class ValuesNotUsed(_Attention):
    """What is found is the token itself."""

    instead: ClassVar[str]

    def parts(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """No values."""
        queries, keys = self.query(x), self.key(x)
        return queries, keys, x if self.instead == "x" else keys


@misconception(
    "CausalSelfAttention",
    statement="T6",
    variants=(
        {"order": (1, 0, 2)},
        {"order": (0, 2, 1)},
        {"order": (2, 1, 0)},
        {"order": (0, 0, 2)},
        {"order": (1, 1, 2)},
        {"order": (0, 1, 0)},
    ),
    says="Queries, keys and values are mixed up: one of them is made by another's linear map. Compare the three "
    "lines with the three names, and with the order in which your attention takes its arguments.",
)
class RolesExchanged(_Attention):
    """Three linear maps of x are as good as each other."""

    order: ClassVar[tuple[int, int, int]]

    def parts(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """In another order."""
        made = (self.query(x), self.key(x), self.value(x))
        first, second, third = self.order
        return made[first], made[second], made[third]


# MarcoMeter/episodic-transformer-memory-ppo#22
@misconception(
    "CausalSelfAttention",
    statement="T6",
    says="You shared out the features of x among the heads before any linear map, or without one: the query of a "
    "head is then a piece of x. T6 makes queries, keys and values of the *whole* token first.",
)
class NotProjected(_Attention):
    """The heads look at x itself."""

    def parts(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """x three times."""
        return x, x, x


@misconception(
    "CausalSelfAttention",
    statement="T7",
    says="In your module tokens read from later ones. What is called for here is *causal* attention; does your "
    "`attention_weights` get to know that (T7)?",
)
class NotCausal(_Attention):
    """Self-attention sees the whole sentence."""

    def weigh(self, queries: Tensor, keys: Tensor) -> Tensor:
        """No mask."""
        return _weights(_scores(queries, keys), causal=False)


@misconception(
    "CausalSelfAttention",
    name="scaled_by_model",
    statement="T2",
    says="In your module the scores are divided by the root of d_model. The products of one score run over the "
    "features of a single head (T2); if you call your `attention_weights` with the heads split, it sees the right "
    "size by itself.",
)
class ScaledByModel(_Attention):
    """The size in the root is that of the model."""

    def weigh(self, queries: Tensor, keys: Tensor) -> Tensor:
        """The wrong root."""
        return _weights(_scores(queries, keys) / math.sqrt(self.num_heads), causal=True)


@misconception(
    "CausalSelfAttention",
    name="not_scaled",
    statement="T2",
    says="In your module nothing is done about the size of the scores, although T2 asks for it. Where A1 is right "
    "already, calling it is the shortest way.",
)
class NotScaled(_Attention):
    """Softmax takes care of the scale."""

    def weigh(self, queries: Tensor, keys: Tensor) -> Tensor:
        """No root."""
        return _weights(queries @ keys.transpose(-2, -1), causal=True)


@misconception(
    "CausalSelfAttention",
    name="masked_after_softmax",
    statement="T4",
    says="In your module the mask comes after softmax, so what a token reads adds up to less than 1, the less the "
    "earlier it stands. A1 has the same trap behind T4; once it is right there, call it here.",
)
class MaskedAfterSoftmax(_Attention):
    """Wiping out weights is the same as forbidding them."""

    def weigh(self, queries: Tensor, keys: Tensor) -> Tensor:
        """Softmax first."""
        return masked_after_softmax(queries, keys, causal=True)


@misconception(
    "CausalSelfAttention",
    name="softmax_over_queries",
    statement="T3",
    says="In your module softmax runs along the axis of the queries: what a token reads no longer adds up to 1 "
    "(T3). Which of the last two axes of the scores are the keys? In A1 you met the same question.",
)
class SoftmaxOverQueries(_Attention):
    """Whatever sums to 1 is a set of weights."""

    def weigh(self, queries: Tensor, keys: Tensor) -> Tensor:
        """The wrong axis."""
        return softmax_over_queries(queries, keys, causal=True)


@misconception(
    "CausalSelfAttention",
    statement="T6",
    says="You added x to what attention returns. The addition belongs to the block (T8): there it has to happen "
    "once, and around the norm as well.",
)
class ResidualInside(_Attention):
    """Attention comes with its residual connection."""

    def forward(self, x: Tensor) -> Tensor:
        """One x too many."""
        return x + super().forward(x)


@misconception(
    "CausalSelfAttention",
    statement="T7",
    says="In your module samples read from each other: batch and time are confused. Each sample is a sentence of "
    "its own (T7), so no product may run over the first axis.",
)
class SamplesMixed(_Attention):
    """The time axis comes first, as nn.MultiheadAttention has it by default."""

    def forward(self, x: Tensor) -> Tensor:
        """The first two axes changed places."""
        return super().forward(x.transpose(0, 1)).transpose(0, 1)


@misconception(
    "CausalSelfAttention",
    statement="T6",
    variants=({"names": ("query", "key", "value")}, {"names": ("query", "key", "value", "output")}),
    says="Some of your linear maps have no bias, or there are other parameters besides the four. The docstring "
    "prescribes four nn.Linear(d_model, d_model) as they come.",
)
class WithoutBias(_Attention):
    """Attention has no biases."""

    names: ClassVar[tuple[str, ...]]

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__(d_model, num_heads)
        for name in self.names:
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))


# --- TransformerBlock ---------------------------------------------------------------------------------------------


class _Block(nn.Module):
    """What all beliefs about the block have right: the constructor, and the two branches."""

    def __init__(self, attention: nn.Module, feed_forward: nn.Module, d_model: int) -> None:
        super().__init__()
        self.attention = attention
        self.feed_forward = feed_forward
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def first(self, x: Tensor) -> Any:
        return self.attention(self.norm1(x))

    def second(self, x: Tensor) -> Any:
        return self.feed_forward(self.norm2(x))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.first(x)
        result: Tensor = x + self.second(x)
        return result


@misconception(
    "TransformerBlock",
    name="other_names",
    statement="T9",
    matches=_lacks("attention", "feed_forward", "norm1", "norm2"),
    says="Your block lacks one of the attributes attention, feed_forward, norm1 and norm2. Each sublayer has a norm "
    "of its own (T9), and weights are loaded by name: the docstring has all four.",
)
class BlockWithOtherNames(_Block):
    """The name of an attribute is my own affair."""

    def __init__(self, attention: nn.Module, feed_forward: nn.Module, d_model: int) -> None:
        super().__init__(attention, feed_forward, d_model)
        del self.norm1
        self.norm = nn.LayerNorm(d_model)


# huggingface/transformers#18695 and NVIDIA/TransformerEngine#439 have both forms, as an option
@misconception(
    "TransformerBlock",
    statement="T8",
    says="Your two sublayers both read the x that came into the block. That is a block which exists, the parallel "
    "one, but not the one of T8: its feed-forward network never sees what attention has just found. What should x "
    "be on the second line?",
)
class Parallel(_Block):
    """Everything is added to x in the end, so the order does not matter."""

    def forward(self, x: Tensor) -> Tensor:
        """Both from the same x."""
        result: Tensor = x + self.first(x) + self.second(x)
        return result


# strutive07/transformer-tensorflow2.0#14, JanSchm/CapMarket#8
@misconception(
    "TransformerBlock",
    statement="T8",
    says="Your second addition goes back to the block's own input, and what attention has added is lost on the way: "
    "it reaches the feed-forward network and then disappears from the stream. The second step starts from the "
    "result of the first, in both its terms (T8).",
)
class SecondFromInput(_Block):
    """A residual connection leads back to the beginning of the block."""

    def forward(self, x: Tensor) -> Tensor:
        """The old x in the second sum."""
        middle = x + self.first(x)
        result: Tensor = x + self.second(middle)
        return result


@misconception(
    "TransformerBlock",
    statement="T8",
    says="You have one shortcut around the whole block. Inside it, the feed-forward network reads attention's "
    "output alone, and without shortcuts the derivatives of the two multiply. T8 has two additions.",
)
class OneShortcut(_Block):
    """A block is the unit around which one puts a shortcut."""

    def forward(self, x: Tensor) -> Tensor:
        """One sum."""
        result: Tensor = x + self.second(self.first(x))
        return result


@misconception(
    "TransformerBlock",
    statement="T8",
    says="Your feed-forward network reads what attention returned, not the stream to which that was added: the "
    "first sum has been made, and is not used. In T8 both norms read x.",
)
class ReadsAttentionOnly(_Block):
    """Layers read what the layer before them returned."""

    def forward(self, x: Tensor) -> Tensor:
        """The second branch reads an update."""
        update = self.first(x)
        result: Tensor = x + update + self.second(update)
        return result


# allenai/OLMo#222, bentrevett/pytorch-seq2seq#100
@misconception(
    "TransformerBlock",
    statement="T9",
    variants=({"kept": "both"}, {"kept": "norm1"}, {"kept": "norm2"}),
    says="One norm serves both sublayers. It then has one gain and one bias for two that read very different things "
    "(T9); a fresh norm hides this, a trained one does not.",
)
class SharedNorm(_Block):
    """A norm is a function, so one is enough."""

    kept: ClassVar[str]

    def __init__(self, attention: nn.Module, feed_forward: nn.Module, d_model: int) -> None:
        super().__init__(attention, feed_forward, d_model)
        if self.kept == "both":
            self.norm2 = self.norm1

    def first(self, x: Tensor) -> Any:
        """With the norm that is kept."""
        return self.attention(self.norm2(x) if self.kept == "norm2" else self.norm1(x))

    def second(self, x: Tensor) -> Any:
        """With the same one."""
        return self.feed_forward(self.norm1(x) if self.kept == "norm1" else self.norm2(x))


@misconception(
    "TransformerBlock",
    statement="T9",
    says="Your norms are exchanged: norm1 stands in front of the feed-forward network and norm2 in front of "
    "attention. Somebody who loads trained weights by name gets them wrong.",
)
class NormsExchanged(_Block):
    """Norms are alike, so the names do not matter."""

    def first(self, x: Tensor) -> Any:
        """The other norm."""
        return self.attention(self.norm2(x))

    def second(self, x: Tensor) -> Any:
        """The other norm."""
        return self.feed_forward(self.norm1(x))


# Howuhh/faster-trajectory-transformer#3, pytorch/pytorch#61165, tracel-ai/burn#1056
@misconception(
    "TransformerBlock",
    statement="T9",
    variants=({"where": "first step"}, {"where": "second step"}, {"where": "first step and second step"}),
    says="In the {where} of your block the shortcut carries the normalised x. It happens when a line `x = norm(x)` "
    "stands before the addition. The norm is for the sublayer only; on the shortcut there is nothing (T9).",
)
class NormOnShortcut(_Block):
    """Pre-norm means: first normalise x, then do the residual step."""

    where: ClassVar[str]

    def forward(self, x: Tensor) -> Tensor:
        """x replaced by norm(x)."""
        if "first" in self.where:
            x = self.norm1(x)
            x = x + self.attention(x)
        else:
            x = x + self.first(x)
        if "second" in self.where:
            x = self.norm2(x)
            x = x + self.feed_forward(x)
        else:
            x = x + self.second(x)
        return x


# hkproj/pytorch-transformer#14, keras-team/keras-io#2144
@misconception(
    "TransformerBlock",
    statement="T8",
    says="You built the post-norm block, which normalises each *sum*. T8 normalises what a sublayer *reads*; "
    "Exercises 2 and 3 show what the difference does to a gradient.",
)
class PostNorm(_Block):
    """Add, then norm: the block of the first Transformer."""

    def forward(self, x: Tensor) -> Tensor:
        """Norms on the sums."""
        x = self.norm1(x + self.attention(x))
        result: Tensor = self.norm2(x + self.feed_forward(x))
        return result


@misconception(
    "TransformerBlock",
    statement="T9",
    says="Your norms stand behind the sublayers, on what these return. T8 puts them in front, on what they read: it "
    "is the stream that may be of any size.",
)
class NormOfUpdate(_Block):
    """The norm keeps the updates small."""

    def first(self, x: Tensor) -> Any:
        """Sublayer, then norm."""
        return self.norm1(self.attention(x))

    def second(self, x: Tensor) -> Any:
        """Sublayer, then norm."""
        return self.norm2(self.feed_forward(x))


@misconception(
    "TransformerBlock",
    statement="T9",
    variants=({"missing": "attention"}, {"missing": "feed_forward"}, {"missing": "attention and feed_forward"}),
    says="In front of {missing} there is no norm, so that it reads a stream of whatever size has come together. "
    "Each of the two sublayers has a norm of its own (T9).",
)
class NormMissing(_Block):
    """One norm for each block is what it takes."""

    missing: ClassVar[str]

    def first(self, x: Tensor) -> Any:
        """Perhaps without norm."""
        return self.attention(x) if "attention" in self.missing else super().first(x)

    def second(self, x: Tensor) -> Any:
        """Perhaps without norm."""
        return self.feed_forward(x) if "feed_forward" in self.missing else super().second(x)


@misconception(
    "TransformerBlock",
    statement="T8",
    variants=({"missing": "attention"}, {"missing": "feed_forward"}, {"missing": "attention and feed_forward"}),
    says="The step of {missing} has no addition: its output takes the place of x, and everything that the stream "
    "has carried so far is gone. Each of the two steps adds (T8).",
)
class ShortcutMissing(_Block):
    """The shortcut is for one of the sublayers."""

    missing: ClassVar[str]

    def forward(self, x: Tensor) -> Tensor:
        """Replaced instead of added."""
        x = self.first(x) if "attention" in self.missing else x + self.first(x)
        result: Tensor = self.second(x) if "feed_forward" in self.missing else x + self.second(x)
        return result


@misconception(
    "TransformerBlock",
    statement="T8",
    variants=({"exchanged": False}, {"exchanged": True}),
    says="Your feed-forward network comes first. In T8 attention gathers, and then the feed-forward network works "
    "on what has been gathered.",
)
class FeedForwardFirst(_Block):
    """The order of the sublayers does not matter."""

    exchanged: ClassVar[bool]

    def forward(self, x: Tensor) -> Tensor:
        """The steps exchanged, perhaps with their norms counted in the new order."""
        if self.exchanged:
            x = x + self.feed_forward(self.norm1(x))
            last = self.attention(self.norm2(x))
        else:
            x = x + self.second(x)
            last = self.first(x)
        result: Tensor = x + last
        return result


@misconception(
    "TransformerBlock",
    statement="T8",
    says="x is added once too often: the block's input comes again in the second sum, which holds it already. The x "
    "that T8 adds in the second step is the only x there is by then.",
)
class InputTwice(_Block):
    """One more shortcut from the block's input does no harm."""

    def forward(self, x: Tensor) -> Tensor:
        """The input in both sums."""
        middle = x + self.first(x)
        result: Tensor = x + middle + self.second(middle)
        return result


@misconception(
    "TransformerBlock",
    name="mutates_input",
    statement="T1",
    matches=_wrote_in_place,
    says="`x += …` writes into the tensor that the caller gave you. x belongs to the caller, who may still need it "
    "(T1); `x = x + …` makes a new tensor.",
)
class WritesIntoX(_Block):
    """`x += y` is the same as `x = x + y`."""

    def forward(self, x: Tensor) -> Tensor:
        """In place."""
        x += self.first(x)
        x += self.second(x)
        return x


# --- stream_contributions -----------------------------------------------------------------------------------------


def _updates(sublayers: Sequence[Sublayer], x: Tensor) -> list[Tensor]:
    """The right updates, without x."""
    found = []
    for sublayer in sublayers:
        found.append(sublayer(x))
        x = x + found[-1]
    return found


@misconception(
    "stream_contributions",
    statement="T11",
    says="Every sublayer of yours reads x itself. Sublayer l + 1 reads what has come together before it, x and l "
    "updates (T11): your stream does not move.",
)
def all_read_input(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """Every sublayer works on the input."""
    return torch.stack([x, *(sublayer(x) for sublayer in sublayers)])


@misconception(
    "stream_contributions",
    statement="T11",
    says="Each sublayer of yours reads only the update of the one before it, as in a plain stack. In T11 it reads "
    "the sum of everything so far.",
)
def reads_last_update(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """A layer reads what the layer before it returned."""
    parts = [x]
    for sublayer in sublayers:
        parts.append(sublayer(parts[-1]))
    return torch.stack(parts)


# TransformerLensOrg/TransformerLens#1639
@misconception(
    "stream_contributions",
    statement="T11",
    says="Your entries are the states of the stream, h_0 to h_L: each holds all contributions so far. Asked for are "
    "the single ones; the sum over your first axis counts x many times over (T11).",
)
def states_returned(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """What a sublayer contributes is the state behind it."""
    return torch.stack([x, *_updates(sublayers, x)]).cumsum(0)


@misconception(
    "stream_contributions",
    statement="T11",
    says="Your last entry is the output of the stack itself, which is the sum of the others. The L + 1 entries "
    "together have to give the output, once.",
)
def output_appended(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """The output belongs to the list."""
    parts = torch.stack([x, *_updates(sublayers, x)])
    return torch.cat([parts, parts.sum(0, keepdim=True)])


@misconception(
    "stream_contributions",
    statement="T11",
    says="The input is missing from your list. It is the first contribution to the stream, and without it the sum "
    "is not the output (T11).",
)
def input_left_out(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """Only sublayers contribute."""
    found = _updates(sublayers, x)
    return torch.stack(found) if found else x.new_empty(0, *x.shape)


@misconception(
    "stream_contributions",
    statement="T11",
    says="Your list stops one sublayer early: the update of the last one is missing. L sublayers and x make L + 1 "
    "entries.",
)
def last_update_missing(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """The last sublayer returns the output, not a contribution."""
    return torch.stack([x, *_updates(sublayers, x)[:-1]])


@misconception(
    "stream_contributions",
    statement="T11",
    says="The order is reversed: entry 0 has to be x, and entry L the update of the last sublayer.",
)
def reversed_order(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """The end comes first."""
    return torch.stack([x, *_updates(sublayers, x)]).flip(0)


@misconception(
    "stream_contributions",
    statement="T11",
    says="Your later entries hold what the sublayers *read*, or their states, less the input. An update is what one "
    "sublayer returns; the difference of two neighbouring states, not of a state and x.",
)
def relative_to_input(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """A contribution is the change since the beginning."""
    states = torch.stack([x, *_updates(sublayers, x)]).cumsum(0)
    return torch.cat([states[:1], states[1:] - x])


@misconception(
    "stream_contributions",
    name="returns_a_list",
    statement="T11",
    matches=lambda seen: isinstance(seen.value, list | tuple),
    says="You returned a Python list or tuple. Asked for is one tensor (L + 1, B, T, d_model); torch has a function "
    "that lays tensors of one shape on top of each other.",
)
def contributions_as_list(sublayers: Sequence[Sublayer], x: Tensor) -> Any:
    """A list of tensors is as good as a tensor."""
    return [x, *_updates(sublayers, x)]


STREAM_WRITTEN = (
    "After the call x is not what it was, or an entry of your result is not what you put there: `h += …` writes "
    "into the tensor itself, and `h = x` makes no copy. x belongs to the caller (T1); `h = h + …` makes a new "
    "tensor."
)


@misconception(
    "stream_contributions",
    name="mutates_input",
    statement="T1",
    matches=lambda seen: bool(seen.changed),
    says=STREAM_WRITTEN,
)
def stream_written_into_x(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """`h = x` makes a copy."""
    first = x.clone()
    found = []
    with torch.no_grad():
        for sublayer in sublayers:
            found.append(sublayer(x))
            x += found[-1]
    return torch.stack([first, *found])


@misconception("stream_contributions", name="mutates_input", statement="T1", says=STREAM_WRITTEN)
def first_entry_overwritten(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """`h = x` makes a copy, and the list keeps the old values."""
    found = _updates(sublayers, x)
    return torch.stack([sum(found, x), *found])


@misconception(
    "stream_contributions",
    statement="T11",
    says="You subtracted from what a sublayer returns the stream that it has read. What it returns here is the update "
    "itself, without the x of Exercise 3's residual sublayers in it.",
)
def stream_subtracted(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """A sublayer returns the new stream."""
    found = [x]
    for sublayer in sublayers:
        found.append(sublayer(x) - x)
        x = x + found[-1]
    return torch.stack(found)


# --- without_sublayer ---------------------------------------------------------------------------------------------


def _stack(sublayers: Sequence[Sublayer], x: Tensor, residual: bool) -> Tensor:
    for sublayer in sublayers:
        x = x + sublayer(x) if residual else sublayer(x)
    return x


def _rest(sublayers: Sequence[Sublayer], index: int) -> list[Sublayer]:
    return [*sublayers[:index], *sublayers[index + 1 :]]


# TransformerLensOrg/TransformerLens#1396 keeps the direct part apart from the rest, on purpose
@misconception(
    "without_sublayer",
    statement="T12",
    says="You subtracted the sublayer's update from the output. But the later sublayers have *read* that update, "
    "and in your result they still know of it. T12 lets them run again, on a stream in which it never was.",
)
def direct_part_only(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """The output is a sum, so leaving out means subtracting one term."""
    if not residual:
        return _stack(_rest(sublayers, index), x, residual)
    return _stack(sublayers, x, True) - sublayers[index](_stack(sublayers[:index], x, True))


# Sudharsanselvaraj/Token-Print#109
@misconception(
    "without_sublayer",
    statement="T12",
    variants=({"where": "residual"}, {"where": "plain"}, {"where": "residual and plain"}),
    says="In the {where} stack you put zeros in the place of the whole stream, and the later sublayers work on "
    "nothing. Left out is a sublayer, not what has come before it: the next one reads what this one would have read "
    "(T12).",
)
def stream_zeroed(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool, where: str) -> Tensor:
    """To leave out a layer is to set its output to zero."""
    if ("residual" if residual else "plain") not in where:
        return _stack(_rest(sublayers, index), x, residual)
    return _stack(sublayers[index + 1 :], torch.zeros_like(x), residual)


@misconception(
    "without_sublayer",
    statement="T12",
    says="Your stack ends where the sublayer was: all later ones are missing, too. `break` leaves a loop for good; "
    "you wanted to pass over a single turn of it.",
)
def stops_there(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """Without a sublayer the stack is interrupted."""
    return _stack(sublayers[:index], x, residual)


@misconception(
    "without_sublayer",
    statement="T12",
    says="Your stack begins behind the sublayer: all earlier ones are missing, too.",
)
def starts_there(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """The rest begins after the gap."""
    return _stack(sublayers[index + 1 :], x, residual)


@misconception(
    "without_sublayer",
    statement="T12",
    says="Nothing is missing: yours is the output of the whole stack.",
)
def nothing_left_out(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """A sublayer that is not used does no harm."""
    return _stack(sublayers, x, residual)


@misconception(
    "without_sublayer",
    statement="T12",
    variants=({"shift": -1}, {"shift": 1}),
    says="You left out a neighbour of the sublayer that was meant. `index` counts from 0, as Python does.",
)
def neighbour_left_out(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool, shift: int) -> Tensor:
    """The first sublayer has the number 1."""
    return _stack([f for place, f in enumerate(sublayers) if place != index + shift], x, residual)


@misconception(
    "without_sublayer",
    statement="T12",
    says="Only the sublayer that was to be left out runs in your stack; the others are missing. Look at your "
    "condition: is it the right way round?",
)
def only_this_one(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """The condition selects what is meant."""
    return _stack([sublayers[index]], x, residual)


@misconception(
    "without_sublayer",
    statement="T13",
    variants=({"built": (True, True)}, {"built": (False, False)}, {"built": (False, True)}),
    says="Here you built the other kind of stack. With `residual=True` every sublayer is added to the stream, with "
    "False every layer replaces it. Is the argument used, and the right way round?",
)
def other_stack(
    sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool, built: tuple[bool, bool]
) -> Tensor:
    """A stack is a stack."""
    return _stack(_rest(sublayers, index), x, built[0 if residual else 1])


@misconception(
    "without_sublayer",
    statement="T12",
    variants=({"sign": 1}, {"sign": -1}),
    says="You returned the *change* of the output. Asked for is the output of the smaller stack itself.",
)
def change_returned(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool, sign: int) -> Tensor:
    """What matters is the difference."""
    return sign * (_stack(_rest(sublayers, index), x, residual) - _stack(sublayers, x, residual))


@misconception(
    "without_sublayer",
    statement="T12",
    says="In the gap you added the stream to itself, so that it doubled. Left out means that nothing happens: "
    "neither an update nor a second x.",
)
def doubled_in_the_gap(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """The missing sublayer is the identity, and it is added like any other."""
    if not residual:
        return _stack(_rest(sublayers, index), x, residual)
    return _stack(sublayers[index + 1 :], 2 * _stack(sublayers[:index], x, True), True)


@misconception(
    "without_sublayer",
    name="mutates_input",
    statement="T1",
    matches=_wrote_in_place,
    says="After the call x or a sublayer is not what it was. `h += …` writes into x, since `h = x` makes no copy; "
    "`h = h + …` makes a new tensor (T1).",
)
def stack_writes_into_x(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """`h = x` makes a copy."""
    result = _stack(_rest(sublayers, index), x, residual)
    with torch.no_grad():
        x.copy_(result)
    return result


# --- scale_for_depth ----------------------------------------------------------------------------------------------


def _last(block: nn.Module) -> list[nn.Module]:
    return [block.get_submodule("attention.output"), block.get_submodule("feed_forward.down")]


def _scale(parameters: Iterator[nn.Parameter] | list[nn.Parameter], factor: float) -> None:
    with torch.no_grad():
        for parameter in parameters:
            parameter.mul_(factor)


def _root(blocks: Sequence[nn.Module]) -> float:
    """The right factor."""
    return 1 / math.sqrt(2 * len(blocks))


def _scale_last(blocks: Sequence[nn.Module], factor: float) -> None:
    for block in blocks:
        for last in _last(block):
            _scale(last.parameters(), factor)


# openai/gpt-2#334, karpathy/minGPT#134, huggingface/transformers#2158: what N is, and why
@misconception(
    "scale_for_depth",
    statement="T15",
    says="Your N is the number of blocks. Each block adds to the stream more than once: count the residual "
    "additions (T8, T15).",
)
def blocks_counted(blocks: Sequence[nn.Module]) -> None:
    """The depth is the number of blocks."""
    _scale_last(blocks, 1 / math.sqrt(len(blocks)))


@misconception(
    "scale_for_depth",
    statement="T15",
    says="Your N is 2, the additions of a single block, however many blocks there are. Whose additions are N in T15?",
)
def one_block_counted(blocks: Sequence[nn.Module]) -> None:
    """N is a number that belongs to the block."""
    _scale_last(blocks, 1 / math.sqrt(2))


@misconception(
    "scale_for_depth",
    statement="T14",
    variants=({"each": 1}, {"each": 2}),
    says="You divided by the number itself. It is *variances* that add up (T14), and a variance changes by the "
    "square of the factor: by how much has an output to shrink for its variance to shrink by N?",
)
def root_forgotten(blocks: Sequence[nn.Module], each: int) -> None:
    """N updates, so each gets one N-th."""
    _scale_last(blocks, 1 / (each * len(blocks)))


@misconception(
    "scale_for_depth",
    statement="T15",
    variants=({"each": 1}, {"each": 2}),
    says="You multiplied by the root. The deeper the stack, the *smaller* each contribution has to start (T15).",
)
def upside_down(blocks: Sequence[nn.Module], each: int) -> None:
    """Deeper stacks need stronger sublayers."""
    _scale_last(blocks, math.sqrt(each * len(blocks)))


# huggingface/transformers#13573 has a factor that depends on the layer, for something else
@misconception(
    "scale_for_depth",
    statement="T15",
    variants=({"by": "block"}, {"by": "sublayer"}, {"by": "two for each block"}),
    says="Your factor depends on how deep a block stands: the first ones are hardly changed. T15 has one N, that of "
    "the whole stack, for all of them.",
)
def by_position(blocks: Sequence[nn.Module], by: str) -> None:
    """A sublayer shrinks by the number of those before it."""
    for number, block in enumerate(blocks, start=1):
        for place, last in enumerate(_last(block)):
            count = {"block": number, "sublayer": 2 * number - 1 + place, "two for each block": 2 * number}[by]
            _scale(last.parameters(), 1 / math.sqrt(count))


@misconception(
    "scale_for_depth",
    statement="T15",
    variants=({"kept": "attention"}, {"kept": "feed_forward"}),
    says="You scaled only the last projection of {kept}. The other sublayer adds to the stream just as often (T15).",
)
def one_sublayer_only(blocks: Sequence[nn.Module], kept: str) -> None:
    """A block has one last projection."""
    for block in blocks:
        _scale(_last(block)[kept == "feed_forward"].parameters(), _root(blocks))


# karpathy/minGPT and its kin scale weights only, where the biases are zero
@misconception(
    "scale_for_depth",
    statement="T15",
    says="You scaled the weights and left the biases. In a fresh GPT-2 the biases are zero, and nobody notices; "
    "here they are not, and a sublayer's output does not shrink by the whole factor. T15 names both.",
)
def bias_left(blocks: Sequence[nn.Module]) -> None:
    """Initialisation is about weights."""
    for block in blocks:
        for last in _last(block):
            _scale([parameter for name, parameter in last.named_parameters() if name == "weight"], _root(blocks))


@misconception(
    "scale_for_depth",
    statement="T15",
    says="You scaled every parameter of the blocks, norms included. Where a norm or a product of maps lies behind a "
    "parameter, the factors pile up or vanish; T15 is about the last projections alone.",
)
def everything_scaled(blocks: Sequence[nn.Module]) -> None:
    """Smaller weights everywhere make smaller updates."""
    for block in blocks:
        _scale(block.parameters(), _root(blocks))


@misconception(
    "scale_for_depth",
    statement="T15",
    says="The last projections are what they were before. A copy that you scaled, a product that you did not store, "
    "or a new tensor under an old name does not change the parameter that the caller's blocks hold: write into it, in "
    "place (T15).",
)
def copies_scaled(blocks: Sequence[nn.Module]) -> None:
    """Python changes what I compute with."""
    _scale_last([copy.deepcopy(block) for block in blocks], _root(blocks))


@misconception(
    "scale_for_depth",
    statement="T15",
    says="You scaled the *first* projections: the maps behind the norms, not those in front of the sums. Between "
    "them and the stream there is still a softmax or a nonlinearity. Which map's output is the sublayer's output "
    "(T15)?",
)
def first_projections_scaled(blocks: Sequence[nn.Module]) -> None:
    """What goes in small comes out small."""
    for block in blocks:
        for path in ("attention.query", "attention.key", "attention.value", "feed_forward.up"):
            _scale(block.get_submodule(path).parameters(), _root(blocks))


@misconception(
    "scale_for_depth",
    statement="T15",
    says="You scaled all linear maps of the two sublayers. What passes two of them shrinks by the factor twice (in "
    "attention it even changes whom a token reads from); T15 scales the last one.",
)
def all_linears_scaled(blocks: Sequence[nn.Module]) -> None:
    """Initialisation treats all linear maps alike."""
    for block in blocks:
        for module in block.modules():
            if isinstance(module, nn.Linear):
                _scale(module.parameters(), _root(blocks))


@misconception(
    "scale_for_depth",
    statement="T15",
    says="The projections are scaled more than once: the factor comes in with each turn of a loop. Check which line "
    "stands in which loop; T15 says once.",
)
def scaled_again_and_again(blocks: Sequence[nn.Module]) -> None:
    """It does not matter in which loop the line stands."""
    for _ in blocks:
        _scale_last(blocks, _root(blocks))


# PingoLH/FCHarDNet#61, Hunter-DDM/knowledge-neurons#14
@misconception(
    "scale_for_depth",
    statement="T15",
    matches=lambda seen: seen.raised == "RuntimeError" and "leaf" in seen.raised_text,
    says="torch does not let you write into a parameter while autograd is recording: the change would become part "
    "of the graph. This one is no step of a computation; there is a context that says so.",
)
def recorded_by_autograd(blocks: Sequence[nn.Module]) -> None:
    """A parameter is a tensor like any other."""
    for block in blocks:
        for last in _last(block):
            for parameter in last.parameters():
                parameter.mul_(_root(blocks))


def _is_frozen(seen: Observation) -> bool:
    return isinstance(seen.value, dict) and seen.value.get("trainable") is False


@misconception(
    "scale_for_depth",
    statement="T15",
    matches=_is_frozen,
    says="Some parameters are frozen after your call: `requires_grad` is False, and no training will ever move "
    "them. T15 is about where they *begin*.",
)
def frozen(blocks: Sequence[nn.Module]) -> None:
    """To overwrite a parameter one has to freeze it."""
    for block in blocks:
        for last in _last(block):
            last.requires_grad_(False)
            _scale(last.parameters(), _root(blocks))


@misconception(
    "scale_for_depth",
    statement="T15",
    matches=lambda seen: isinstance(seen.value, dict) and seen.value.get("returns None") is False,
    says="Your function returns something. It changes the blocks that it was given, and the caller has those already.",
)
def returns_blocks(blocks: Sequence[nn.Module]) -> Any:
    """A function has to return its result."""
    _scale_last(blocks, _root(blocks))
    return list(blocks)


# --- make_shortcut ------------------------------------------------------------------------------------------------


def _projection(in_channels: int, out_channels: int, stride: int, size: int = 1, bias: bool = False) -> nn.Sequential:
    """The right projection, or one with another kernel or a bias."""
    convolution = nn.Conv2d(in_channels, out_channels, size, stride=stride, padding=size // 2, bias=bias)
    return nn.Sequential(convolution, nn.BatchNorm2d(out_channels))


def _keeps(in_channels: int, out_channels: int, stride: int) -> bool:
    return stride == 1 and in_channels == out_channels


@misconception(
    "make_shortcut",
    statement="T17",
    matches=lambda seen: seen.raised == "CheckFailed",
    says="You returned None. The block calls what stands on its shortcut, whatever it is; torch has a module that "
    "returns its input. Or is there a way through your function that ends without `return`?",
)
def none_returned(in_channels: int, out_channels: int, stride: int) -> Any:
    """Nothing on the shortcut is None."""
    return None if _keeps(in_channels, out_channels, stride) else _projection(in_channels, out_channels, stride)


# d2l-ai/d2l-en#1839, akamaster/pytorch_resnet_cifar10#40
@misconception(
    "make_shortcut",
    statement="T17",
    says="You project always. Where the shape stays, a matrix on the shortcut has nothing to repair, and it takes "
    "the place of the exact 1 that the gradient finds there (T17, T22).",
)
def always_projected(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """A projection can learn to be the identity."""
    return _projection(in_channels, out_channels, stride)


# google-research/google-research#2954, pytorch/vision#2708, pytorch/vision#1970
@misconception(
    "make_shortcut",
    statement="T17",
    says="You look at the channels only. With stride 2 the branch returns smaller pictures even if the number of "
    "channels stays, and your shortcut does not. T17 names two conditions.",
)
def channels_only(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """The size changes only together with the channels."""
    same = in_channels == out_channels
    return nn.Identity() if same else _projection(in_channels, out_channels, stride)


# kuangliu/pytorch-cifar#109, pytorch/vision#532
@misconception(
    "make_shortcut",
    statement="T17",
    says="You look at the stride only. A block can change the number of channels and keep the size of the picture. "
    "T17 names two conditions.",
)
def stride_only(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """The channels change only together with the size."""
    return nn.Identity() if stride == 1 else _projection(in_channels, out_channels, stride)


# Podidiving/lgsc-for-fas-pytorch#2
@misconception(
    "make_shortcut",
    statement="T18",
    says="Your projection has stride 1: it gives the right number of channels, but pictures of the old size. The "
    "branch halves them; how does the shortcut keep up with it (T18)?",
)
def projection_without_stride(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """A projection is about channels."""
    same = _keeps(in_channels, out_channels, stride)
    return nn.Identity() if same else _projection(in_channels, out_channels, 1)


# D-X-Y/AutoDL-Projects#69
@misconception(
    "make_shortcut",
    statement="T18",
    variants=({"bias": False}, {"bias": True}),
    says="Your projection has no norm. The branch ends in one, and what is added to it should be of its size (T18).",
)
def norm_missing(in_channels: int, out_channels: int, stride: int, bias: bool) -> nn.Module:
    """A projection is a convolution."""
    if _keeps(in_channels, out_channels, stride):
        return nn.Identity()
    return nn.Sequential(nn.Conv2d(in_channels, out_channels, 1, stride=stride, bias=bias))


@misconception(
    "make_shortcut",
    statement="T18",
    says="Your shortcut ends in a ReLU. The ReLU comes after the *sum* (T20); on the shortcut alone it would throw "
    "away what is negative before anybody has added to it.",
)
def relu_on_projection(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """Convolution, norm and ReLU belong together."""
    if _keeps(in_channels, out_channels, stride):
        return nn.Identity()
    return nn.Sequential(*_projection(in_channels, out_channels, stride), nn.ReLU())


# keras-team/keras-cv#629, milesial/Pytorch-UNet#325, matterport/Mask_RCNN#1455
@misconception(
    "make_shortcut",
    name="convolution_with_bias",
    statement="T19",
    says="Your convolution has a bias, which is nn.Conv2d's default. The norm behind it subtracts the mean, and the "
    "bias with it: a parameter that nothing can teach (T19).",
)
def projection_with_bias(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """A layer has a weight and a bias."""
    if _keeps(in_channels, out_channels, stride):
        return nn.Identity()
    return _projection(in_channels, out_channels, stride, bias=True)


@misconception(
    "make_shortcut",
    statement="T18",
    says="The kernel of your projection is larger than 1 by 1. It has to change the number of channels, not to look "
    "around in the picture; that is the branch's work (T18).",
)
def large_kernel(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """A convolution has a 3 by 3 kernel."""
    if _keeps(in_channels, out_channels, stride):
        return nn.Identity()
    return _projection(in_channels, out_channels, stride, size=3)


class _Padded(nn.Module):
    """Takes every stride-th pixel, and adds zeros for new channels or drops some."""

    def __init__(self, out_channels: int, stride: int) -> None:
        super().__init__()
        self.out_channels = out_channels
        self.stride = stride

    def forward(self, x: Tensor) -> Tensor:
        x = x[:, : self.out_channels, :: self.stride, :: self.stride]
        missing = self.out_channels - x.shape[1]
        return torch.cat([x, x.new_zeros(x.shape[0], missing, *x.shape[2:])], dim=1)


# akamaster/pytorch_resnet_cifar10#40; the first ResNet paper calls it option A
@misconception(
    "make_shortcut",
    statement="T18",
    says="You skip pixels and fill up the channels with zeros, without any parameters. ResNet's authors tried this "
    "as well, under the name of option A; T18 asks for the projection, their option B.",
)
def padded_with_zeros(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """A shortcut must not have parameters."""
    return nn.Identity() if _keeps(in_channels, out_channels, stride) else _Padded(out_channels, stride)


@misconception(
    "make_shortcut",
    statement="T17",
    says="Your shortcut is always the identity. Where the block changes the shape, the sum cannot be formed, or torch "
    "stretches one of its terms; T18 says what stands there then.",
)
def always_identity(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """A shortcut has nothing on it."""
    return nn.Identity()


@misconception(
    "make_shortcut",
    statement="T17",
    says="Your two cases are exchanged, or the two conditions joined by the wrong word: you project where the shape "
    "stays. The identity needs stride 1 *and* equal channels (T17); what is the opposite of that?",
)
def cases_exchanged(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """The projection is for the ordinary case."""
    same = _keeps(in_channels, out_channels, stride)
    return _projection(in_channels, out_channels, stride) if same else nn.Identity()


@misconception(
    "make_shortcut",
    statement="T17",
    says="You project only where *both* change, channels and size. One of them is enough to make the sum "
    "impossible; the opposite of “this and that” is not “neither this nor that” (T17).",
)
def only_if_both_change(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """The opposite of (a and b) is (not a and not b)."""
    both = stride != 1 and in_channels != out_channels
    return _projection(in_channels, out_channels, stride) if both else nn.Identity()


# --- BasicBlock ---------------------------------------------------------------------------------------------------


class _Basic(nn.Module):
    """The right answer, in pieces that can be replaced one by one."""

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__()
        self.conv1 = self.convolution(in_channels, out_channels, stride)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.conv2 = self.convolution(out_channels, out_channels, 1)
        self.norm2 = nn.BatchNorm2d(out_channels)
        self.shortcut = self.make_shortcut(in_channels, out_channels, stride)

    def convolution(self, in_channels: int, out_channels: int, stride: int) -> nn.Module:
        return nn.Conv2d(in_channels, out_channels, 3, stride=stride, padding=1, bias=False)

    def make_shortcut(self, in_channels: int, out_channels: int, stride: int) -> nn.Module:
        if _keeps(in_channels, out_channels, stride):
            return nn.Identity()
        return _projection(in_channels, out_channels, stride)

    def branch(self, x: Tensor) -> Any:
        return self.norm2(self.conv2(torch.relu(self.norm1(self.conv1(x)))))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.branch(x) + self.shortcut(x))


@misconception(
    "BasicBlock",
    name="other_names",
    statement="T20",
    matches=_lacks("conv1", "conv2", "norm1", "norm2", "shortcut"),
    says="Your block lacks one of the attributes conv1, norm1, conv2, norm2 and shortcut. Weights are loaded by name, "
    "and other ResNets use other names; those of this one are in the docstring.",
)
class BasicBlockWithOtherNames(_Basic):
    """The name of an attribute is my own affair."""

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__(in_channels, out_channels, stride)
        del self.shortcut
        self.downsample = self.make_shortcut(in_channels, out_channels, stride)


# kuangliu/pytorch-cifar#4, akamaster/pytorch_resnet_cifar10#23, alvinwan/shiftresnet-cifar#3
@misconception(
    "BasicBlock",
    statement="T20",
    says="Your second ReLU stands in front of the sum, and none behind it. The branch can then only add, never take "
    "away, and the stream has no choice but to grow. T20 has it behind the sum.",
)
class ReluBeforeSum(_Basic):
    """Convolution, norm and ReLU belong together, and the sum comes last."""

    def forward(self, x: Tensor) -> Tensor:
        """ReLU on the branch."""
        result: Tensor = torch.relu(self.branch(x)) + self.shortcut(x)
        return result


# arunpatala/residual.mnist#8
@misconception(
    "BasicBlock",
    statement="T20",
    says="You have a ReLU on both sides of the sum. The one in front of it leaves the branch nothing negative to "
    "add, so that it can never correct anything downwards (T20).",
)
class ReluTwice(_Basic):
    """One ReLU more does no harm."""

    def forward(self, x: Tensor) -> Tensor:
        """ReLU on the branch and on the sum."""
        return torch.relu(torch.relu(self.branch(x)) + self.shortcut(x))


# vanhuyz/CycleGAN-TensorFlow#56, ajbrock/BoilerPlate#2, D-X-Y/AutoDL-Projects#65, JiaRenChang/PSMNet#72
@misconception(
    "BasicBlock",
    statement="T20",
    says="No ReLU follows your sum. There are good blocks without one, and C3 says why; this one has it (T20).",
)
class NoFinalRelu(_Basic):
    """The block ends with the sum."""

    def forward(self, x: Tensor) -> Tensor:
        """The sum."""
        result: Tensor = self.branch(x) + self.shortcut(x)
        return result


@misconception(
    "BasicBlock",
    statement="T20",
    says="There is no ReLU between your two convolutions. Without one they are, apart from the norms, a single "
    "linear map (T20).",
)
class NoInnerRelu(_Basic):
    """One ReLU for each block."""

    def branch(self, x: Tensor) -> Any:
        """Linear."""
        return self.norm2(self.conv2(self.norm1(self.conv1(x))))


@misconception(
    "BasicBlock",
    statement="T20",
    says="Your first norm stands behind the ReLU. What it returns has either sign again, and goes into the second "
    "convolution like that. In which order does T20 name convolution, norm and ReLU?",
)
class NormAfterRelu(_Basic):
    """A convolution is followed by its ReLU."""

    def branch(self, x: Tensor) -> Any:
        """ReLU, then norm."""
        return self.norm2(self.conv2(self.norm1(torch.relu(self.conv1(x)))))


# hhb072/IntroVAE#1
@misconception(
    "BasicBlock",
    statement="T20",
    says="Your second norm comes after the sum. It then stands on the shortcut as well, and rescales what should "
    "pass by untouched. T20 adds what the norm returns.",
)
class NormAfterSum(_Basic):
    """The sum is what has to be normalised."""

    def forward(self, x: Tensor) -> Tensor:
        """norm2 of the sum."""
        hidden = self.conv2(torch.relu(self.norm1(self.conv1(x))))
        return torch.relu(self.norm2(hidden + self.shortcut(x)))


# bkj/basenet#2, rishikksh20/ResUnet#10
@misconception(
    "BasicBlock",
    statement="T20",
    says="You have the order of the *second* ResNet paper in mind, with norm and ReLU in front of each convolution. "
    "It is the pre-norm of this field, and C3 ends with it; T20 asks for the first form.",
)
class PreActivation(_Basic):
    """Norm and ReLU come before the convolution."""

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__(in_channels, out_channels, stride)
        self.norm1 = nn.BatchNorm2d(in_channels)

    def forward(self, x: Tensor) -> Tensor:
        """Pre-activation."""
        hidden = self.conv1(torch.relu(self.norm1(x)))
        result: Tensor = self.conv2(torch.relu(self.norm2(hidden))) + self.shortcut(x)
        return result


# kanezaki/pytorch-unsupervised-segmentation#1
@misconception(
    "BasicBlock",
    statement="T20",
    variants=({"kept": "norm1"}, {"kept": "norm2"}, {"kept": "both"}),
    says="One batch norm serves both convolutions. Its running averages then mix the statistics of two different "
    "things, and are updated twice in each step. T20 has two norms.",
)
class OneNorm(_Basic):
    """A norm is a function, so one is enough."""

    kept: ClassVar[str]

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__(in_channels, out_channels, stride)
        if self.kept == "both":
            self.norm2 = self.norm1

    def branch(self, x: Tensor) -> Any:
        """One norm, twice."""
        norm = self.norm2 if self.kept == "norm2" else self.norm1
        return norm(self.conv2(torch.relu(norm(self.conv1(x)))))


@misconception(
    "BasicBlock",
    statement="T20",
    says="Your shortcut begins behind the first half of the branch: it adds the hidden picture, not the block's "
    "input. The name x was probably assigned again on the way; keep the input under a name of its own.",
)
class ShortcutOfHidden(_Basic):
    """x is still the input."""

    def forward(self, x: Tensor) -> Tensor:
        """x assigned again."""
        shortcut = self.shortcut(x)
        hidden = torch.relu(self.norm1(self.conv1(x)))
        own = hidden if hidden.shape == x.shape else shortcut
        return torch.relu(self.norm2(self.conv2(hidden)) + own)


@misconception(
    "BasicBlock",
    statement="T20",
    says="Your block has no shortcut in its sum: it is two convolutions in a row. Where is what `self.shortcut` "
    "returns added?",
)
class NoShortcut(_Basic):
    """To own a shortcut is enough."""

    def forward(self, x: Tensor) -> Tensor:
        """The branch alone."""
        return torch.relu(self.branch(x))


SHAPES_DIFFER = (
    "The two terms of your sum have different shapes, and torch cannot add them. Print both, and follow "
    "the shape through branch and shortcut: what changes channels and size on one way has to do so on the other (T18, "
    "T20). Padding keeps a 3 by 3 convolution from cutting off the rim, the stride comes once, and x itself fits only "
    "where `self.shortcut` is the identity."
)


def _shapes_differ(seen: Observation) -> bool:
    return seen.raised == "RuntimeError" and "must match the size" in seen.raised_text


@misconception("BasicBlock", name="shapes_differ", statement="T20", matches=_shapes_differ, says=SHAPES_DIFFER)
class RawInput(_Basic):
    """A residual connection adds x."""

    def forward(self, x: Tensor) -> Tensor:
        """x instead of the shortcut."""
        return torch.relu(self.branch(x) + x)


# google-deepmind/dm-haiku#85
@misconception(
    "BasicBlock",
    statement="T20",
    says="Your stride stands at the second convolution. The shapes are right, and the first convolution does four "
    "times the work; T20 has it at the first.",
)
class StrideSecond(_Basic):
    """The block changes the size when it is done."""

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__(in_channels, out_channels, stride)
        self.conv1 = self.convolution(in_channels, out_channels, 1)
        self.conv2 = self.convolution(out_channels, out_channels, stride)


@misconception("BasicBlock", name="shapes_differ", statement="T20", matches=_shapes_differ, says=SHAPES_DIFFER)
class StrideTwice(_Basic):
    """The convolutions of a block have its stride."""

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__(in_channels, out_channels, stride)
        self.conv2 = self.convolution(out_channels, out_channels, stride)


# keras-team/keras-cv#629, calmiLovesAI/TensorFlow2.0_ResNet#7
@misconception(
    "BasicBlock",
    name="convolution_with_bias",
    statement="T19",
    says="Your convolutions have a bias, which is nn.Conv2d's default. The norm behind each subtracts the mean, and "
    "the bias with it: parameters that nothing can teach (T19).",
)
class ConvolutionsWithBias(_Basic):
    """A layer has a weight and a bias."""

    def convolution(self, in_channels: int, out_channels: int, stride: int) -> nn.Module:
        """With bias."""
        return nn.Conv2d(in_channels, out_channels, 3, stride=stride, padding=1)


@misconception("BasicBlock", name="shapes_differ", statement="T20", matches=_shapes_differ, says=SHAPES_DIFFER)
class NoPadding(_Basic):
    """A convolution keeps the size."""

    def convolution(self, in_channels: int, out_channels: int, stride: int) -> nn.Module:
        """Without padding."""
        return nn.Conv2d(in_channels, out_channels, 3, stride=stride, bias=False)


@misconception(
    "BasicBlock",
    name="always_projected",
    statement="T17",
    says="Your block has a projection even where the shape stays. The identity is enough there, and better (T17, T22).",
)
class AlwaysProjected(_Basic):
    """A projection can learn to be the identity."""

    def make_shortcut(self, in_channels: int, out_channels: int, stride: int) -> nn.Module:
        """Always."""
        return _projection(in_channels, out_channels, stride)


@misconception(
    "BasicBlock",
    statement="T20",
    says="Your norms use the statistics of the batch in `eval()` too. `track_running_stats=False`, or a call of "
    "`batch_norm` that always says training, does this; a picture's result then depends on those that happen to be "
    "beside it.",
)
class BatchStatisticsAlways(_Basic):
    """A batch norm uses the batch."""

    def forward(self, x: Tensor) -> Tensor:
        """Training for ever."""
        training = [module.training for module in (self.norm1, self.norm2)]
        self.train()
        result = super().forward(x)
        self.train(all(training))
        return result


@misconception(
    "BasicBlock",
    statement="T20",
    says="The running averages are updated more often than once in your call: a part of the branch runs twice. It "
    "costs double, and the averages run ahead of the data.",
)
class BranchRunTwice(_Basic):
    """To run the branch for its shape costs nothing."""

    def forward(self, x: Tensor) -> Tensor:
        """Twice."""
        self.branch(x)
        return super().forward(x)


@misconception(
    "BasicBlock",
    name="shortcut_run_twice",
    statement="T20",
    says="Your shortcut runs twice in one call. Its norm counts both, and its running averages run ahead of the data.",
)
class ShortcutRunTwice(_Basic):
    """To run the shortcut for its shape costs nothing."""

    def forward(self, x: Tensor) -> Tensor:
        """Twice."""
        self.shortcut(x)
        return super().forward(x)


@misconception(
    "BasicBlock",
    name="mutates_input",
    statement="T1",
    matches=_wrote_in_place,
    says="After the call x is not what it was. `x += …`, `relu_` or nn.ReLU(inplace=True) on x itself write into "
    "the caller's tensor, and with an identity for its shortcut the block then adds the overwritten x (T1).",
)
class WritesIntoPicture(_Basic):
    """x is mine to use."""

    def forward(self, x: Tensor) -> Tensor:
        """In place, where the shapes allow it."""
        if not isinstance(self.shortcut, nn.Identity):
            return super().forward(x)
        x += self.branch(x)
        return torch.relu(x)


# --- shortcut_gradient --------------------------------------------------------------------------------------------

Shortcuts = Sequence[Tensor | None]


def _back(
    shortcuts: Shortcuts,
    outputs: Sequence[Tensor],
    v: Tensor,
    relu: Callable[[Tensor, Tensor], Tensor] = lambda v, output: v * (output > 0),
    project: Callable[[Tensor, Tensor], Tensor] = lambda v, matrix: v @ matrix,
) -> Tensor:
    """The right answer, with another way through the ReLU or through a projection."""
    for matrix, output in zip(reversed(shortcuts), reversed(outputs), strict=True):
        v = relu(v, output)
        if matrix is not None:
            v = project(v, matrix)
    return v


@misconception(
    "shortcut_gradient",
    statement="T21",
    says="Here your gradient is v as it came. That would be the exact 1 of Exercise 3, for shortcuts on which "
    "nothing stands. What stands on these (T21, T22)?",
)
def always_one(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """A shortcut hands the gradient on as it is."""
    return v


@misconception(
    "shortcut_gradient",
    statement="T21",
    says="Your gradient passes the projections and does not notice the ReLUs. They stand behind the sums, so that "
    "shortcuts have to pass them as well (T21). Which entries of `outputs` tell you where? (Not those that are `>= "
    "0`: what a ReLU has returned always is.)",
)
def relu_ignored(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """The ReLU belongs to the branch."""
    return _back(shortcuts, outputs, v, relu=lambda v, output: v)


# ai.stackexchange.com, question 18723: what a trainable shortcut is a shortcut for
@misconception(
    "shortcut_gradient",
    statement="T22",
    says="Your gradient passes the ReLUs and does not notice the projections: each shortcut is taken for the "
    "identity. A matrix on the way there is a matrix on the way back (T22).",
)
def projections_ignored(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """A projection shortcut is still a shortcut."""
    return _back(shortcuts, outputs, v, project=lambda v, matrix: v)


@misconception(
    "shortcut_gradient",
    statement="T22",
    says="You sent v through the projections as if it were x: multiplied by W from the wrong side. Forward, y = Wx; "
    "backward, a gradient that is a row meets the matrix from the other side (T22). Try a W that is not square.",
)
def wrong_side(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """A projection is a projection, there and back."""
    return _back(shortcuts, outputs, v, project=lambda v, matrix: v @ matrix.T)


@misconception(
    "shortcut_gradient",
    statement="T22",
    says="You went through the blocks from the first to the last. v arrives at the *output*, so the last block is "
    "the first that it meets.",
)
def first_block_first(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """The blocks come in their order."""
    return _back(shortcuts[::-1], outputs[::-1], v)


@misconception(
    "shortcut_gradient",
    statement="T21",
    says="You took projection and ReLU of a block in the order of the way there. On the way back what comes last is "
    "met first: the ReLU of a block stands between v and its W.",
)
def projection_before_relu(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """Inside a block the order stays as it is."""
    for matrix, output in zip(reversed(shortcuts), reversed(outputs), strict=True):
        v = (v if matrix is None else v @ matrix) * (output > 0)
    return v


@misconception(
    "shortcut_gradient",
    statement="T21",
    says="You multiplied by the outputs themselves. The slope of a ReLU is 1 wherever it lets something pass, "
    "however much that is (T21).",
)
def multiplied_by_outputs(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """Back through a ReLU means times its output."""
    return _back(shortcuts, outputs, v, relu=lambda v, output: v * output)


@misconception(
    "shortcut_gradient",
    statement="T21",
    says="You applied ReLU to the gradient. What decides is the sign of the block's *output*, on the way there; a "
    "negative gradient passes an open ReLU like any other (T21).",
)
def relu_of_gradient(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """The way back applies the same functions."""
    return _back(shortcuts, outputs, v, relu=lambda v, output: v.relu())


@misconception(
    "shortcut_gradient",
    statement="T21",
    says="Your mask is the wrong way round: the gradient passes where the output is 0 (T21).",
)
def mask_inverted(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """What is masked is what is positive."""
    return _back(shortcuts, outputs, v, relu=lambda v, output: v * (output <= 0))


@misconception(
    "shortcut_gradient",
    statement="T21",
    variants=({"which": -1}, {"which": 0}),
    says="Only one of the ReLUs is on your way back. Every block ends in one (T21).",
)
def one_relu(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor, which: int) -> Tensor:
    """A stack ends in a ReLU."""
    for number in reversed(range(len(shortcuts))):
        if number == which % len(shortcuts):
            v = v * (outputs[number] > 0)
        matrix = shortcuts[number]
        v = v if matrix is None else v @ matrix
    return v


@misconception(
    "shortcut_gradient",
    statement="T17",
    says="Where a shortcut is None your gradient becomes zero, or stops. None stands for the identity: nothing is "
    "on the way, so all of it passes.",
)
def none_blocks(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """None means that there is no shortcut."""
    gradient = _back(shortcuts, outputs, v)
    return torch.zeros_like(gradient) if any(matrix is None for matrix in shortcuts) else gradient


@misconception(
    "shortcut_gradient",
    statement="T21",
    says="Where a shortcut is None you pass over the whole block, its ReLU included. None says that no projection "
    "stands there; the ReLU behind the sum is another matter (T21).",
)
def identity_without_relu(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """Where the shortcut is the identity, nothing happens."""
    for matrix, output in zip(reversed(shortcuts), reversed(outputs), strict=True):
        if matrix is not None:
            v = (v * (output > 0)) @ matrix
    return v


@misconception(
    "shortcut_gradient",
    statement="T22",
    says="You added v once more at each block, as if a branch were the identity. Asked for is one path only, that "
    "of all shortcuts, and along a path factors multiply.",
)
def added_at_each_block(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """With a shortcut the derivative is 1 + something."""
    for matrix, output in zip(reversed(shortcuts), reversed(outputs), strict=True):
        passed = v * (output > 0)
        passed = passed if matrix is None else passed @ matrix
        v = v + passed if passed.shape == v.shape else passed
    return v


@misconception(
    "shortcut_gradient",
    name="mutates_input",
    statement="T1",
    matches=_wrote_in_place,
    says="After the call v, or something else that you were given, is not what it was. `g = v` makes no copy, so `g "
    "*= …` and `g[mask] = 0` write into the caller's tensor (T1).",
)
def gradient_written_into_v(shortcuts: Shortcuts, outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """`g = v` makes a copy."""
    result = _back(shortcuts, outputs, v)
    if outputs:
        v *= outputs[-1] > 0
    return result
