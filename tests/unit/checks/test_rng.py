"""Random inputs: everything follows from the seed and the check's id, and is of the kind that was asked for."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from grader.checks.rng import Rng, derive


def draw(rng: Rng) -> list[float]:
    """A bit of everything."""
    return [
        *rng.normal(3).tolist(),
        *rng.uniform(0, 1, 2).tolist(),
        rng.integer(0, 10**6),
        *rng.sizes(3),
        rng.choice(range(99)),
    ]


class TestSeeds:
    def test_the_same_seed_and_check_give_the_same(self) -> None:
        assert draw(Rng(1, "f.value")) == draw(Rng(1, "f.value"))

    def test_another_seed_or_check_gives_others(self) -> None:
        drawn = [tuple(draw(Rng(seed, check))) for seed in range(5) for check in ("f.value", "f.gradients", "g.value")]
        assert len(set(drawn)) == 15

    def test_nothing_drawn_elsewhere_shifts_it(self) -> None:
        rng = Rng(1, "f.value")
        torch.manual_seed(3)
        nn.Linear(4, 4)
        assert draw(rng) == draw(Rng(1, "f.value"))

    def test_and_it_shifts_nothing_elsewhere(self) -> None:
        torch.manual_seed(3)
        expected = torch.rand(2)
        torch.manual_seed(3)
        draw(Rng(1, "f.value"))
        assert torch.equal(torch.rand(2), expected)

    def test_derived_seeds_differ_in_every_part(self) -> None:
        seeds = [
            derive(1, "a", "b"),
            derive(1, "ab"),
            derive(1, "a", "b", ""),
            derive(2, "a", "b"),
            derive(1, "b", "a"),
        ]
        assert len(set(seeds)) == len(seeds)
        assert all(0 <= seed < 2**63 for seed in seeds)


class TestDraws:
    def test_normal(self) -> None:
        x = Rng(1, "a").normal(50, 40, mean=3, std=2)
        assert x.shape == (50, 40)
        assert x.dtype is torch.float64
        assert abs(float(x.mean()) - 3) < 0.2
        assert abs(float(x.std()) - 2) < 0.2
        assert Rng(1, "a").normal(2, dtype=torch.float32).dtype is torch.float32
        assert Rng(1, "a").normal().shape == ()

    def test_uniform(self) -> None:
        x = Rng(1, "a").uniform(-2, 5, 1000)
        assert -2 <= float(x.min()) < -1.9
        assert 4.9 < float(x.max()) < 5

    def test_integers_include_both_ends(self) -> None:
        rng = Rng(1, "a")
        assert {rng.integer(2, 4) for _ in range(100)} == {2, 3, 4}
        assert rng.integer(7, 7) == 7

    def test_sizes_are_different(self) -> None:
        for seed in range(50):
            sizes = Rng(seed, "a").sizes(3, low=2, high=5)
            assert len(set(sizes)) == 3
            assert all(2 <= size <= 5 for size in sizes)
        assert sorted(Rng(1, "a").sizes(4, low=2, high=5)) == [2, 3, 4, 5]
        with pytest.raises(ValueError, match="there are no 5 different sizes"):
            Rng(1, "a").sizes(5, low=2, high=5)

    def test_choice(self) -> None:
        rng = Rng(1, "a")
        assert {rng.choice("ab") for _ in range(50)} == {"a", "b"}

    def test_scramble_leaves_no_parameter_as_it_was(self) -> None:
        module = nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 4)).double()
        module[0].requires_grad_(False)
        assert Rng(1, "a").scramble(module) is module
        for parameter in module.parameters():
            assert parameter.dtype is torch.float64
            assert parameter.unique().numel() == parameter.numel()
        assert [p.requires_grad for p in module.parameters()] == [False, False, True, True]
        again = Rng(1, "a").scramble(nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 4)).double())
        assert all(torch.equal(a, b) for a, b in zip(module.parameters(), again.parameters(), strict=True))
