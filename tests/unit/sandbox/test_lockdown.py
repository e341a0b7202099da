"""A sealed worker does torch's work and nothing else: real forks, the real kernel, as root and as a normal user."""

from __future__ import annotations

import errno
import os
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox import lockdown
from grader.sandbox.baseline import measure_baseline
from grader.sandbox.bpf import compile_filter
from grader.sandbox.policy import PROBES, policy_for
from grader.sandbox.reach import available
from tests.unit.sandbox import attempts, torch_features
from tests.unit.sandbox.warm_zygote import Report, Zygote

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sealing needs Linux")

NOBODY = 65_534
OWN = 61_234 if os.geteuid() == 0 else None


@pytest.fixture(scope="module", params=["as the present user", "as a normal user"])
def zygote(request: pytest.FixtureRequest) -> Iterator[Zygote]:
    """A zygote as root (or whoever runs the tests), then one as a user without rights."""
    normal = request.param == "as a normal user"
    if normal and os.geteuid() != 0:
        pytest.skip("the tests run as a normal user already")
    zygote = Zygote(NOBODY if normal else None)
    yield zygote
    zygote.close()


def value(report: Report) -> object:
    """The worker's answer, or a failed test with the worker's traceback."""
    assert report.error is None, report.error
    assert report.status == 0, report
    return report.value


def test_the_zygote_has_one_thread(zygote: Zygote) -> None:
    assert zygote.tasks == 1


def test_layers_are_those_that_the_machine_offers(zygote: Zygote) -> None:
    expected = [
        "limits",
        "user" if zygote.uid == 0 else "user namespace",
        *(["landlock"] if available().landlock else []),
        "seccomp",
    ]
    report = zygote.run("attempts:nothing")
    assert value(report) is None
    assert report.layers == expected


@pytest.mark.parametrize("feature", [feature.__name__ for feature in torch_features.FEATURES])
def test_torch_works_as_if_there_were_no_seal(zygote: Zygote, feature: str) -> None:
    sealed, free = (zygote.run(f"torch_features:{feature}", level=level) for level in ("sealed", "open"))
    assert value(sealed) == value(free)
    assert value(sealed) is not False
    assert sealed.output == free.output == "", "nothing of torch's own may appear in a student's output"


def test_every_other_system_call_fails(zygote: Zygote) -> None:
    assert value(zygote.run("attempts:call_everything_else")) == {}


@pytest.mark.parametrize("attempt", ["reach_files", "reach_network"])
def test_nothing_outside_can_be_reached(zygote: Zygote, attempt: str) -> None:
    assert value(zygote.run(f"attempts:{attempt}")) == []


def test_the_attempts_would_work_without_a_seal(zygote: Zygote) -> None:
    assert {"open", "stat", "list", "pipe"} <= set(zygote.run("attempts:reach_files", level="open").value)
    assert {"unix", "socketpair"} <= set(zygote.run("attempts:reach_network", level="open").value)


def test_no_other_process_can_be_reached(zygote: Zygote) -> None:
    assert value(zygote.run("attempts:reach_processes", zygote.pid)) == []


def test_the_filter_alone_is_enough(zygote: Zygote) -> None:
    """Without Landlock and without another user, as in many containers."""
    report = zygote.run("attempts:call_everything_else", filter_alone=True)
    assert value(report) == {}
    assert report.layers == ["limits", "seccomp"]
    for attempt in ("reach_files", "reach_network"):
        assert value(zygote.run(f"attempts:{attempt}", filter_alone=True)) == []
    for attempt in ("reach_processes", "read_process"):
        assert value(zygote.run(f"attempts:{attempt}", zygote.pid, filter_alone=True)) == []


def test_only_four_descriptors_are_open(zygote: Zygote) -> None:
    assert value(zygote.run("attempts:descriptors")) == [0, 1, 2, 3]


@pytest.mark.parametrize("level", ["sealed", "process"])
def test_root_becomes_the_workers_own_user(zygote: Zygote, level: str) -> None:
    if zygote.uid != 0:
        pytest.skip("only root can change user")
    assert value(zygote.run("attempts:user_and_groups", level=level)) == [61_234] * 4


@pytest.mark.parametrize("level", ["sealed", "process"])
def test_torch_says_when_memory_is_refused_and_goes_on(zygote: Zygote, level: str) -> None:
    report = zygote.run("attempts:allocate_by_torch_then_compute", level=level)
    assert "can't allocate memory" in report.value[0]
    assert report.value[1] == "1000000.0"


def test_no_kind_of_mapping_evades_the_memory_limit(zygote: Zygote) -> None:
    assert value(zygote.run("attempts:map_beyond_the_limit", memory_mib=256)) == []


def test_page_tables_are_bounded(zygote: Zygote) -> None:
    mapped = value(zygote.run("attempts:fill_page_tables", memory_mib=256, threads=16))
    assert isinstance(mapped, int)
    assert mapped <= 4, "GiB; its page tables are a 512th part"


def test_small_objects_meet_the_memory_limit(zygote: Zygote) -> None:
    count = value(zygote.run("attempts:many_small_objects", memory_mib=256))
    assert isinstance(count, int)
    assert 256 * 90 < count < 256 * 110, "objects of 10 kB in 256 MiB"


def test_threads_are_bounded(zygote: Zygote) -> None:
    started = value(zygote.run("attempts:start_threads", 1000, threads=16))
    assert isinstance(started, int)
    assert 8 <= started <= 16


