"""Draws the figures of the text from real runs: `python make_figures.py` writes them beside itself."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from torch import Tensor, nn

BLUE, ORANGE, GREEN = "#0072B2", "#D55E00", "#00805E"
WIDTH, HEADS, BLOCKS = 64, 4, 24
CHANNELS, RESNET_DEPTH = 32, 24
SEEDS = range(5)

# --- blocks of a Transformer ---


class Attention(nn.Module):
    """Causal self-attention that reads a standardised stream."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs = nn.Linear(WIDTH, 3 * WIDTH)
        self.output = nn.Linear(WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, WIDTH) -> (B, T, WIDTH)."""
        parts = self.inputs(nn.functional.layer_norm(x, (WIDTH,))).chunk(3, dim=-1)
        q, k, v = (part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in parts)
        read = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        update: Tensor = self.output(read.transpose(1, 2).flatten(2))
        return update


class FeedForward(nn.Module):
    """A feed-forward network that reads a standardised stream."""

    def __init__(self) -> None:
        super().__init__()
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.output = nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, WIDTH) -> (B, T, WIDTH)."""
        update: Tensor = self.output(nn.functional.gelu(self.up(nn.functional.layer_norm(x, (WIDTH,)))))
        return update


def sublayers(scale: float = 1.0) -> list[nn.Module]:
    """The sublayers of BLOCKS blocks; weights that keep the size of what comes in, the last ones times `scale`."""
    made: list[nn.Module] = [kind() for _ in range(BLOCKS) for kind in (Attention, FeedForward)]
    for sublayer in made:
        for name, parameter in sublayer.named_parameters():
            if parameter.dim() == 1:
                nn.init.zeros_(parameter)
            else:
                std = parameter.shape[1] ** -0.5 * (scale if name.startswith("output") else 1.0)
                nn.init.normal_(parameter, std=std)
    return [sublayer.double() for sublayer in made]


def run(stack: Sequence[nn.Module], x: Tensor, residual: bool, left_out: int | None = None) -> list[Tensor]:
    """The states of a stack, x first, without the sublayer `left_out`."""
    states = [x]
    with torch.no_grad():
        for place, sublayer in enumerate(stack):
            if place == left_out:
                continue
            update = sublayer(states[-1])
            states.append(states[-1] + update if residual else update)
    return states


def variances(scale: float) -> list[float]:
    """The mean square of the stream at every place of the stack, the median of all seeds."""
    runs = []
    for seed in SEEDS:
        torch.manual_seed(seed)
        x = torch.randn(2, 16, WIDTH, dtype=torch.float64)
        runs.append([float(state.pow(2).mean()) for state in run(sublayers(scale), x, residual=True)])
    return [statistics.median(values) for values in zip(*runs, strict=True)]


def lesions(residual: bool) -> list[float]:
    """How far the output moves if a sublayer is left out, relative to the output; the median of all seeds."""
    runs = []
    for seed in SEEDS:
        torch.manual_seed(seed)
        x = torch.randn(2, 16, WIDTH, dtype=torch.float64)
        stack = sublayers()
        whole = run(stack, x, residual)[-1]
        moved = [run(stack, x, residual, left_out)[-1] - whole for left_out in range(len(stack))]
        runs.append([float(change.norm() / whole.norm()) for change in moved])
    return [statistics.median(values) for values in zip(*runs, strict=True)]


def draw_variance(ax: Axes) -> None:
    """The size of the stream, with and without smaller last projections."""
    places = range(2 * BLOCKS + 1)
    for label, scale, colour in (
        ("as drawn", 1.0, ORANGE),
        (f"last projections\ndivided by √{2 * BLOCKS}", (2 * BLOCKS) ** -0.5, BLUE),
    ):
        values = variances(scale)
        print(f"variance, {label!r}: {values[0]:.2f} -> {values[-1]:.2f}")
        ax.plot(places, values, color=colour, linewidth=2)
        ax.text(49.5, values[-1], label, color=colour, fontweight="bold", va="center", fontsize=9)
    ax.set(xlabel="sublayers passed", xticks=(0, 12, 24, 36, 48), xlim=(0, 74), ylim=(0, None))
    ax.set_title("Mean square of the stream", loc="left", fontsize=11)


