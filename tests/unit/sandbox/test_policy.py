"""The policy is data: its numbers agree with the kernel's headers, and what it lets through is what it means to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.sandbox import policy
from grader.sandbox.policy import MIB, Baseline, landlock_ruleset, policy_for, resource_limits
from grader.sandbox.syscalls import MACHINES, numbers

HEADERS = {
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"),
    "aarch64": ("/usr/include/asm-generic/unistd.h",),
}

FORBIDDEN = """
open openat openat2 creat stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getdents
getdents64 getcwd chdir mkdir unlink unlinkat rename renameat2 link symlink mknod chmod fchmodat chown truncate
name_to_handle_at open_by_handle_at memfd_create mount umount2 pivot_root chroot
socket socketpair connect bind listen accept accept4 sendto sendmsg sendmmsg recvfrom recvmsg recvmmsg
fork vfork clone3 execve execveat unshare setns
ptrace process_vm_readv process_vm_writev process_madvise pidfd_open pidfd_getfd pidfd_send_signal kcmp tkill
rt_sigqueueinfo rt_tgsigqueueinfo setpriority sched_setscheduler sched_setattr sched_setaffinity setrlimit
setuid setgid setresuid setresgid setgroups capset setpgid setsid
shmget shmat semget msgget mq_open io_setup io_uring_setup bpf perf_event_open userfaultfd keyctl add_key
timer_create setitimer alarm signalfd4 eventfd2 pipe pipe2 inotify_init1 fanotify_init epoll_create1
splice tee vmsplice sendfile copy_file_range mincore mlock mlockall arch_prctl modify_ldt seccomp ioctl
"""


def header_numbers(machine: str) -> dict[str, int]:
    """Call numbers of the installed kernel headers."""
    for path in map(Path, HEADERS[machine]):
        if path.exists():
            found = re.findall(r"#define\s+__NR(?:3264)?_(\w+)\s+(\d+)", path.read_text())
            known = {name: int(value) for name, value in found}
            return {"newfstatat": known.get("fstatat", -1)} | known
    pytest.skip(f"no kernel headers for {machine} on this machine")


@pytest.mark.parametrize("machine", MACHINES)
def test_numbers_are_those_of_the_kernel_headers(machine: str) -> None:
    known = header_numbers(machine)
    assert numbers(machine) == {name: known[name] for name in numbers(machine)}


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_that_a_machine_lacks_are_lacking_in_its_headers_too(machine: str) -> None:
    known = header_numbers(machine)
    everywhere = {name for each in MACHINES for name in numbers(each)}
    assert not {name for name in everywhere - set(numbers(machine)) if name in known}


@pytest.mark.parametrize("machine", MACHINES)
def test_everything_up_to_the_newest_number_was_looked_at(machine: str) -> None:
    found = policy_for(machine)
    assert found is not None
    assert max(number for name, number in header_numbers(machine).items() if name != "syscalls") >= found.newest


def test_nothing_that_names_a_file_reaches_a_process_or_opens_a_connection_is_let_through() -> None:
    let_through = {*policy.ALLOWED, *policy.RULES}
    assert let_through.isdisjoint(FORBIDDEN.split())


def test_every_call_has_one_answer() -> None:
    answers = [*policy.ALLOWED, *policy.RULES, *policy.REFUSED]
    assert len(answers) == len(set(answers))
    assert set(answers) <= {name for machine in MACHINES for name in numbers(machine)}


def test_a_machine_without_a_table_has_no_policy() -> None:
    assert policy_for("riscv64") is None
    assert numbers("riscv64") == {}


def test_a_second_calling_convention_is_known_where_there_is_one() -> None:
    assert [found.foreign for machine in MACHINES if (found := policy_for(machine))] == [0x4000_0000, None]


BASELINE = Baseline(data_bytes=180 * MIB, address_bytes=600 * MIB, user_tasks=90)


def test_memory_is_counted_from_what_the_zygote_has() -> None:
    limits = resource_limits(BASELINE, memory_mib=512, cpu_seconds=2.5, threads=64, counted_alone=True)
    assert limits["RLIMIT_DATA"] == (692 * MIB, 692 * MIB)
    assert limits["RLIMIT_AS"][0] >= (600 + 512 + 64 * 8) * MIB, "64 threads with their stacks must fit"


def test_processor_time_ends_hard_a_second_after_the_warning() -> None:
    assert resource_limits(BASELINE, 512, 2.5, 64, counted_alone=True)["RLIMIT_CPU"] == (3, 4)
    assert resource_limits(BASELINE, 512, 0.0, 64, counted_alone=True)["RLIMIT_CPU"] == (1, 2)


def test_nothing_is_written_to_a_disk_or_dumped() -> None:
    limits = resource_limits(BASELINE, 512, 2.5, 64, counted_alone=False)
    assert {limits[name] for name in ("RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_MEMLOCK", "RLIMIT_MSGQUEUE")} == {(0, 0)}


def test_threads_are_limited_closely_where_they_are_counted_alone() -> None:
    assert resource_limits(BASELINE, 512, 2.5, 64, counted_alone=True)["RLIMIT_NPROC"] == (64, 64)
    shared = resource_limits(BASELINE, 512, 2.5, 64, counted_alone=False)["RLIMIT_NPROC"]
    assert shared == (90 + 64 + policy.OTHER_TASKS,) * 2


@pytest.mark.parametrize(
    ("abi", "files", "network", "scopes", "size"),
    [(1, 13, 0, 0, 8), (2, 14, 0, 0, 8), (3, 15, 0, 0, 8), (4, 15, 3, 0, 16), (5, 16, 3, 0, 16), (7, 16, 3, 3, 24)],
)
def test_landlock_takes_away_all_that_its_version_knows(
    abi: int, files: int, network: int, scopes: int, size: int
) -> None:
    ruleset = landlock_ruleset(abi)
    assert ruleset == policy.Ruleset((1 << files) - 1, network, scopes, size)


@pytest.mark.parametrize("answer", [-1, 0])
def test_without_landlock_there_is_no_ruleset(answer: int) -> None:
    assert landlock_ruleset(answer) is None
