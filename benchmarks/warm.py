"""What `grade watch` takes for a re-grade, against the same checks as plain calls in one warm process. Paired, medians.

python benchmarks/warm.py [PAIRS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.submission.collect import read_submission

COURSE = Path(__file__).parents[1]
FILE = COURSE / "tests/specimens/full_marks/ex3.py"


def main() -> None:
    """Print the median ratio, with the least and the largest."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    exercise = load_exercise(COURSE, "ex3")
    bare = subprocess.Popen(
        [sys.executable, str(COURSE / "benchmarks/bare.py"), str(FILE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=COURSE,
        bufsize=1,
    )
    assert bare.stdin is not None
    assert bare.stdout is not None
    times = []
    with pipeline.open_engine(exercise) as engine:
        for seed in range(pairs + 2):
            started = time.perf_counter()
            result = pipeline.grade(exercise, read_submission(FILE, "ex3"), engine, seed=seed)
            ours = time.perf_counter() - started
            assert result.full_marks, result.problem
            print(file=bare.stdin, flush=True)
            times.append((ours, float(bare.stdout.readline().split()[0])))
    bare.stdin.close()
    bare.wait()
    warm = times[2:]  # both sides load something in their first rounds
    ratios = sorted(ours / theirs for ours, theirs in warm)
    ours, theirs = (statistics.median(column) for column in zip(*warm, strict=True))
    print(
        f"re-grade {ours * 1000:.0f} ms / plain calls {theirs * 1000:.0f} ms = {statistics.median(ratios):.2f}"
        f"  ({ratios[0]:.2f} to {ratios[-1]:.2f})"
    )


if __name__ == "__main__":
    main()
