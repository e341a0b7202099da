"""Draws the figures of the text from real runs: `python make_figures.py` writes them beside itself."""

from __future__ import annotations

import math
import statistics
from pathlib import Path
from typing import Any

import matplotlib as mpl
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from torch import Tensor, nn

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#D55E00", "#00805E", "#A8487F"
FAINT = "#9a9a9a"
WIDTH, DEPTH = 64, 48
SEEDS = range(5)
EPS = 1e-5
ARROW: dict[str, Any] = {"arrowstyle": "-|>", "linewidth": 1.8, "mutation_scale": 9}

# --- the plane of three features ---

PLANE = torch.tensor([[1.0, -1.0, 0.0], [1.0, 1.0, -2.0]], dtype=torch.float64)
PLANE /= PLANE.norm(dim=1, keepdim=True)
"""Two orthogonal directions without a mean: what is left of three features when their mean is subtracted."""


def gradient(x: Tensor, v: Tensor, eps: float = EPS) -> Tensor:
    """The gradient at x of a norm without gain, for v at its output."""
    x = x.clone().requires_grad_(True)
    (found,) = torch.autograd.grad(nn.functional.layer_norm(x, x.shape[-1:], eps=eps), x, v)
    return found


def draw_plane(ax: Axes) -> None:
    """Tokens of three features, where they go, and the gradient at each, for one and the same v."""
    angles = torch.tensor([352.0, 75.0, 130.0, 205.0, 283.0, 318.0], dtype=torch.float64) * math.pi / 180
    radii = torch.tensor([3.2, 1.0, 2.4, 0.8, 3.0, 1.1], dtype=torch.float64)
    flat = radii[:, None] * torch.stack([angles.cos(), angles.sin()], dim=1)
    x = flat @ PLANE + 0.7  # a mean, which the picture cannot show and the norm forgets
    y = nn.functional.layer_norm(x, (3,)) @ PLANE.T
    v = torch.tensor([0.9, 0.8], dtype=torch.float64) @ PLANE
    arrows = gradient(x, v.expand_as(x)) @ PLANE.T
    circle = plt.Circle((0, 0), math.sqrt(3), fill=False, color=GREEN, linewidth=1.6)  # type: ignore[attr-defined]
    ax.add_patch(circle)
    for start, end, arrow in zip(flat.tolist(), y.tolist(), arrows.tolist(), strict=True):
        ax.plot((start[0], end[0]), (start[1], end[1]), color=FAINT, linewidth=1, linestyle=(0, (3, 3)), zorder=1)
        ax.plot(*end, "o", color=GREEN, markersize=5, zorder=3)
        ax.plot(*start, "o", color=BLUE, markersize=6, zorder=3)
        tip = (start[0] + arrow[0], start[1] + arrow[1])
        ax.annotate("", tip, start, arrowprops={**ARROW, "color": ORANGE, "shrinkA": 3})
    ax.annotate("", (3.1 + 0.9, -2.6 + 0.8), (3.1, -2.6), arrowprops={**ARROW, "color": PURPLE})
    ax.text(3.35, -2.75, "v, the same\nfor all", color=PURPLE, va="top", ha="center", fontsize=9, fontweight="bold")
    ax.text(1.9, 2.75, "token x", color=BLUE, fontsize=9, fontweight="bold")
    ax.text(1.9, 2.3, "standardised", color=GREEN, fontsize=9, fontweight="bold")
    ax.text(1.9, 1.85, "gradient at x", color=ORANGE, fontsize=9, fontweight="bold")
    ax.set(xlim=(-3.9, 4.4), ylim=(-3.9, 3.3), aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.set_title("Three features, seen along (1, 1, 1)", loc="left", fontsize=11)


def draw_scale(ax: Axes) -> None:
    """The norm of the gradient against the token's standard deviation."""
    torch.manual_seed(0)
    x, v = torch.randn(2, WIDTH, dtype=torch.float64)
    x = (x - x.mean()) / x.std(correction=0)
    sizes = torch.logspace(-5, 3, 60, dtype=torch.float64)
    values = [float(gradient(size * x, v).norm() / v.norm()) for size in sizes]
    for size in (1e-5, 1.0, 10.0, 1000.0):
        print(f"σ = {size:g}: gradient {float(gradient(size * x, v).norm() / v.norm()):.3g}")  # noqa: RUF001
    ax.plot(sizes, values, color=ORANGE, linewidth=2)
    ax.axvline(math.sqrt(EPS), color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    ax.text(math.sqrt(EPS) * 1.25, 2e-3, "σ = √ε", color="#6b6b6b", fontsize=9)  # noqa: RUF001
    ax.text(0.35, 8, "1/σ", color=ORANGE, fontsize=10, fontweight="bold")  # noqa: RUF001
    ax.text(1e-5, 420, "1/√ε", color=ORANGE, fontsize=10, fontweight="bold")
    ax.set(xscale="log", yscale="log", ylim=(5e-4, 2e3), xlabel="standard deviation σ of the token")  # noqa: RUF001
    ax.set_title("Norm of the gradient at x, relative to v", loc="left", fontsize=11)
    _frame(ax)


# --- stacks ---


def sublayer() -> nn.Module:
    """A feed-forward sublayer that returns about as much as a standardised token has."""
    up, down = nn.Linear(WIDTH, 4 * WIDTH, bias=False), nn.Linear(4 * WIDTH, WIDTH, bias=False)
    nn.init.normal_(up.weight, std=WIDTH**-0.5)
    nn.init.normal_(down.weight, std=math.sqrt(2 / (4 * WIDTH)))
    return nn.Sequential(up, nn.ReLU(), down).double()


def stack(placement: str, seed: int) -> tuple[list[float], list[float]]:
    """For each sublayer: the root mean square of the stream before it, and what it adds relative to that."""
    torch.manual_seed(seed)
    h = torch.randn(2, 8, WIDTH, dtype=torch.float64)
    sizes, updates = [], []
    for _ in range(DEPTH):
        f = sublayer()
        with torch.no_grad():
            update = f(nn.functional.layer_norm(h, (WIDTH,)) if placement == "pre-norm" else h)
        sizes.append(float(h.pow(2).mean().sqrt()))
        updates.append(float(update.norm() / h.norm()))
        h = h + update
        if placement == "post-norm":
            h = nn.functional.layer_norm(h, (WIDTH,))
    return sizes, updates


def draw_stacks(left: Axes, right: Axes) -> None:
    """The size of the stream on the left, the relative updates on the right."""
    places = range(1, DEPTH + 1)
    for placement, colour in (("pre-norm", BLUE), ("post-norm", ORANGE)):
        runs = [stack(placement, seed) for seed in SEEDS]
        sizes, updates = ([statistics.median(v) for v in zip(*(r[i] for r in runs), strict=True)] for i in (0, 1))
        for place in (1, 4, 12, 24, 48):
            print(f"{placement}, sublayer {place}: stream {sizes[place - 1]:.2f}, update {updates[place - 1]:.2f}")
        left.plot(places, sizes, color=colour, linewidth=2)
        right.plot(places, updates, color=colour, linewidth=2)
        left.text(
            49, sizes[-1], f"{placement}\n{sizes[-1]:.1f}", color=colour, fontweight="bold", va="center", fontsize=9
        )
        right.text(
            49, updates[-1], f"{placement}\n{updates[-1]:.2f}", color=colour, fontweight="bold", va="center", fontsize=9
        )
    left.set_title("Size of the stream (root mean square)", loc="left", fontsize=11)
    right.set_title("What a sublayer adds, relative to the stream", loc="left", fontsize=11)
    left.set(ylim=(0, 8))
    right.set(ylim=(0, 1.25))
    for ax in (left, right):
        ax.set(xlabel="sublayer", xticks=(1, 12, 24, 36, 48), xlim=(0, 60))
        _frame(ax)


def _frame(ax: Axes) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.minorticks_off()


def main() -> None:
    """Measures, prints the numbers that the text quotes, and draws."""
    torch.set_num_threads(1)
    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "ex2", "font.size": 10, "font.family": "DejaVu Sans"})
    folder = Path(__file__).parent
    figure, (plane, scale) = plt.subplots(1, 2, figsize=(10, 4.2), width_ratios=(1, 1.05))
    draw_plane(plane)
    draw_scale(scale)
    figure.tight_layout(w_pad=2)
    figure.savefig(folder / "gradient.svg", metadata={"Date": None})
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
    draw_stacks(left, right)
    figure.tight_layout(w_pad=2)
    figure.savefig(folder / "stream.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
