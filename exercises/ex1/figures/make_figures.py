"""Draws the figures of the text from real runs: `python make_figures.py` writes them beside itself."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from torch import Tensor, nn

WIDTH = 64
SEEDS = range(5)
DEPTHS = (1, *range(5, 51, 5))
STEPS = 100
FAINT = "#9a9a9a"
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#D55E00", "#00805E", "#A8487F"
MAX_NORM = 5.0

Activation = Callable[[Tensor], Tensor]

# --- depth ---


def linear(scale: float | None) -> nn.Linear:
    """A layer as PyTorch makes it, or with normal weights of standard deviation scale/√n and zero biases."""
    layer = nn.Linear(WIDTH, WIDTH).double()
    if scale is not None:
        nn.init.normal_(layer.weight, std=scale / math.sqrt(WIDTH))
        nn.init.zeros_(layer.bias)
    return layer


def shrinkage(activation: Activation, scale: float | None, depth: int, seed: int) -> float:
    """‖gradient at the input‖ / ‖gradient at the output‖ of one stack, for a random gradient at the output."""
    torch.manual_seed(seed)
    layers = [linear(scale) for _ in range(depth)]
    x = torch.randn(16, WIDTH, dtype=torch.float64, requires_grad=True)
    v = torch.randn(16, WIDTH, dtype=torch.float64)
    h: Tensor = x
    for layer in layers:
        h = activation(layer(h))
    (gradient,) = torch.autograd.grad(h, x, v)
    return float(gradient.norm() / v.norm())


def over_depth(activation: Activation, scale: float | None) -> list[float]:
    """The median over the seeds, for every depth."""
    return [statistics.median(shrinkage(activation, scale, depth, seed) for seed in SEEDS) for depth in DEPTHS]


DEFAULTS: dict[str, tuple[Activation, str]] = {
    "tanh": (torch.tanh, BLUE),
    "ReLU": (torch.relu, GREEN),
    "sigmoid": (torch.sigmoid, ORANGE),
}
SCALES: dict[str, tuple[Activation, float, str]] = {
    "tanh, 3/√n": (torch.tanh, 3.0, PURPLE),
    "ReLU, √2/√n (He)": (torch.relu, math.sqrt(2), GREEN),
    "tanh, 1/√n (Xavier)": (torch.tanh, 1.0, BLUE),
    "tanh, ⅓/√n": (torch.tanh, 1 / 3, ORANGE),
}

# --- time ---


def recurrent(scale: float, seed: int = 0) -> tuple[list[float], list[Tensor]]:
    """A tanh RNN with recurrent weights of standard deviation scale/√n reads STEPS random inputs.

    Returns the norm of the gradient at each state, h_0 first, for a random gradient at the last state, and what each
    step contributes to the gradient of W.
    """
    torch.manual_seed(seed)
    w = torch.randn(WIDTH, WIDTH, dtype=torch.float64) * scale / math.sqrt(WIDTH)
    states = [(2 * torch.rand(WIDTH, dtype=torch.float64) - 1).requires_grad_()]
    copies = []
    for u in 0.3 * torch.randn(STEPS, WIDTH, dtype=torch.float64):
        copies.append(w.clone().requires_grad_())
        states.append(torch.tanh(copies[-1] @ states[-1] + u))
    v = torch.randn(WIDTH, dtype=torch.float64)
    gradients = torch.autograd.grad(states[-1], [*states, *copies], v)
    norms = [float(g.norm() / v.norm()) for g in gradients[: STEPS + 1]]
    return norms, [term / v.norm() for term in gradients[STEPS + 1 :]]


RECURRENT: dict[str, tuple[float, str]] = {"3/√n": (3.0, PURPLE), "1.5/√n": (1.5, BLUE), "½/√n": (0.5, ORANGE)}


def clipped(terms: list[Tensor]) -> tuple[list[float], list[float], float]:
    """The norm of each step's term before and after clipping the whole gradient, and the whole gradient's norm."""
    norm = float(torch.stack(terms).sum(0).norm())
    factor = min(1.0, MAX_NORM / norm)
    before = [float(term.norm()) for term in terms]
    return before, [factor * value for value in before], norm


# --- drawing ---


def frame(ax: Axes, title: str) -> None:
    """What all four panels have in common."""
    ax.set_yscale("log")
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.set_title(title, loc="left", fontsize=11)


def name(ax: Axes, x: float, y: float, words: str, colour: str) -> None:
    """A curve's name, at its end."""
    ax.text(x, y, words, color=colour, fontweight="bold", va="center", fontsize=9)


