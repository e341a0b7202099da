"""Compiles a policy to the classic BPF program that the kernel runs before each system call. Pure: bytes out.

Every jump is short and forward, so the program reads from top to bottom like a list of questions. Calls that are
allowed without looking at arguments come first: the kernel remembers those answers and does not run the program again.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from errno import ENOSYS, EPERM
from typing import NamedTuple

from grader.sandbox.policy import Own, Policy, Rule, Test

LOAD = 0x20  # accumulator = 32-bit word of seccomp_data at k
AND = 0x54
JUMP_EQUAL = 0x15
JUMP_AT_LEAST = 0x35
RETURN = 0x06

KILL = 0x8000_0000
ALLOW = 0x7FFF_0000
ERRNO = 0x0005_0000

NUMBER_AT = 0
ARCH_AT = 4
ARGUMENTS_AT = 16

_INSTRUCTION = struct.Struct("=HBBI")
_OPERAND_AT = 4


class Instruction(NamedTuple):
    """One BPF instruction; a jump skips ``yes`` or ``no`` of the instructions that follow it."""

    code: int
    operand: int | Own
    yes: int = 0
    no: int = 0


@dataclass(frozen=True)
class Program:
    """A compiled filter with holes where the worker's pid goes."""

    code: bytes
    pid_at: tuple[int, ...]
    """Offsets in ``code`` of 32-bit words that are to hold the pid."""

    def for_process(self, pid: int) -> bytes:
        """The filter for the process ``pid``, ready for the kernel."""
        code = bytearray(self.code)
        for offset in self.pid_at:
            struct.pack_into("=I", code, offset, pid)
        return bytes(code)

    def __len__(self) -> int:
        """How many instructions."""
        return len(self.code) // _INSTRUCTION.size


def compile_filter(policy: Policy) -> Program:
    """The program that answers as ``policy`` says, for little-endian machines."""
    program = [
        Instruction(LOAD, ARCH_AT),
        Instruction(JUMP_EQUAL, policy.audit_arch, yes=1),
        Instruction(RETURN, KILL),
        Instruction(LOAD, NUMBER_AT),
    ]
    if policy.foreign is not None:
        program += [Instruction(JUMP_AT_LEAST, policy.foreign, no=1), Instruction(RETURN, KILL)]
    for number in policy.allowed:
        program += [Instruction(JUMP_EQUAL, number, no=1), Instruction(RETURN, ALLOW)]
    for number, rule in policy.rules.items():
        body = [*_rule(rule), Instruction(RETURN, ALLOW)]
        program += [Instruction(JUMP_EQUAL, number, no=len(body)), *body]
    for number, error in policy.refused.items():
        program += [Instruction(JUMP_EQUAL, number, no=1), Instruction(RETURN, ERRNO | error)]
    program += [
        Instruction(JUMP_AT_LEAST, policy.newest + 1, no=1),
        Instruction(RETURN, ERRNO | ENOSYS),
        Instruction(RETURN, ERRNO | EPERM),
    ]
    return _encode(program)


def _rule(rule: Rule) -> list[Instruction]:
    """Falls through when every test of ``rule`` holds."""
    refuse = Instruction(RETURN, ERRNO | rule.otherwise)
    program: list[Instruction] = []
    for test in rule.tests:
        low, high = ARGUMENTS_AT + 8 * test.index, ARGUMENTS_AT + 8 * test.index + 4
        if test.mask >> 32:  # no value has bits up there, so what the mask shows must be 0
            program += [*_masked(high, test.mask >> 32), Instruction(JUMP_EQUAL, 0, yes=1), refuse]
        program += [*_masked(low, test.mask & 0xFFFF_FFFF), *_one_of(test), refuse]
    return program


def _masked(offset: int, mask: int) -> list[Instruction]:
    return [Instruction(LOAD, offset), Instruction(AND, mask)]


def _one_of(test: Test) -> list[Instruction]:
    """Jumps over the refusal that follows it when the accumulator is one of the test's values."""
    last = len(test.values)
    return [Instruction(JUMP_EQUAL, value, yes=last - position) for position, value in enumerate(test.values)]


def _encode(program: list[Instruction]) -> Program:
    code, pid_at = bytearray(), []
    for instruction in program:
        operand = instruction.operand
        if isinstance(operand, Own):
            pid_at.append(len(code) + _OPERAND_AT)
            operand = 0
        code += _INSTRUCTION.pack(instruction.code, instruction.yes, instruction.no, operand)
    return Program(bytes(code), tuple(pid_at))
