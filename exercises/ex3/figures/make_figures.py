"""Draws the figures of the text from real runs: `python make_figures.py` writes them beside itself."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from torch import Tensor, nn

D_MODEL = 64
DEPTHS = (1, *range(8, 97, 8))
SEEDS = range(5)
INK, FAINT, SHORTCUT = "#333333", "#9a9a9a", "#0072B2"
COLOURS = {"plain": "#D55E00", "residual": "#0072B2", "pre-norm": "#00805E", "post-norm": "#A8487F"}
SMALLEST_FLOAT32 = 1.4e-45

Block = Callable[[Tensor, nn.Module], Tensor]


def norm(x: Tensor) -> Tensor:
    """A LayerNorm with its default weight and bias."""
    return nn.functional.layer_norm(x, (D_MODEL,))


BLOCKS: dict[str, Block] = {
    "plain": lambda x, f: f(x),
    "residual": lambda x, f: x + f(x),
    "pre-norm": lambda x, f: x + f(norm(x)),
    "post-norm": lambda x, f: norm(x + f(x)),
}


def feed_forward() -> nn.Module:
    """One sublayer with PyTorch's default initialisation."""
    up, down = nn.Linear(D_MODEL, 4 * D_MODEL), nn.Linear(4 * D_MODEL, D_MODEL)
    return nn.Sequential(up, nn.GELU(), down).double()


def gradient_norm(block: Block, depth: int, seed: int) -> float:
    """‖gradient at the input‖ / ‖gradient at the output‖ of one stack, for a random gradient at the output."""
    torch.manual_seed(seed)
    sublayers = [feed_forward() for _ in range(depth)]
    x = torch.randn(2, 8, D_MODEL, dtype=torch.float64, requires_grad=True)
    v = torch.randn(2, 8, D_MODEL, dtype=torch.float64)
    h: Tensor = x
    for f in sublayers:
        h = block(h, f)
    (gradient,) = torch.autograd.grad(h, x, v)
    return float(gradient.norm() / v.norm())


def measure() -> dict[str, list[float]]:
    """The median over the seeds, for every kind of block and every depth."""
    return {
        kind: [statistics.median(gradient_norm(block, depth, seed) for seed in SEEDS) for depth in DEPTHS]
        for kind, block in BLOCKS.items()
    }


def label(ax: Axes, x: float, y: float, words: str, colour: str, **options: object) -> None:
    """Text beside the curve it names."""
    ax.text(x, y, words, color=colour, fontweight="bold", **options)  # type: ignore[arg-type]


