"""What 100,000 submissions take, computed from measured figures; the table of docs/scale.md.

python benchmarks/batch.py --json benchmarks/measured/batch.json      measures
python benchmarks/scale.py                                            prints the table
"""

from __future__ import annotations

import json
from pathlib import Path

MEASURED = Path(__file__).parent / "measured" / "batch.json"
SUBMISSIONS = 100_000
JOBS = (2, 16, 64, 256, 1024)


def table(figures: dict[str, float]) -> str:
    """Return the table, in Markdown, from what `benchmarks/batch.py` wrote."""
    number = figures["number"]
    seconds = figures["wall_one"] / number
    processor = figures["processor_one"] / number
    # How much longer a submission takes on a machine whose every processor has a job, measured with two.
    crowded = 2 * figures["wall_two"] / figures["wall_one"]
    job = figures["memory_two"] - figures["memory_one"]
    lines = [
        f"| jobs | time for {SUBMISSIONS:,} | processor hours | memory of all jobs |",
        "|---:|---:|---:|---:|",
    ]
    hours = SUBMISSIONS * processor / 3600
    for jobs in JOBS:
        time = _duration(SUBMISSIONS * seconds * crowded / jobs)
        lines.append(f"| {jobs:,} | {time} | {hours:.0f} | {jobs * job / 1024:,.0f} GiB |")
    return "\n".join(lines)


def basis(figures: dict[str, float]) -> str:
    """Return in one sentence what was measured."""
    number = figures["number"]
    return (
        f"Measured with {number:,.0f} submissions: {figures['wall_one'] / number:.2f} s each with one job, "
        f"{figures['wall_two'] / number:.2f} s with two on two processors, {figures['processor_one'] / number:.2f} s "
        f"of processor time each, {figures['memory_two'] - figures['memory_one']:.0f} MiB for a further job."
    )


def _duration(seconds: float) -> str:
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.1f} hours"


def main() -> None:
    """Print the sentence and the table."""
    figures = json.loads(MEASURED.read_text(encoding="utf-8"))
    print(f"{basis(figures)}\n\n{table(figures)}")


if __name__ == "__main__":
    main()
