"""The real zygote as a process of its own: `python own_zygote.py DESCRIPTOR [MODULE …]`. Started by ``live.py``."""

from __future__ import annotations

import os
import socket
import sys

from grader.sandbox import zygote

if __name__ == "__main__":
    zygote._control = socket.socket(fileno=int(sys.argv[1]))
    zygote._parent = os.getppid()
    zygote.serve(sys.argv[2:])
