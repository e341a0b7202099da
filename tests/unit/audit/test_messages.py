"""Which numbers in a message may be an answer."""

from __future__ import annotations

import pytest

from grader.audit.messages import telling


@pytest.mark.parametrize(
    ("message", "numbers"),
    [
        ("the answer is 0.0852575903", {"8.526e-02"}),
        ("it is 3.5527e-63, or 16777216", {"3.553e-63", "1.678e+07"}),
        ("off by 0.12 (35% of the largest entry), in 3 of 12 entries", set()),
        ("shape (128, 1024) and line 12345", {"1.024e+03", "1.234e+04"}),
        ("T1234, x2345 and v1.2345 are names", set()),
        ("", set()),
    ],
)
def test_a_number_with_four_digits_may_be_one(message: str, numbers: set[str]) -> None:
    assert telling(message) == numbers
