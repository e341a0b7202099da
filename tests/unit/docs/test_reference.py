"""docs/reference.md is what the code says."""

from __future__ import annotations

from docs.make_reference import PAGE, page


def test_the_page_is_generated_from_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make reference"
