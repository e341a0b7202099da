"""Examiners that run side by side each keep to a processor of their own."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from grader.checks.server import stay


def kept(sign: str) -> tuple[int | None, set[int]]:
    """Which processor an examiner took, and to which it can go."""
    return stay(sign), os.sched_getaffinity(0)


def test_no_two_share_a_processor() -> None:
    sign, processors = f"test-{os.getpid()}", os.sched_getaffinity(0)
    pools = [ProcessPoolExecutor(1, get_context("fork")) for _ in range(len(processors) + 1)]
    try:
        found = [pool.submit(kept, sign).result() for pool in pools]
        assert [{processor} for processor, _ in found[:-1]] == [own for _, own in found[:-1]]
        assert {processor for processor, _ in found[:-1]} == processors
        assert found[-1] == (None, processors), "one more than there are goes wherever there is room"
        pools.pop(0).shutdown()
        pools.append(ProcessPoolExecutor(1, get_context("fork")))
        assert pools[-1].submit(kept, sign).result()[0] == found[0][0], "it is free again"
    finally:
        for pool in pools:
            pool.shutdown()
