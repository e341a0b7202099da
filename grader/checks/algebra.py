"""Reads a formula that a student wrote, such as "2a(1+b)^2", into a sympy polynomial. Nothing is ever evaluated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

MAX_LENGTH = 120
"""Characters of a formula."""
MAX_DEPTH = 12
"""Parentheses inside parentheses."""
MAX_DEGREE = 16
"""Degree of the polynomial, where a number counts as one variable per digit; bounds the work of expanding it."""

_TYPOGRAPHY = str.maketrans("−–×·⋅÷", "--***/")  # noqa: RUF001
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_OPERATORS = r"(?P<power>\*\*|\^)|(?P<sign>[-+*/()])"
_NUMBERS = r"(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)|(?P<superscript>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"


class Unreadable(ValueError):
    """The formula cannot be read; the message says at which column and what was expected."""

    def __init__(self, column: int, words: str) -> None:
        super().__init__(f"column {column}: {words}")
        self.column = column


def same_polynomial(one: Any, other: Any) -> bool:
    """Whether two sympy polynomials are equal for all values of their variables."""
    import sympy

    return bool(sympy.expand(one - other) == 0)


def polynomial(formula: str, variables: Sequence[str]) -> Any:
    """The sympy expression of a formula made of numbers, `variables`, + - * / ^ ** and parentheses.

    Multiplication may go unwritten: `2a`, `ab` and `(1+a)(1+b)` are products. Exponents are whole numbers, and
    only numbers can be divided by.

    Raises Unreadable.
    """
    if len(formula) > MAX_LENGTH:
        raise Unreadable(MAX_LENGTH + 1, f"a formula has at most {MAX_LENGTH} characters")
    return _Parser(_tokens(formula, variables), variables).formula()


class _Token(NamedTuple):
    kind: str
    """A sign itself, or one of: power, number, superscript, name, end."""
    text: str
    column: int


def _tokens(formula: str, variables: Sequence[str]) -> list[_Token]:
    names = "|".join(re.escape(name) for name in sorted(variables, key=len, reverse=True))
    pattern = re.compile(rf"\s*(?:{_OPERATORS}|{_NUMBERS}|(?P<name>{names})|(?P<word>\w+)|(?P<other>\S))")
    tokens = []
    for match in pattern.finditer(formula.translate(_TYPOGRAPHY)):
        kind = str(match.lastgroup)
        text, column = match[kind], match.start(kind) + 1
        if kind in ("word", "other"):
            raise Unreadable(column, f"{text[:20]!r} is not part of a formula in {_listed(variables)}")
        tokens.append(_Token(text if kind == "sign" else kind, text, column))
    tokens.append(_Token("end", "", len(formula.rstrip()) + 1))
    return tokens


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


@dataclass(frozen=True)
class _Value:
    expression: Any
    degree: int
    is_number: bool = False

    def __neg__(self) -> _Value:
        return _Value(-self.expression, self.degree, self.is_number)

    def __add__(self, other: _Value) -> _Value:
        degree = max(self.degree, other.degree)
        return _Value(self.expression + other.expression, degree, self.is_number and other.is_number)

    def __mul__(self, other: _Value) -> _Value:
        degree = self.degree + other.degree
        return _Value(self.expression * other.expression, degree, self.is_number and other.is_number)

    def __truediv__(self, other: _Value) -> _Value:
        return _Value(self.expression / other.expression, self.degree + other.degree, self.is_number)

    def __pow__(self, exponent: int) -> _Value:
        return _Value(self.expression**exponent, self.degree * exponent, self.is_number)


class _Parser:
    """Recursive descent, one method per level of precedence."""

    def __init__(self, tokens: list[_Token], variables: Sequence[str]) -> None:
        import sympy

        self._sympy = sympy
        self._tokens = tokens
        self._factor_words = f'a number, {", ".join(variables)} or "("'
        self._place = 0
        self._depth = 0

    def formula(self) -> Any:
        value = self._sum()
        if self._next.kind != "end":
            self._expected('"+", "-", "*", "/" or "^"')
        return value.expression

    @property
    def _next(self) -> _Token:
        return self._tokens[self._place]

    def _take(self) -> _Token:
        token = self._next
        self._place += 1
        return token

    def _expected(self, what: str) -> NoReturn:
        token = self._next
        found = f'found "{token.text}"' if token.text else "the formula ends here"
        raise Unreadable(token.column, f"expected {what}, but {found}")

    def _bounded(self, value: _Value) -> _Value:
        if value.degree > MAX_DEGREE:
            self._too_large()
        return value

    def _too_large(self) -> NoReturn:
        raise Unreadable(self._tokens[self._place - 1].column, "this makes the power or the number too large")

    def _sum(self) -> _Value:
        value = self._product()
        while self._next.kind in ("+", "-"):
            negative = self._take().kind == "-"
            term = self._product()
            value += -term if negative else term
        return value

    def _product(self) -> _Value:
        value = self._signed()
        while True:
            if self._next.kind == "*":
                self._take()
                value *= self._signed()
            elif self._next.kind == "/":
                self._take()
                value /= self._divisor()
            elif self._next.kind in ("name", "("):
                value *= self._power()
            else:
                return value
            self._bounded(value)

    def _divisor(self) -> _Value:
        column = self._next.column
        divisor = self._signed()
        if not divisor.is_number or divisor.expression == 0:
            raise Unreadable(column, "only numbers other than 0 can be divided by; write it without a fraction")
        return divisor

    def _signed(self) -> _Value:
        negative = False
        while self._next.kind in ("+", "-"):
            negative ^= self._take().kind == "-"
        value = self._power()
        return -value if negative else value

    def _power(self) -> _Value:
        base = self._factor()
        if self._next.kind == "superscript":
            exponent = self._take().text.translate(_SUPERSCRIPTS)
        elif self._next.kind == "power":
            self._take()
            if self._next.kind != "number" or not self._next.text.isdigit():
                self._expected("a whole number as the exponent")
            exponent = self._take().text
        else:
            return base
        if int(exponent) > MAX_DEGREE:
            self._too_large()
        return self._bounded(base ** int(exponent))

    def _factor(self) -> _Value:
        if self._next.kind == "number":
            text = self._take().text
            return self._bounded(_Value(self._sympy.Rational(text), len(text), is_number=True))
        if self._next.kind == "name":
            return _Value(self._sympy.Symbol(self._take().text), degree=1)
        if self._next.kind != "(":
            self._expected(self._factor_words)
        return self._parenthesis()

    def _parenthesis(self) -> _Value:
        column = self._take().column
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise Unreadable(column, f"at most {MAX_DEPTH} parentheses can be open at once")
        value = self._sum()
        self._depth -= 1
        if self._next.kind != ")":
            self._expected(f'")" for the "(" in column {column}')
        self._take()
        return value
