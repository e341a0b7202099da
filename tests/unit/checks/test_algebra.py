"""Formulas are read as people write them, and what cannot be read is located."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks.algebra import MAX_LENGTH, Unreadable, polynomial, same_polynomial


def equal(one: str, other: str) -> bool:
    return same_polynomial(polynomial(one, ("a", "b")), polynomial(other, ("a", "b")))


@pytest.mark.parametrize(
    "formula",
    [
        "(1+a)(1+b)",
        "(1+a)*(1+b)",
        "1 + a + b + ab",
        "a*b+a+b+1",
        "ba + (b + a) + 1",
        "(a + 1)·(b + 1)",
        "(1+a) × (1+b)",  # noqa: RUF001
        "1 − (−a) + b + a b",  # noqa: RUF001
        "2(1+a)(1+b)/2",
        "0.5(2+2a)(1+b)",
        "(1 + a)^1 (1 + b)**1",
        "+1 + a - -b + ab",
    ],
)
def test_many_ways_to_write_one_polynomial(formula: str) -> None:
    assert equal(formula, "(1 + a) * (1 + b)")


@pytest.mark.parametrize("formula", ["1+ab", "2+a+b", "ab", "1+a+b", "(1+a)", "(1-a)(1-b)", "(1+a)^2", "0"])
def test_other_polynomials_are_told_apart(formula: str) -> None:
    assert not equal(formula, "(1 + a) * (1 + b)")


@pytest.mark.parametrize(
    ("formula", "meaning"),
    [
        ("2a^2", "2*(a*a)"),
        ("ab^2", "a*(b*b)"),
        ("-a^2", "-(a*a)"),
        ("(ab)²", "a*a*b*b"),
        ("1/2a", "0.5*a"),
        ("a - b - a", "-b"),
        ("6/2/3", "1"),
        ("a*-b", "-(a*b)"),
        (".5", "1/2"),
    ],
)
def test_precedence_is_the_usual_one(formula: str, meaning: str) -> None:
    assert equal(formula, meaning)


@pytest.mark.parametrize(
    ("formula", "column", "words"),
    [
        ("1 +", 4, 'expected a number, a, b or "(", but the formula ends here'),
        ("", 1, 'expected a number, a, b or "(", but the formula ends here'),
        ("(1 + a", 7, 'expected ")" for the "(" in column 1, but the formula ends here'),
        ("1 + a)", 6, 'expected "+", "-", "*", "/" or "^", but found ")"'),
        ("1 + * a", 5, 'expected a number, a, b or "(", but found "*"'),
        ("2 3", 3, 'expected "+", "-", "*", "/" or "^", but found "3"'),
        ("a2", 2, 'expected "+", "-", "*", "/" or "^", but found "2"'),
        ("1 + c", 5, "'c' is not part of a formula in a and b"),
        ("y = 1 + a", 1, "'y' is not part of a formula in a and b"),
        ("a^b", 3, 'expected a whole number as the exponent, but found "b"'),
        ("a^-1", 3, 'expected a whole number as the exponent, but found "-"'),
        ("a^1.5", 3, 'expected a whole number as the exponent, but found "1.5"'),
        ("a^2^2", 4, 'expected "+", "-", "*", "/" or "^", but found "^"'),
        ("a/b", 3, "only numbers other than 0 can be divided by; write it without a fraction"),
        ("a/(2-2)", 3, "only numbers other than 0 can be divided by; write it without a fraction"),
        ("a + \x1b[31m", 5, r"'\x1b' is not part of a formula in a and b"),
    ],
)
def test_what_cannot_be_read_is_located(formula: str, column: int, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        polynomial(formula, ("a", "b"))
    assert str(caught.value) == f"column {column}: {words}"
    assert caught.value.column == column


@pytest.mark.parametrize(
    "formula",
    [
        "__import__('os').system('true')",
        "a.__class__",
        "a[0]",
        "exec(a)",
        "lambda: a",
        "a if b else a",
        "a, b",
        "'a'",
        "a; b",
        "a\n= b",
        "a or b",
        "a ~ b",
        "1j",
        "1e9",
        "0x1",
        "٣",
    ],
)
def test_python_is_not_understood(formula: str) -> None:
    with pytest.raises(Unreadable):
        polynomial(formula, ("a", "b"))


@pytest.mark.parametrize(
    "formula",
    [
        "9^9^9",
        "((((9^16)^16)^16)^16)",
        "((a+b)^9)^9",
        "(a+b)^1000000000",
        "9" * 30,
        "(" * 100,
        "-" * 100,
        "(1+a+b)^8" * 10,
        "a" * 17,
        "a" * (MAX_LENGTH + 1),
        "a²⁰",
    ],
)
def test_a_formula_that_would_cost_too_much_is_refused(formula: str) -> None:
    with pytest.raises(Unreadable):
        polynomial(formula, ("a", "b"))


def test_the_costliest_formula_that_is_allowed_can_be_expanded() -> None:
    costliest = "+".join(["(1+a+b)^16"] * 10)
    assert len(costliest) <= MAX_LENGTH
    assert not equal(costliest, "1")


def test_a_longer_name_wins_over_its_parts() -> None:
    assert str(polynomial("2ab", ("a", "ab"))) == "2*ab"


@given(st.text(alphabet="ab01 +-*/^().²−×c_'\\", max_size=MAX_LENGTH + 5))  # noqa: RUF001
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Unreadable):
        polynomial(text, ("a", "b"))


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_a_formula_means_what_python_means_by_it(a: int, b: int) -> None:
    formula = "2*a - (b + 3)*(a - b)**2 + 5"
    value = polynomial(formula, ("a", "b")).subs({"a": a, "b": b})
    assert value == 2 * a - (b + 3) * (a - b) ** 2 + 5
