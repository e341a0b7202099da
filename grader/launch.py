"""Starts the engine: imports torch, forks the zygote while nothing of the course is in memory, then loads the checks.

    python -I -m grader.launch       speaks frames on standard input and output

What stands in the frames and modules of this process at the moment of the fork can be read in every worker. So the fork
happens in the outermost frame, and whatever knows of exercises is imported only behind it.
"""

from __future__ import annotations

import gc

gc.disable()  # collecting garbage while modules load finds none, and takes a tenth of the time that torch needs

import os  # noqa: E402

import torch  # noqa: E402

from grader.sandbox import lockdown, zygote  # noqa: E402
from grader.sandbox.frames import BlockingChannel, Closed  # noqa: E402

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
    control = zygote.fork()
    if control is None:
        del line, parent
        zygote.serve(modules)
    lockdown.harden(parent)  # not before the fork: a hardened process of a normal user may not change itself any more
    from grader.checks import server

    server.main(line, control)
