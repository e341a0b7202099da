"""The compiled filter answers as the policy says, for every call and for the arguments that matter."""

from __future__ import annotations

import errno
import struct

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.sandbox import bpf
from grader.sandbox.bpf import compile_filter
from grader.sandbox.policy import THREAD_FLAGS, Own, Policy, policy_for
from grader.sandbox.syscalls import MACHINES, numbers
from tests.unit.sandbox.bpf_machine import Call, run

PID = 4711
SHARED, PRIVATE, ANONYMOUS, GROWSDOWN, STACK, NORESERVE = 0x1, 0x2, 0x20, 0x100, 0x20000, 0x4000


def policy_of(machine: str) -> Policy:
    found = policy_for(machine)
    assert found is not None
    return found


CODE = {machine: compile_filter(policy_of(machine)).for_process(PID) for machine in MACHINES}


def refused(error: int) -> int:
    return bpf.ERRNO | error


def answer(machine: str, name: str, *arguments: int) -> int:
    """What the filter of ``machine`` says to the call ``name``."""
    return run(CODE[machine], Call(policy_of(machine).audit_arch, numbers(machine)[name], arguments))


def meant(policy: Policy, number: int, arguments: tuple[int, ...]) -> int:
    """What the policy says, read directly."""
    if policy.foreign is not None and number >= policy.foreign:
        return bpf.KILL
    if number in policy.allowed:
        return bpf.ALLOW
    if number in policy.rules:
        rule = policy.rules[number]
        for test in rule.tests:
            values = [PID if value is Own.PID else value for value in test.values]
            if arguments[test.index] & test.mask not in values:
                return refused(rule.otherwise)
        return bpf.ALLOW
    return refused(policy.refused.get(number, errno.ENOSYS if number > policy.newest else errno.EPERM))


@pytest.mark.parametrize("machine", MACHINES)
def test_every_number_gets_the_policys_answer(machine: str) -> None:
    policy = policy_of(machine)
    for number in [*range(1024), 0x3FFF_FFFF, 0x4000_0000, 0x4000_0027, 0x7FFF_FFFF, 0xFFFF_FFFF]:
        expected = meant(policy, number, (0,) * 6)
        assert run(CODE[machine], Call(policy.audit_arch, number)) == expected, number


interesting = st.sampled_from(
    [0, 1, 2, 9, 0x22, 0x122, 0x21, PID, THREAD_FLAGS, 1030, 1 << 32, (1 << 32) + PID, 1 << 63]
)
argument = interesting | st.integers(0, (1 << 64) - 1) | st.integers(0, 300)


@pytest.mark.parametrize("machine", MACHINES)
@settings(derandomize=True, deadline=None, max_examples=300)
@given(data=st.data(), arguments=st.tuples(*[argument] * 6))
def test_every_argument_gets_the_policys_answer(machine: str, data: st.DataObject, arguments: tuple[int, ...]) -> None:
    policy = policy_of(machine)
    number = data.draw(st.sampled_from(sorted(policy.rules)))
    assert run(CODE[machine], Call(policy.audit_arch, number, arguments)) == meant(policy, number, arguments)


@pytest.mark.parametrize("machine", MACHINES)
@settings(derandomize=True, deadline=None)
@given(arch=st.integers(0, 0xFFFF_FFFF), number=st.integers(0, 0xFFFF_FFFF))
@example(arch=0x4000_0003, number=20)  # the 32-bit calls of an x86_64 kernel
@example(arch=0x4000_0028, number=20)  # the 32-bit calls of an aarch64 kernel
def test_another_architecture_is_killed(machine: str, arch: int, number: int) -> None:
    if arch != policy_of(machine).audit_arch:
        assert run(CODE[machine], Call(arch, number)) == bpf.KILL


def test_the_x32_convention_is_killed() -> None:
    assert run(CODE["x86_64"], Call(policy_of("x86_64").audit_arch, 0x4000_0000 | 39)) == bpf.KILL


