"""Finds submissions that are nearly the same. What it finds is a hint to read both, never a verdict.

Names, comments, docstrings and layout do not count, nor does what was handed out or what most of the class wrote.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import itertools
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from rapidfuzz.distance import Indel

THRESHOLD = 0.85
"""From which similarity on a pair is shown."""
LARGEST = 3_000
"""How many submissions are compared, each with each."""
_SHORTEST = 40
"""Fewer tokens of one's own say nothing."""
_MOST = 0.5
"""A line counts as everybody's if more than this share of the class wrote it."""
_SHARED = 0.4
"""Pairs with a smaller share of lines in common are not looked at further."""
_PASSAGE_LINES = 12
_FIRST = 0xF0000
"""Tokens are numbered from here, in planes of Unicode that mean nothing."""
_KEPT_NAMES = {*keyword.kwlist, *dir(builtins)}
_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}

Tokens = tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """One statement: its tokens without what a copyist changes first, and where it stands."""

    tokens: Tokens
    number: int
    text: str


@dataclass(frozen=True)
class Pair:
    """Two students whose submissions are nearly the same."""

    one: str
    other: str
    similarity: float
    """From 0 to 1, of what is left when everybody's lines are taken away."""
    tokens: int
    """How much there was to compare: the smaller of the two."""
    passage: tuple[tuple[str, ...], tuple[str, ...]]
    """The longest passage they share, as each wrote it."""


def pairs(codes: Mapping[str, str], handed_out: str = "", groups: Sequence[Sequence[str]] = ()) -> list[Pair]:
    """Return the pairs from THRESHOLD on, the most similar first.

    codes       Python source by student
    handed_out  the stub: what a student did not write
    groups      students who worked together, and are not compared
    """
    names = _names(handed_out)
    own = _own({student: list(_lines(code, names)) for student, code in codes.items()}, list(_lines(handed_out, names)))
    students = [student for student, lines in own.items() if sum(len(line.tokens) for line in lines) >= _SHORTEST]
    students = students[:LARGEST]
    streams = _streams([own[student] for student in students])
    together = {frozenset(pair) for group in groups for pair in itertools.combinations(group, 2)}
    found = []
    for first, second in _likely([own[student] for student in students]):
        one, other = students[first], students[second]
        alike = Indel.normalized_similarity(streams[first], streams[second], score_cutoff=THRESHOLD)
        if alike and frozenset((one, other)) not in together:
            shorter = min(len(streams[first]), len(streams[second]))
            found.append(Pair(one, other, alike, shorter, _passage(own[one], own[other])))
    return sorted(found, key=lambda pair: (-pair.similarity, -pair.tokens, pair.one, pair.other))


def _streams(of: Sequence[list[Line]]) -> list[str]:
    """Each student's tokens as one text, a character for each token: text is compared fastest."""
    numbers: dict[str, int] = {}
    tokens = ([token for line in lines for token in line.tokens] for lines in of)
    return ["".join(chr(_FIRST + numbers.setdefault(token, len(numbers))) for token in stream) for stream in tokens]


def _likely(of: Sequence[list[Line]]) -> Iterator[tuple[int, int]]:
    """The pairs that share enough whole lines to be worth comparing token by token."""
    numbers: dict[Tokens, int] = {}
    wrote = [{numbers.setdefault(line.tokens, len(numbers)) for line in lines} for lines in of]
    table = np.zeros((len(of), len(numbers)), dtype=np.float32)
    for place, lines in enumerate(wrote):
        table[place, list(lines)] = 1
    table = table[:, table.sum(axis=0) > 1]
    sizes = np.array([len(lines) for lines in wrote])
    enough = table @ table.T >= _SHARED * np.minimum.outer(sizes, sizes)
    for first, second in zip(*np.nonzero(np.triu(enough, 1)), strict=True):
        yield int(first), int(second)


def _own(all_lines: Mapping[str, list[Line]], handed_out: list[Line]) -> dict[str, list[Line]]:
    """The lines that are a student's own: not handed out, and not in most submissions."""
    wrote = Counter(tokens for lines in all_lines.values() for tokens in {line.tokens for line in lines})
    most = max(3, _MOST * len(all_lines))
    common = {tokens for tokens, number in wrote.items() if number > most} | {line.tokens for line in handed_out}
    return {student: [line for line in lines if line.tokens not in common] for student, lines in all_lines.items()}


def _lines(code: str, names: frozenset[str]) -> Iterator[Line]:
    """The statements of a source, as far as it can be read."""
    source = code.splitlines()
    collected: list[str] = []
    start = 0
    previous = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.NEWLINE:
                if collected and not (len(collected) == 1 and collected[0][:1] in "\"'"):
                    yield Line(tuple(collected), start, source[start - 1].strip())
                collected = []
            elif token.type not in _LAYOUT:
                start = start if collected else token.start[0]
                collected.append(_plain(token, previous, names))
            previous = token.string
    except (tokenize.TokenError, SyntaxError):
        return


def _plain(token: tokenize.TokenInfo, previous: str, names: frozenset[str]) -> str:
    """The token, or "_" for a name that the student chose."""
    chosen = token.type == tokenize.NAME and previous != "." and token.string not in names
    return "_" if chosen else token.string


def _names(handed_out: str) -> frozenset[str]:
    """Names that mean the same in every submission: Python's own, and the functions and classes that are asked for."""
    found, previous = set(_KEPT_NAMES), ""
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(handed_out).readline):
            found |= {token.string} if previous in ("def", "class") else set()
            previous = token.string
    return frozenset(found)


def _passage(one: Sequence[Line], other: Sequence[Line]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The longest run of lines that both have, cut to what a person takes in at a glance."""
    matcher = SequenceMatcher(None, [line.tokens for line in one], [line.tokens for line in other], autojunk=False)
    longest = matcher.find_longest_match()
    size = min(longest.size, _PASSAGE_LINES)
    return (
        tuple(line.text for line in one[longest.a : longest.a + size]),
        tuple(line.text for line in other[longest.b : longest.b + size]),
    )
