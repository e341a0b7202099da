"""A worker process as the trusted side holds it: whole messages within the deadline, its output, its life."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import EngineFault
from grader.limits import Limits
from grader.sandbox.frames import HEADER, Blob, Closed, ProtocolError, TooLong, pack
from grader.sandbox.process import Process, TimedOut
from grader.sandbox.zygote import Order
from tests.unit.sandbox.live import LEVELS, OwnZygote, Worker, is_gone

ORDER = Order.of(Limits(), sealed=False, own_user=False)


class Line(Process):
    """The real thing over a real line, with the test itself at the other end instead of a worker."""

    def __init__(self, seconds: float = 5.0, keep: int = 100) -> None:
        ours, self.theirs = socket.socketpair()
        output, self.prints = os.pipe()
        super().__init__(ours, output, zygote=None, request="")  # type: ignore[arg-type]
        self.frame_bytes = 1 << 20
        self.keep_bytes = keep
        self.deadline = time.monotonic() + seconds

    def close(self) -> None:
        """Let go of everything."""
        self.line.close()
        self.theirs.close()
        for descriptor in (self.output, self.prints):
            os.close(descriptor)


@contextmanager
def meanwhile(do: Callable[[], object]) -> Iterator[None]:
    """Another process does something, and is gone afterwards."""
    if (child := os.fork()) == 0:
        try:
            do()
        finally:
            os._exit(0)
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.fixture
def line() -> Iterator[Line]:
    """A line with five seconds to go."""
    line = Line()
    yield line
    line.close()


class TestMessages:
    def test_one_that_comes_in_pieces(self, line: Line) -> None:
        for piece in b"".join(pack(["a", Blob(b"bulk")])):
            line.theirs.sendall(bytes([piece]))
        assert line.receive() == ["a", b"bulk"]

    def test_several_at_once(self, line: Line) -> None:
        line.theirs.sendall(b"".join(pack(1) + pack(2)))
        assert [line.receive(), line.receive()] == [1, 2]

    def test_one_that_came_along_with_another_is_still_unread(self, line: Line) -> None:
        assert line.quiet
        line.theirs.sendall(b"".join(pack(1) + pack(2)))
        line.receive()
        assert not line.quiet
        line.receive()
        assert line.quiet

    @pytest.mark.parametrize("lengths", [(2**20 + 1, 0), (2**32 - 1, 2**32 - 1), (0, 2**20 + 1)])
    def test_one_that_is_too_long_is_refused_by_its_header(self, line: Line, lengths: tuple[int, int]) -> None:
        line.theirs.sendall(HEADER.pack(*lengths))
        with pytest.raises(TooLong):
            line.receive()

    def test_one_that_is_none(self, line: Line) -> None:
        line.theirs.sendall(HEADER.pack(1, 0) + b"\xc1")
        with pytest.raises(ProtocolError):
            line.receive()

    @pytest.mark.parametrize("sent", [b"", b"\0\0", HEADER.pack(10, 0) + b"x"])
    def test_an_end_within_one(self, line: Line, sent: bytes) -> None:
        line.theirs.sendall(sent)
        line.theirs.close()
        with pytest.raises(Closed):
            line.receive()

    def test_an_end_while_sending(self, line: Line) -> None:
        line.theirs.close()
        with pytest.raises(Closed):
            line.send(Blob(bytes(1 << 24)))


class TestDeadline:
    """Absolute: neither a byte from time to time nor a line that nobody reads moves it."""

    def test_nothing_comes(self) -> None:
        line = Line(seconds=0.1)
        with pytest.raises(TimedOut):
            line.receive()
        line.close()

    def test_a_byte_from_time_to_time(self) -> None:
        line = Line(seconds=0.5)

        def dribble() -> None:
            line.theirs.send(HEADER.pack(1000, 0))
            while True:
                line.theirs.send(b"\0")
                time.sleep(0.05)

        with meanwhile(dribble), pytest.raises(TimedOut):
            line.receive()
        line.close()

    def test_nobody_reads(self) -> None:
        line = Line(seconds=0.3)
        with pytest.raises(TimedOut):
            line.send(Blob(bytes(1 << 24)))
        line.close()

    def test_one_that_has_passed(self) -> None:
        line = Line(seconds=-1)
        line.theirs.sendall(b"".join(pack(1)))
        with pytest.raises(TimedOut):
            line.receive()
        line.close()


class TestOutput:
    def test_it_is_drained_while_an_answer_is_waited_for(self, line: Line) -> None:
        """A pipe holds 64 KiB; who prints more would never answer if nobody read it."""

        def chatter() -> None:
            for _ in range(100):
                os.write(line.prints, b"x" * 10_000)
            line.theirs.sendall(b"".join(pack("done")))

        with meanwhile(chatter):
            assert line.receive() == "done"
        assert line.take_output() == ("x" * 100, 10**6 - 100)

    def test_it_is_kept_up_to_a_limit_and_then_counted(self, line: Line) -> None:
        os.write(line.prints, b"a" * 60)
        os.write(line.prints, b"b" * 60)
        assert line.take_output() == ("a" * 60 + "b" * 40, 20)
        os.write(line.prints, b"c")
        assert line.take_output() == ("c", 0)

    def test_a_flood_does_not_hold_up_the_grader(self, line: Line) -> None:
        def flood() -> None:
            while True:
                os.write(line.prints, b"x" * 60_000)

        with meanwhile(flood):
            text, _ = line.take_output()
        assert len(text) <= 100

    def test_its_end_is_no_end_of_messages(self) -> None:
        line = Line()
        os.close(line.prints)
        line.prints = os.dup(line.output)
        line.theirs.sendall(b"".join(pack(1)))
        assert line.receive() == 1
        line.close()


class TestZygote:
    def test_workers_are_processes_below_it(self, own_zygote: OwnZygote) -> None:
        worker = own_zygote.spawn(ORDER)
        parent = Path(f"/proc/{worker.pid}/stat").read_text().rpartition(")")[2].split()[1]
        assert int(parent) == own_zygote.process.pid
        worker.end()

    def test_ending_one_leaves_no_zombie(self, own_zygote: OwnZygote) -> None:
        worker = own_zygote.spawn(ORDER)
        assert worker.alive
        assert worker.end() == -signal.SIGKILL
        assert not worker.alive
        assert worker.end() == 0, "once is enough"
        assert not Path(f"/proc/{worker.pid}").exists()

    def test_one_that_is_retired_ends_soon(self, own_zygote: OwnZygote) -> None:
        worker = own_zygote.spawn(ORDER)
        worker.retire()
        assert not worker.alive
        assert is_gone(worker.pid)
        worker.retire()

    def test_ending_all(self, own_zygote: OwnZygote) -> None:
        workers = [own_zygote.spawn(ORDER) for _ in range(3)]
        workers[0].retire()
        own_zygote.end_all()
        assert all(not Path(f"/proc/{worker.pid}").exists() for worker in workers)
        for worker in workers[1:]:
            assert worker.end() == 0, "it is reaped already"

    def test_answers_to_who_is_gone_are_not_mistaken_for_ones_own(self, own_zygote: OwnZygote) -> None:
        """An examiner that was killed while it waited leaves its answer behind."""
        if (child := os.fork()) == 0:
            own_zygote._post("spawn", dict(vars(ORDER)), [1, 2])
            os._exit(0)
        os.waitpid(child, 0)
        worker = own_zygote.spawn(ORDER)
        assert worker.alive
        assert worker.end() == -signal.SIGKILL
        own_zygote.end_all()

    def test_a_worker_keeps_to_the_processor_that_is_ordered(self, own_zygote: OwnZygote) -> None:
        for processor in os.sched_getaffinity(0):
            worker = own_zygote.spawn(replace(ORDER, processor=processor))
            worker.deadline = time.monotonic() + 20
            worker.receive()  # that it is locked down, which it is not before it has moved
            assert os.sched_getaffinity(worker.pid) == {processor}
            worker.end()

    def test_it_reaps_none_but_its_own(self, own_zygote: OwnZygote) -> None:
        assert own_zygote.reap(os.getpid()) == 0
        assert own_zygote.reap(1) == 0

    @pytest.mark.parametrize("level", LEVELS)
    def test_workers_end_when_it_ends(self, level: str) -> None:
        zygote = OwnZygote()
        workers = [zygote.spawn(Order.of(Limits(), sealed=level == "sealed", own_user=False)) for _ in range(2)]
        pids = [worker.pid for worker in workers]
        zygote.process.kill()
        zygote.process.wait()
        assert all(is_gone(pid) for pid in pids)
        with pytest.raises(EngineFault, match="starts workers"):
            zygote.spawn(ORDER)

    def test_workers_see_nothing_of_who_started_them(self, student: Callable[..., Worker]) -> None:
        source = """
        import os, sys
        found = [dict(os.environ), sys.argv, sys.path]
        modules = [name for name in sys.modules if name.partition(".")[0] in ("grader", "pytest", "_pytest", "tests")]
        """
        worker = student(source)
        assert worker.name("found") == [{}, [""], []]
        homes = {name.rpartition(".")[0] for name in worker.name("modules")}
        assert homes <= {"", "grader", "grader.sandbox", "grader.result"}