@pytest.mark.parametrize("machine", MACHINES)
class TestMeaning:
    """What the rules are for, said without the policy's own words."""

    def test_memory_is_private_and_anonymous(self, machine: str) -> None:
        for flags in (PRIVATE | ANONYMOUS, PRIVATE | ANONYMOUS | STACK, PRIVATE | ANONYMOUS | NORESERVE):
            assert answer(machine, "mmap", 0, 4096, 3, flags) == bpf.ALLOW
        for flags in (SHARED | ANONYMOUS, 3 | ANONYMOUS, PRIVATE, SHARED, ANONYMOUS, PRIVATE | ANONYMOUS | GROWSDOWN):
            assert answer(machine, "mmap", 0, 4096, 3, flags) == refused(errno.ENOMEM)

    def test_only_a_thread_can_be_started(self, machine: str) -> None:
        assert answer(machine, "clone", THREAD_FLAGS) == bpf.ALLOW
        for flag in (0x10000000, 0x20000000, 0x4000, 0x2000, 0x8000, 0x1000, 17, 1 << 40):
            assert answer(machine, "clone", THREAD_FLAGS | flag) == refused(errno.EPERM)
        for needed in (0x100, 0x200, 0x400, 0x800, 0x10000):
            assert answer(machine, "clone", THREAD_FLAGS & ~needed) == refused(errno.EPERM)
        assert answer(machine, "clone3", 0) == refused(errno.ENOSYS)

    def test_signals_reach_only_the_sender(self, machine: str) -> None:
        for name in ("kill", "tgkill"):
            assert answer(machine, name, PID, 9, 9) == bpf.ALLOW
            for target in (0, -1, 1, -PID, PID + 1):
                assert answer(machine, name, target, 9, 9) == refused(errno.EPERM)

    def test_limits_can_be_read_but_not_set_and_only_ones_own(self, machine: str) -> None:
        assert answer(machine, "prlimit64", 0, 7, 0, 0x7000) == bpf.ALLOW
        assert answer(machine, "prlimit64", 0, 7, 0x7000, 0) == refused(errno.EPERM)
        assert answer(machine, "prlimit64", 0, 7, 1 << 33, 0) == refused(errno.EPERM)
        assert answer(machine, "prlimit64", 1, 7, 0, 0x7000) == refused(errno.EPERM)

    def test_clocks_of_other_processes_are_hidden(self, machine: str) -> None:
        for name in ("clock_gettime", "clock_getres", "clock_nanosleep"):
            assert {answer(machine, name, clock) for clock in range(8)} == {bpf.ALLOW}
            other = ~PID << 3 | 2  # how the kernel spells the processor clock of process PID
            assert answer(machine, name, other) == refused(errno.EINVAL)

    def test_the_process_flags_stay(self, machine: str) -> None:
        assert answer(machine, "prctl", 15) == bpf.ALLOW
        for option in (1, 4, 22, 24, 38, 0x59616D61):  # parent-death signal, dumpable, seccomp, capabilities, ptracer
            assert answer(machine, "prctl", option) == refused(errno.EPERM)

    def test_descriptors_have_no_locks_owners_or_status_changes(self, machine: str) -> None:
        assert answer(machine, "fcntl", 1, 1030) == bpf.ALLOW
        for command in (4, 5, 6, 7, 8, 10, 1024, 1031, 1033):
            assert answer(machine, "fcntl", 1, command) == refused(errno.EINVAL)

    def test_calls_newer_than_the_policy_do_not_exist(self, machine: str) -> None:
        policy = policy_of(machine)
        assert run(CODE[machine], Call(policy.audit_arch, policy.newest + 1)) == refused(errno.ENOSYS)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_kernel_would_load_the_program(machine: str) -> None:
    program = list(struct.iter_unpack("=HBBI", CODE[machine]))
    assert len(program) == len(compile_filter(policy_of(machine))) <= 4096
    assert program[-1][0] == bpf.RETURN
    for position, (opcode, yes, no, _) in enumerate(program):
        if opcode in (bpf.JUMP_EQUAL, bpf.JUMP_AT_LEAST):
            assert position + 1 + max(yes, no) < len(program)
        else:
            assert yes == no == 0


def test_the_pid_is_the_only_thing_that_differs_between_workers() -> None:
    program = compile_filter(policy_of("x86_64"))
    one, other = program.for_process(0), program.for_process(0xFFFF_FFFF)
    different = {position // 4 * 4 for position in range(len(one)) if one[position] != other[position]}
    assert different == set(program.pid_at)
    assert len(program.pid_at) == 3, "kill, tgkill, sched_getaffinity"
