"""What grading takes in memory and time, in the machine that the trial makes for Gradescope.

Needs root, and the grader as `make trial` installs it:

    python -m tests.bundles.measure [MEMORY_MIB:PROCESSORS ...]
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.bundles.machine import Cgroup
from tests.bundles.platforms import Site, gradescope
from tests.bundles.submissions import MEASURED, submission
from tests.bundles.trial import PLACE, bundle

LIMITS = ("768:0.5", "1536:1", "2048:0.9", "4096:2")
"""What Gradescope gives by default, what its guide asks for, what PrairieLearn gives, and plenty."""


def measure(memory_mib: int, processors: float, kind: str) -> str:
    """Grade one hand-in within the limits; return a line of the table."""
    peak = 0.0
    over = threading.Event()
    with (
        tempfile.TemporaryDirectory() as work,
        Cgroup(f"trial-{time.monotonic_ns()}", memory_mib, processors) as group,
    ):

        def watch() -> None:
            nonlocal peak
            while not over.wait(0.02):
                peak = max(peak, group.own_mib)

        watcher = threading.Thread(target=watch)
        watcher.start()
        started = time.monotonic()
        outcome = gradescope(bundle("gradescope"), submission(kind, "ipynb"), Site(PLACE / "opt", Path(work), group))
        seconds = time.monotonic() - started
        over.set()
        watcher.join()
        used, killed = group.processor_seconds, group.killed
    score = json.loads(outcome.document).get("score", "none") if outcome.document else "no document"
    return f"{memory_mib:7} {processors:10} {kind:9} {peak:9.0f} {used:9.1f} {seconds:8.1f} {killed:7} {score!s:>6}"


def main() -> None:
    """Print the table."""
    print("    MiB processors hand-in   peak MiB     CPU s   wall s  killed  score")
    for limits in sys.argv[1:] or LIMITS:
        memory_mib, _, processors = limits.partition(":")
        for kind in MEASURED:
            print(measure(int(memory_mib), float(processors), kind), flush=True)


if __name__ == "__main__":
    main()
