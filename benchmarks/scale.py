"""What 100,000 submissions take, computed from measured figures; the table of docs/scale.md.

python benchmarks/batch.py --json benchmarks/measured/batch.json      measures
python benchmarks/scale.py                                            prints the table
"""

from __future__ import annotations

import json
from pathlib import Path

MEASURED = Path(__file__).parent / "measured" / "batch.json"
SUBMISSIONS = 100_000
JOBS = (2, 16, 64, 256)


def table(figures: dict[str, float]) -> str:
    """Return the table, in Markdown, from what `benchmarks/batch.py` wrote."""
    hours = SUBMISSIONS * figures["processor_one"] / figures["number"] / 3600
    command = SUBMISSIONS * figures["command_one"] / figures["number"] / 3600
    job = (figures["memory_two"] - figures["memory_one"]) / 1024
    lines = [f"| jobs | time for {SUBMISSIONS:,} | processor hours | memory |", "|---:|---:|---:|---:|"]
    lines += [
        f"| {jobs:,} | {_duration((hours - command) / jobs + command)} | {hours:.0f} | {jobs * job:,.0f} GiB |"
        for jobs in JOBS
    ]
    return "\n".join(lines)


def basis(figures: dict[str, float]) -> str:
    """Return in one sentence what was measured."""
    processor = figures["processor_one"] / figures["number"]
    job = figures["memory_two"] - figures["memory_one"]
    crowded = 2 * figures["wall_two"] / figures["wall_one"]
    return (
        f"Measured with {figures['number']:,.0f} submissions: {processor:.2f} s of processor time each, loading and "
        f"looping ones included ({figures['processor_ours']:.2f} s for an ordinary one), "
        f"{figures['command_one'] / figures['number']:.3f} s of it in the command itself, {job:.0f} MiB for a further "
        f"job, and {crowded:.2f} times the time for each submission with two jobs on two processors as with one."
    )


def _duration(hours: float) -> str:
    return f"{60 * hours:.0f} minutes" if hours < 2 else f"{hours:.1f} hours"


def main() -> None:
    """Print the sentence and the table."""
    figures = json.loads(MEASURED.read_text(encoding="utf-8"))
    print(f"{basis(figures)}\n\n{table(figures)}")


if __name__ == "__main__":
    main()
