"""Starts the engine: imports torch, forks the zygote while nothing of the course is in memory, then loads the checks.

    python -I -m grader.sandbox.launch       speaks frames on standard input and output

What stands in the frames and modules of this process at the moment of the fork can be read in every worker. So the fork
happens in the outermost frame, and whatever knows of exercises is imported only behind it.
"""

from __future__ import annotations

import os

import torch

from grader.sandbox import lockdown, zygote
from grader.sandbox.frames import BlockingChannel, Closed

MAX_MESSAGE = 64 << 20


def channel() -> BlockingChannel:
    """Frames on copies of standard input and output, which nothing else may use: prints of a check go to standard
    error.
    """
    reader, writer = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return BlockingChannel(reader, writer, MAX_MESSAGE)


if __name__ == "__main__":
    torch.set_num_threads(1)
    line = channel()
    try:
        _, modules, parent = line.receive()
    except Closed:
        os._exit(0)
    lockdown.harden(parent)
    control = zygote.fork()
    if control is None:
        del line, parent
        zygote.serve(modules)
    from grader.checks import server

    server.main(line, control)
