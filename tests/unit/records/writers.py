"""Several processes that write the same lines of one store at the same time."""

from __future__ import annotations

import subprocess
import sys

from grader.store import Store

_WRITER = """
import sys
from grader.records.rows import Outcome, Seen
from grader.store import Store
from grader.submission.attempt import Person
store = Store(sys.argv[1])
people = [Person(f"s{n}", f"s{n}") for n in range(25)]
store.enrol("ex3", people)
run = store.begin("ex3", version="v1", grader="0.1", isolation="sealed", seed=1, fresh=1)
for attempt in store.see("ex3", [Seen(person, "a", "f", "", "k", "p") for person in people]):
    if store.claim(run, attempt):
        store.record(run, {attempt: Outcome("refused", "Empty.")})
store.end(run, finished=True)
"""


def write_at_once(url: str) -> None:
    """Let three processes make the store and write to it; fail unless all is there in the end, and nothing twice."""
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, url]) for _ in range(3)]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    store = Store(url)
    assert [row.status for row in store.current("ex3")] == ["refused"] * 25
    assert len(store.runs("ex3")) == 3
    assert all(run.finished for run in store.runs("ex3"))
    store.close()
