"""What a student waits for: `grade ex3`, cold, and `grade --help`, each against importing torch. Paired, medians.

python benchmarks/cold.py [PAIRS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

COURSE = Path(__file__).parents[1]
TORCH = [sys.executable, "-c", "import torch"]
GRADE = [sys.executable, "-m", "grader"]
CASES = {
    "grade ex3, the full-marks file": [*GRADE, "run", "ex3", str(COURSE / "tests/specimens/full_marks/ex3.py")],
    "grade ex3, the full-marks notebook": [*GRADE, "run", "ex3", str(COURSE / "tests/specimens/full_marks/ex3.ipynb")],
    "grade ex3, the stub": [*GRADE, "run", "ex3", str(COURSE / "exercises/ex3/ex3.py")],
    "grade --help": [*GRADE, "--help"],
}


def seconds(command: list[str]) -> float:
    """Wall time of a command, its output thrown away."""
    started = time.perf_counter()
    subprocess.run(command, cwd=COURSE, capture_output=True, check=False)
    return time.perf_counter() - started


def main() -> None:
    """Print the median ratio of each case, with the least and the largest."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    seconds(TORCH)
    for name, command in CASES.items():
        seconds(command)
        times = [(seconds(command), seconds(TORCH)) for _ in range(pairs)]
        ratios = sorted(ours / torch for ours, torch in times)
        ours, torch = (statistics.median(column) for column in zip(*times, strict=True))
        print(
            f"{name:36} {ours:.2f} s / import torch {torch:.2f} s = {statistics.median(ratios):.2f}"
            f"  ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    main()
