"""The six traps of Exercise 3: mistakes that poor inputs hide, and a right way that a poor tolerance would fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.engine import Engine
from grader.result.verdict import Verdict
from grader.submission.collect import read_submission

COURSE = Path(__file__).parents[3]
WRONG = Path(__file__).parent / "wrong"
RIGHT = COURSE / "solutions" / "ex3" / "alternatives"
EXERCISE = load_exercise(COURSE, "ex3")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """One warm engine."""
    with pipeline.open_engine(EXERCISE) as engine:
        yield engine


def missed(engine: Engine, path: Path) -> dict[str, str | None]:
    """The checks that a file misses, each with the misconception that is named."""
    engine.wait()
    found: list[Verdict] = []
    engine.grade(
        read_submission(path, path.stem),
        seed=11,
        items=frozenset([path.parent.name]),
        limits=EXERCISE.limits,
        on_verdict=found.append,
    )
    assert found
    return {verdict.id: verdict.misconception for verdict in found if verdict.outcome != "passed"}


def test_a_norm_hides_a_constant_factor_from_all_checks_but_one(engine: Engine) -> None:
    assert missed(engine, WRONG / "ResidualSublayer" / "averaged.py") == {"ResidualSublayer.scale": "averaged"}


def test_adding_in_place_breaks_only_sublayers_that_need_their_output(engine: Engine) -> None:
    lost = missed(engine, WRONG / "residual_add" / "inplace_autograd.py")
    assert lost["residual_add.gradients"] == "inplace_autograd"
    assert "residual_add.value" not in lost


def test_a_fresh_attention_module_would_hide_the_bias_that_was_left(engine: Engine) -> None:
    lost = missed(engine, WRONG / "zero_init_last_projection" / "bias_left.py")
    assert lost["zero_init_last_projection.zero_output"] == "bias_left"


def test_float32_is_found_out_at_depth_only(engine: Engine) -> None:
    lost = missed(engine, WRONG / "chain_gradient" / "float32_underflow--2.py")
    assert lost == {"chain_gradient.depth": "float32_underflow"}


@pytest.mark.parametrize("way", ["fft_at_roots_of_unity", "fft_products", "newton_identities"])
def test_the_tail_of_an_fft_product_is_no_mistake(engine: Engine, way: str) -> None:
    assert missed(engine, RIGHT / "gradient_by_path_length" / f"{way}.py") == {}


def test_post_norm_is_no_identity(engine: Engine) -> None:
    lost = missed(engine, WRONG / "zero_case_output" / "post_norm_is_identity.py")
    assert lost["zero_case_output.post"] == "post_norm_is_identity"