def draw_lesions(ax: Axes) -> None:
    """What is missing when one sublayer is left out."""
    places = range(1, 2 * BLOCKS + 1)
    for label, residual, colour in (("plain", False, ORANGE), ("residual", True, BLUE)):
        values = lesions(residual)
        middle = statistics.median(values)
        print(f"left out, {label}: first {values[0]:.2f}, median {middle:.2f}, last {values[-1]:.2f}")
        ax.plot(places, values, color=colour, linewidth=2)
        ax.text(49.5, values[-1], label, color=colour, fontweight="bold", va="center", fontsize=9)
    ax.set(xlabel="sublayer left out", xticks=(1, 12, 24, 36, 48), xlim=(0, 62), ylim=(0, 1.8))
    ax.set_title("Change of the output, relative to it", loc="left", fontsize=11)


# --- blocks of a ResNet ---


def convolution(size: int) -> nn.Module:
    """A convolution from CHANNELS to CHANNELS that keeps the picture's size, and its norm."""
    made = nn.Conv2d(CHANNELS, CHANNELS, size, padding=size // 2, bias=False)
    nn.init.kaiming_normal_(made.weight)
    return nn.Sequential(made, nn.BatchNorm2d(CHANNELS)).double()


def shortcut_norms(kind: str, seed: int) -> list[float]:
    """The norm, relative to v, of what reaches the input of the last 0, 1, ... blocks by their shortcuts alone."""
    torch.manual_seed(seed)
    state = torch.randn(8, CHANNELS, 8, 8, dtype=torch.float64).relu()
    steps = []
    for _ in range(RESNET_DEPTH):
        branch = nn.Sequential(convolution(3), nn.ReLU(), convolution(3))
        shortcut = convolution(1) if kind == "projections" else nn.Identity()
        start = state.detach().requires_grad_()
        with torch.no_grad():
            update = branch(start)
        by_shortcut = shortcut(start)
        end = by_shortcut + update if kind == "no ReLU" else torch.relu(by_shortcut + update)
        steps.append((start, end))
        state = end
    gradient = torch.randn_like(state)
    norms = [float(gradient.norm())]
    for start, end in reversed(steps):
        (gradient,) = torch.autograd.grad(end, start, gradient)
        norms.append(float(gradient.norm()))
    return [norm / norms[0] for norm in norms]


def draw_shortcuts(ax: Axes) -> None:
    """The norm of the shortcuts' gradient against the number of blocks, for three kinds of blocks."""
    for label, kind, colour in (
        ("identity, no ReLU after the sum", "no ReLU", GREEN),
        ("identity, then ReLU", "ReLU", BLUE),
        ("projection, then ReLU", "projections", ORANGE),
    ):
        runs = [shortcut_norms(kind, seed) for seed in SEEDS]
        values = [statistics.median(at) for at in zip(*runs, strict=True)]
        print(f"shortcuts, {label}: 1 block {values[1]:.2g}, 12 blocks {values[12]:.2g}, 24 blocks {values[24]:.2g}")
        ax.plot(range(RESNET_DEPTH + 1), values, color=colour, linewidth=2)
        text = f"{label}\n{values[-1]:.1g}"
        ax.text(24.5, values[-1], text, color=colour, fontweight="bold", va="center", fontsize=9)
    ax.set(xlabel="blocks passed on the way back", xticks=(0, 6, 12, 18, 24), xlim=(0, 37))
    ax.set(yscale="log", ylim=(0.01, 2))
    ax.set_title("Norm of the gradient that came by shortcuts only, relative to v", loc="left", fontsize=11)


def _frame(*axes: Axes) -> None:
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(axis="y", color="#e6e6e6", linewidth=0.8)
        ax.set_axisbelow(True)
        ax.minorticks_off()


def main() -> None:
    """Measures, prints the numbers that the text quotes, and draws."""
    torch.set_num_threads(1)
    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "ex4", "font.size": 10, "font.family": "DejaVu Sans"})
    folder = Path(__file__).parent
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
    draw_variance(left)
    draw_lesions(right)
    _frame(left, right)
    figure.tight_layout(w_pad=2)
    figure.savefig(folder / "depth.svg", metadata={"Date": None})
    figure, ax = plt.subplots(figsize=(8, 3.4))
    draw_shortcuts(ax)
    _frame(ax)
    figure.tight_layout()
    figure.savefig(folder / "shortcuts.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