def test_threads_can_be_started_where_they_cannot_be_counted_alone(zygote: Zygote) -> None:
    assert value(zygote.run("attempts:start_threads", 16, threads=24, filter_alone=True)) == 16


@pytest.mark.parametrize("level", ["sealed", "process"])
def test_processor_time_ends(zygote: Zygote, level: str) -> None:
    assert zygote.run("attempts:spin", level=level, cpu_seconds=1).status == -signal.SIGXCPU


def test_a_worker_may_end_itself(zygote: Zygote) -> None:
    assert zygote.run("attempts:end_by", "SIGKILL").status == -signal.SIGKILL
    assert zygote.run("attempts:end_by", "SIGABRT").status == -signal.SIGABRT


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="x86_64 machine code")
class TestOtherCallingConventions:
    def test_x32_kills(self, zygote: Zygote) -> None:
        assert zygote.run("attempts:call", 0x4000_0000 | 39).status == -signal.SIGSYS

    @pytest.mark.parametrize("number", attempts.UNFILTERED)
    def test_calls_that_pass_any_filter_do_nothing(self, zygote: Zygote, number: int) -> None:
        report = zygote.run("attempts:call", number)
        assert report.status == -signal.SIGILL or report.value in [
            [-1, error] for error in (errno.ENXIO, errno.EPERM, errno.ENOSYS)
        ]

    def test_32_bit_kills(self, zygote: Zygote) -> None:
        getpid_by_int80 = "b814000000cd80c3"
        assert zygote.run("attempts:machine_code", getpid_by_int80).status in (-signal.SIGSYS, -signal.SIGSEGV)

    def test_machine_code_itself_runs(self, zygote: Zygote) -> None:
        return_7 = "b807000000c3"
        assert value(zygote.run("attempts:machine_code", return_7)) == 7


@pytest.mark.parametrize("level", ["sealed", "process"])
def test_the_zygotes_memory_and_environment_are_closed_even_without_a_filter(zygote: Zygote, level: str) -> None:
    assert value(zygote.run("attempts:read_process", zygote.pid, level=level)) == []


def test_a_worker_that_lost_its_zygote_is_not_sealed(zygote: Zygote) -> None:
    report = zygote.run("attempts:nothing", parent=1)
    assert report.error is not None
    assert "outlived the process that started it" in report.error


def in_a_fork(function: str) -> tuple[int, bytes]:
    """Exit status and written words of a forked child of this very process that calls ``function`` below."""
    readable, writable = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            os.write(writable, globals()[function]().encode())
        finally:
            os._exit(0)
    os.close(writable)
    said = b"".join(iter(lambda: os.read(readable, 65536), b""))
    os.close(readable)
    return os.waitpid(pid, 0)[1], said


def probe_without_a_seal() -> str:
    try:
        lockdown.probe()
    except lockdown.SealBroken as broken:
        return broken.message
    return "sealed"


def seal_without_a_policy() -> str:
    try:
        lockdown.seal(lockdown.Seal(os.getppid(), measure_baseline(), 512, 60, 32))
    except lockdown.SealBroken as broken:
        return broken.message
    return "sealed"


def network_after_leaving_it() -> str:
    left = lockdown.leave_network()
    interfaces = sorted(line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:])
    return f"{left} {interfaces} {os.uname().nodename}"


def order_of_going() -> str:
    lockdown.go_first()
    return Path("/proc/self/oom_score_adj").read_text().strip()


def harden_without_the_parent() -> str:
    lockdown.harden(parent=1)
    return "still here"


@pytest.mark.skipif(not available().namespaces, reason="the tests may not make namespaces")
def test_the_zygote_leaves_the_network() -> None:
    assert in_a_fork("network_after_leaving_it") == (0, b"('network',) ['lo'] worker")


def test_workers_go_first_when_the_machine_runs_out_of_memory() -> None:
    assert in_a_fork("order_of_going") == (0, b"1000")


def test_a_trusted_process_ends_when_its_parent_is_gone() -> None:
    assert in_a_fork("harden_without_the_parent") == (1 << 8, b"")


def test_the_probe_names_everything_that_still_works() -> None:
    status, said = in_a_fork("probe_without_a_seal")
    assert status == 0
    assert said.decode() == f"A sealed worker could still call {', '.join(name for name, _, _ in PROBES)}."


def test_there_is_no_seal_without_a_policy() -> None:
    assert in_a_fork("seal_without_a_policy") == (0, b"A worker cannot be sealed without a policy.")


def test_a_worker_dies_with_its_zygote() -> None:
    policy = policy_for(os.uname().machine)
    program = compile_filter(policy) if policy else None
    readable, writable = os.pipe()
    if (parent := os.fork()) == 0:
        spec = lockdown.Seal(os.getpid(), measure_baseline(), 512, 60, 32, OWN, program)
        if os.fork() == 0:
            try:
                lockdown.seal(spec)
                os.write(writable, b"sealed")
                while True:
                    signal.sigwait([])
            finally:
                os._exit(1)
        signal.pause()
    os.close(writable)
    assert os.read(readable, 100) == b"sealed"
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    ready, _, _ = select.select([readable], [], [], 30)
    assert ready, "the worker still holds its end of the pipe"
    assert os.read(readable, 100) == b""
    os.close(readable)