def draw_depth(norms: dict[str, list[float]], path: Path) -> None:
    """All four kinds over the whole range on the left; the three with a shortcut, magnified, on the right."""
    figure, (whole, close) = plt.subplots(1, 2, figsize=(9.6, 4.0), width_ratios=(1.05, 1))
    for kind, values in norms.items():
        for ax in (whole, close):
            if ax is close and kind == "plain":
                continue
            ax.plot(DEPTHS, values, color=COLOURS[kind], linewidth=2)
            marked = [(depth, value) for depth, value in zip(DEPTHS, values, strict=True) if depth in (24, 48, 96)]
            ax.plot(*zip(*marked, strict=True), "o", color=COLOURS[kind], markersize=6)
    for ax in (whole, close):
        ax.set(yscale="log", xlabel="depth in sublayers", xticks=(1, 24, 48, 72, 96), xlim=(-2, 99))
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(axis="y", color="#e6e6e6", linewidth=0.8)
        ax.set_axisbelow(True)
    whole.set(ylim=(1e-82, 1e8), yticks=[10.0**e for e in range(-80, 1, 20)])
    whole.set_title("Gradient norm at the input, relative to the output", loc="left", fontsize=11)
    whole.axhline(SMALLEST_FLOAT32, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    whole.text(0, SMALLEST_FLOAT32 / 20, "smallest float32", color="#6b6b6b", va="top", fontsize=9)
    for depth in (24, 48, 96):
        value = norms["plain"][DEPTHS.index(depth)]
        exponent = int(f"{value:.0e}".split("e")[1])
        left = depth == 96
        whole.text(
            depth + (-2.5 if left else 2.5),
            value * (0.05 if left else 50),
            f"{value / 10.0**exponent:.0f}·10$^{{{exponent}}}$",
            ha="right" if left else "left",
            va="center",
            color=COLOURS["plain"],
        )
    label(whole, 75, 1e-52, "plain", COLOURS["plain"])
    label(whole, 99, 1e-8, "residual, pre-norm, post-norm", INK, ha="right")
    close.set(ylim=(0.8, 20), yticks=(1, 2, 5, 10, 20), yticklabels=("1", "2", "5", "10", "20"), xlim=(-2, 130))
    close.minorticks_off()
    close.set_title("The same three, magnified", loc="left", fontsize=11)
    for kind in ("residual", "pre-norm", "post-norm"):
        value = norms[kind][-1]
        label(close, 98.5, value, f"{kind}\n{value:.2g}", COLOURS[kind], va="center")
    figure.tight_layout(w_pad=2.5)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def draw_box(ax: Axes, x: float, y: float, words: str, colour: str) -> None:
    """A sublayer."""
    style = "round,pad=0,rounding_size=0.12"
    box = FancyBboxPatch((x - 0.42, y - 0.27), 0.84, 0.54, boxstyle=style, facecolor="white", edgecolor=colour)
    ax.add_patch(box)
    ax.text(x, y, words, ha="center", va="center", color=colour)


def draw_stack(ax: Axes, y: float) -> None:
    """Three residual sublayers as they are wired: each shortcut runs below its sublayer and meets it in a sum."""
    arrow = {"arrowstyle": "-|>", "color": INK, "shrinkA": 0, "shrinkB": 0}
    ax.text(-0.75, y, "x", ha="center", va="center", fontsize=13, style="italic")
    ax.text(9.35, y, "y", ha="center", va="center", fontsize=13, style="italic")
    ax.plot((-0.5, 8.8), (y, y), color=SHORTCUT, linewidth=2.4, zorder=0)
    ax.annotate("", (9.1, y), (8.7, y), arrowprops={**arrow, "color": SHORTCUT, "linewidth": 2.4})
    for i in range(3):
        start, middle, end = 3 * i, 3 * i + 1.1, 3 * i + 2.3
        ax.plot((start, start, middle - 0.42), (y, y + 0.95, y + 0.95), color=INK, linewidth=1.2)
        ax.plot((middle + 0.42, end), (y + 0.95, y + 0.95), color=INK, linewidth=1.2)
        ax.annotate("", (end, y + 0.2), (end, y + 0.95), arrowprops=arrow)
        draw_box(ax, middle, y + 0.95, f"f$_{i + 1}$", INK)
        ax.plot(end, y, "o", markersize=15, markerfacecolor="white", markeredgecolor=INK)
        ax.text(end, y, "+", ha="center", va="center_baseline", fontsize=13)


def draw_path(ax: Axes, y: float, taken: tuple[int, ...]) -> None:
    """One path as a line from x to y, with a box for every sublayer that it takes."""
    colour = INK if taken else SHORTCUT
    ax.plot((-0.5, 8.9), (y, y), color=colour, linewidth=1.2 if taken else 2.4, zorder=0)
    for i in taken:
        draw_box(ax, 3 * i + 1.1, y, f"f$_{i + 1}$", colour)
    factor = "·".join(f"d$_{i + 1}$" for i in taken) or "1"
    ax.text(9.3, y, factor, ha="left", va="center", color=colour, fontsize=12)


def draw_paths(path: Path) -> None:
    """The wiring on top, below it the eight paths in order of length."""
    figure, ax = plt.subplots(figsize=(8.4, 5.9))
    ax.set(xlim=(-4.2, 11.2), ylim=(-8.6, 2.0))
    ax.axis("off")
    draw_stack(ax, 0.6)
    ax.text(-4.1, 0.6, "The stack", va="center", fontweight="bold")
    ax.text(-4.1, -0.62, "Its 2³ = 8 paths", va="center", fontweight="bold")
    ax.text(9.3, -0.62, "factor", va="center", fontweight="bold")
    y = -1.4
    for length in range(4):
        paths = list(itertools.combinations(range(3), length))
        count = "1 path" if len(paths) == 1 else f"{len(paths)} paths"
        ax.text(-4.1, y - 0.4 * (len(paths) - 1), f"length {length}:  {count}", va="center")
        for taken in paths:
            draw_path(ax, y, taken)
            y -= 0.8
        y -= 0.35
    figure.tight_layout(pad=0.3)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Measures, prints the numbers that the text quotes, and draws."""
    torch.set_num_threads(1)
    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "ex3", "font.size": 10, "font.family": "DejaVu Sans"})
    folder = Path(__file__).parent
    norms = measure()
    for kind, values in norms.items():
        print(f"{kind:10}", *(f"{depth}: {values[DEPTHS.index(depth)]:.2g}" for depth in (24, 48, 96)), sep="  ")
    draw_depth(norms, folder / "depth.svg")
    draw_paths(folder / "paths.svg")


if __name__ == "__main__":
    main()
