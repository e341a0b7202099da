"""The first difference between two observations: which it is, where, and how large; and none where there is none."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from grader.checks.compare import DEFAULTS, FINGERPRINT, Difference, Tolerance, difference
from grader.checks.explain import explain
from grader.checks.observation import Observation, Opaque
from grader.sandbox.tensors import DTYPES

T = torch.tensor


def compare(seen: Any, wanted: Any, tolerance: Tolerance = FINGERPRINT) -> Difference | None:
    """The difference between two values."""
    return difference(Observation(value=seen), Observation(value=wanted), tolerance)


class TestEqual:
    @pytest.mark.parametrize(
        "value",
        [
            None, True, 3, 2.5, "a", b"a", 1 + 2j, (), [1, (2, {"a": 3})], {"a": [1]}, frozenset({1}), torch.int8,
            math.nan, math.inf, T([math.nan, math.inf]), T([]), T(1), T([True, False]), T([1 + 2j]), Opaque("A"),
            10**5000,
        ],
        ids=lambda value: type(value).__name__,
    )  # fmt: skip
    def test_a_value_agrees_with_itself(self, value: Any) -> None:
        assert compare(value, value) is None
        assert compare(value, value, Tolerance()) is None

    @pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
    def test_of_every_dtype(self, dtype: torch.dtype) -> None:
        x = torch.ones(2, 3).to(dtype)
        assert compare(x, x.clone()) is None
        other = torch.zeros(2, 3).to(dtype)
        found = compare(x, other, Tolerance())
        assert found is not None
        assert (found.kind, found.wrong, found.total, found.worst) == ("value", 6, 6, 1.0)
        assert explain(found)


class TestDifferent:
    @pytest.mark.parametrize(
        ("seen", "wanted", "kind", "path"),
        [
            (None, T([1.0]), "type", ""), (1, 1.0, "type", ""), (True, 1, "type", ""), ([1], (1,), "type", ""),
            (Opaque("numpy.ndarray"), T([1.0]), "type", ""), (Opaque("A"), Opaque("B"), "type", ""),
            ((1, 2), (1, 2, 3), "structure", ""), ({"a": 1}, {"b": 1}, "structure", ""),
            ([[1]], [[]], "structure", "[0]"),
            (T([1.0]), T([[1.0]]), "shape", ""), (T(1.0), T([1.0]), "shape", ""),
            ([T([1.0])], [T([1.0, 2])], "shape", "[0]"),
            (T([1]), T([1.0]), "dtype", ""), (T([1.0]), T([1.0]).double(), "dtype", ""),
            (T([math.nan]), T([1.0]), "nonfinite", ""), (T([math.inf]), T([1.0]), "nonfinite", ""),
            (T([1.0]), T([math.nan]), "value", ""), (T([-math.inf]), T([math.inf]), "value", ""),
            (T([1.0, 2]), T([1.0, 3]), "value", ""), (1.0, 1.1, "value", ""), (math.nan, 1.0, "nonfinite", ""),
            ("a", "b", "value", ""), (3, 4, "value", ""), (True, False, "value", ""),
            ({"a": [1, 2]}, {"a": [1, 3]}, "value", "['a'][1]"),
            (frozenset({1}), frozenset({2}), "value", ""), (torch.int8, torch.int16, "value", ""),
            (1 + 2j, 1 + 3j, "value", ""),
        ],
    )  # fmt: skip
    def test_the_first_difference(self, seen: Any, wanted: Any, kind: str, path: str) -> None:
        found = compare(seen, wanted)
        assert found is not None
        assert (found.kind, found.path) == (kind, path)
        assert explain(found)

    def test_keys_that_cannot_be_written_as_numbers(self) -> None:
        """Python refuses to write whole numbers of more than 4300 digits, unless it is told otherwise."""
        found = compare({"a": 1, (1, 2): 2, None: 3}, {"b": 1})
        assert found is not None
        assert explain(found) == "Your result has a, (1, 2), None; b are asked for."

    def test_how_large(self) -> None:
        found = compare(T([1.0, 2.0, 4.5]), T([1.0, 2.0, 4.0]))
        assert found is not None
        assert (found.worst, found.relative, found.wrong, found.total) == (0.5, 0.125, 1, 3)
        assert explain(found) == "Your result differs in 1 of 3 entries, by up to 0.5 (12% of the largest entry)."

    def test_against_zero(self) -> None:
        found = compare(T([0.5]), T([0.0]), Tolerance())
        assert found is not None
        assert explain(found) == "Your result is off by 0.5."

    def test_no_value_that_was_wanted_is_told(self) -> None:
        for seen, wanted in [(T([1.0]), T([0.123456])), ("a", "secret"), (1.0, 0.123456), ({"a": 1}, {"a": 123456})]:
            found = compare(seen, wanted)
            assert found is not None
            assert "123456" not in explain(found)
            assert "secret" not in explain(found)


class TestOrder:
    """Exceptions before values, values before gradients, gradients before changes."""

    def test_exceptions(self) -> None:
        raised, value = Observation(raised="ValueError"), Observation(value=1)
        assert difference(raised, raised, FINGERPRINT) is None
        assert difference(raised, Observation(raised="ValueError", raised_text="other words"), FINGERPRINT) is None
        for seen, wanted in [(raised, value), (value, raised), (raised, Observation(raised="KeyError"))]:
            found = difference(seen, wanted, FINGERPRINT)
            assert found is not None
            assert found.kind == "raised"

    def test_gradients(self) -> None:
        def look(gradient: torch.Tensor | None, value: float = 1.0) -> Observation:
            return Observation(value=value, gradients={"x": gradient})

        right = look(T([1.0]))
        assert difference(look(T([1.0])), right, FINGERPRINT) is None
        for seen, words in [
            (look(None), "No gradient arrives at `x`"),
            (look(T([2.0])), "the gradient of `x` differs in 1 of 1 entries"),
            (Observation(value=1.0), "No gradient arrives at `x`"),
        ]:
            found = difference(seen, right, FINGERPRINT)
            assert found is not None
            assert words in explain(found)
        found = difference(right, look(None), FINGERPRINT)
        assert found is not None
        assert "where none should" in explain(found)
        wrong_both = difference(look(None, value=2.0), right, FINGERPRINT)
        assert wrong_both is not None
        assert wrong_both.kind == "value"

    def test_changes(self) -> None:
        found = difference(Observation(value=1, changed=("x", "x.grad")), Observation(value=1), FINGERPRINT)
        assert found is not None
        assert explain(found) == "Your code changed `x, x.grad`, which belongs to the caller."
        found = difference(Observation(value=1), Observation(value=1, changed=("x",)), FINGERPRINT)
        assert found is not None
        assert "should have changed" in explain(found)


class TestTolerance:
    @pytest.mark.parametrize("dtype", DEFAULTS, ids=str)
    def test_defaults_depend_on_the_dtype(self, dtype: torch.dtype) -> None:
        rtol, _ = DEFAULTS[dtype]
        wanted = torch.full((3,), 100.0).to(dtype)
        assert compare(wanted * (1 + rtol / 4), wanted, Tolerance()) is None
        assert compare(wanted * (1 + rtol * 4), wanted, Tolerance()) is not None

    def test_whole_numbers_are_exact(self) -> None:
        assert compare(T([10**9]), T([10**9 + 1]), Tolerance()) is not None

    def test_exact_when_asked(self) -> None:
        x = T([1.0]).double()
        assert compare(x + 1e-15, x, Tolerance()) is None
        assert compare(x + 1e-15, x, Tolerance(rtol=0, atol=0)) is not None

    def test_relative_to_the_largest_entry(self) -> None:
        x = T([1e9, 0.0]).double()
        close = x + T([0.0, 0.5]).double()
        assert compare(close, x, Tolerance(rtol=0, atol=1e-9, scaled=True)) is None
        assert compare(close, x, Tolerance(rtol=0, atol=1e-9)) is not None
        assert compare(T([True, False]), T([True, True]), FINGERPRINT) is not None
        assert compare(T([]), T([]), FINGERPRINT) is None