def power(value: float) -> str:
    """2.4e-43 as 2·10⁻⁴³."""
    digits, exponent = f"{value:.0e}".split("e")
    return f"{digits}·10$^{{{int(exponent)}}}$"


def draw_depth(path: Path) -> None:
    """Three activations as PyTorch initialises them on the left; tanh and ReLU with chosen scales on the right."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.0))
    for label, (activation, colour) in DEFAULTS.items():
        values = over_depth(activation, None)
        print(f"{label:22}", *(f"{depth}: {value:.2g}" for depth, value in zip(DEPTHS, values, strict=True)))
        left.plot(DEPTHS, values, "o-", color=colour, linewidth=2, markersize=4)
        name(left, 51.5, values[-1], f"{label}  {power(values[-1])}", colour)
    for label, (activation, scale, colour) in SCALES.items():
        values = over_depth(activation, scale)
        print(f"{label:22}", *(f"{depth}: {value:.2g}" for depth, value in zip(DEPTHS, values, strict=True)))
        right.plot(DEPTHS, values, "o-", color=colour, linewidth=2, markersize=4)
        nudge = {"ReLU, √2/√n (He)": 8.0, "tanh, 1/√n (Xavier)": 0.3}.get(label, 1.0)
        name(right, 51.5, values[-1] * nudge, label, colour)
    frame(left, "PyTorch's default initialisation")
    frame(right, "Weights with a chosen standard deviation")
    left.set(ylim=(1e-46, 1e3), yticks=[10.0**e for e in range(-40, 1, 10)])
    right.set(ylim=(1e-28, 1e14), yticks=[10.0**e for e in range(-20, 11, 10)])
    for ax in (left, right):
        ax.minorticks_off()
        ax.axhline(1, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        ax.set(xlabel="layers", xticks=(1, 10, 20, 30, 40, 50), xlim=(-1, 78))
    figure.tight_layout(w_pad=2)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def draw_time(path: Path) -> None:
    """The gradient at each state on the left; on the right what clipping does to the terms of the gradient of W."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.0))
    back = range(STEPS + 1)
    for label, (scale, colour) in RECURRENT.items():
        norms, terms = recurrent(scale)
        norms = norms[::-1]
        before, after, whole = clipped(terms)
        shares = torch.tensor(before)
        print(f"{label:10}", *(f"{k} back: {norms[k]:.2g}" for k in (1, 10, 50, 100)), f"gradient of W: {whole:.2g}")
        print(f"{'':10} last 10 steps bring {float(shares[-10:].sum() / shares.sum()):.4%} of the terms' norms")
        left.plot(back, norms, color=colour, linewidth=2)
        name(left, 102, norms[-1], label, colour)
        if label == "1.5/√n":
            continue
        right.plot(range(STEPS), before[::-1], color=colour, linewidth=2, linestyle=(0, (2, 2)))
        right.plot(range(STEPS), after[::-1], color=colour, linewidth=2)
        unchanged = whole <= MAX_NORM
        name(right, 101, before[0], f"{label}\nbefore{' and after' if unchanged else ''}", colour)
        if not unchanged:
            name(right, 101, after[0], f"{label}\nafter", colour)
    frame(left, "Gradient at h$_t$, relative to the last state")
    frame(right, "Each step's term in the gradient of W, clipped to norm 5")
    left.set(ylim=(1e-36, 1e16), yticks=[10.0**e for e in range(-30, 11, 10)])
    right.set(ylim=(1e-36, 1e16), yticks=[10.0**e for e in range(-30, 11, 10)])
    left.axhline(1, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    for ax in (left, right):
        ax.minorticks_off()
        ax.set(xlabel="steps back in time", xticks=range(0, 101, 20), xlim=(-2, 138))
    figure.tight_layout(w_pad=2)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Measures, prints the numbers that the text quotes, and draws."""
    torch.set_num_threads(1)
    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "ex1", "font.size": 10, "font.family": "DejaVu Sans"})
    folder = Path(__file__).parent
    draw_depth(folder / "depth.svg")
    draw_time(folder / "time.svg")


if __name__ == "__main__":
    main()
