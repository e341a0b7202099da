"""One zygote for all tests of this folder, and workers that are gone after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.unit.sandbox.live import OwnZygote, Worker


@pytest.fixture(scope="session")
def own_zygote() -> Iterator[OwnZygote]:
    """A real zygote; starting it takes as long as importing torch."""
    zygote = OwnZygote()
    yield zygote
    zygote.close()


@pytest.fixture
def student(own_zygote: OwnZygote) -> Iterator[Callable[..., Worker]]:
    """`student(source, level=…, limits=…)`: a worker with this file in it."""
    workers: list[Worker] = []

    def start(source: str, **options: Any) -> Worker:
        workers.append(Worker(own_zygote, source, **options))
        return workers[-1]

    yield start
    for worker in workers:
        worker.end()
