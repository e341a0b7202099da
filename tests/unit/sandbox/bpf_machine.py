"""A classic BPF machine of the few instructions that the filter uses, so that its answers need no kernel."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from grader.sandbox import bpf


@dataclass(frozen=True)
class Call:
    """A system call as the kernel shows it to a filter."""

    arch: int
    number: int
    arguments: tuple[int, ...] = ()

    def data(self) -> bytes:
        """``struct seccomp_data``: number, architecture, instruction pointer, six arguments."""
        arguments = [value % (1 << 64) for value in (*self.arguments, 0, 0, 0, 0, 0, 0)[:6]]
        return struct.pack("=IIQ6Q", self.number, self.arch, 0, *arguments)


def run(code: bytes, call: Call) -> int:
    """What the program ``code`` returns for ``call``. Raises where the kernel would refuse to load the program."""
    program = list(struct.iter_unpack("=HBBI", code))
    data, accumulator, position = call.data(), 0, 0
    while True:
        opcode, yes, no, operand = program[position]  # IndexError: ran off the end
        position += 1
        if opcode == bpf.LOAD:
            assert operand % 4 == 0
            accumulator = struct.unpack_from("=I", data, operand)[0]
        elif opcode == bpf.AND:
            accumulator &= operand
        elif opcode == bpf.JUMP_EQUAL:
            position += yes if accumulator == operand else no
        elif opcode == bpf.JUMP_AT_LEAST:
            position += yes if accumulator >= operand else no
        elif opcode == bpf.RETURN:
            return int(operand)
        else:
            raise AssertionError(f"unknown instruction {opcode:#x}")
