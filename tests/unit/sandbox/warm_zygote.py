"""Drives ``sealed_zygote.py`` from a test: names a function, and gets what a worker said of it and how it ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Report:
    """What a worker said and how it ended."""

    layers: list[str]
    value: Any
    error: str | None
    status: int
    """Exit status, or the negative number of the signal that ended it."""
    output: str
    pid: int


class Zygote:
    """Runs functions of ``attempts`` and ``torch_features`` in freshly forked workers."""

    def __init__(self, user: int | None) -> None:
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE.parents[2]), "SECRET": "hidden"}
        self._process = subprocess.Popen(
            [sys.executable, "-B", HERE / "sealed_zygote.py", *([] if user is None else [str(user)])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            cwd="/",
        )
        hello = self._read()
        self.pid: int = hello["pid"]
        self.uid: int = hello["uid"]
        self.tasks: int = hello["tasks"]

    def run(self, task: str, *arguments: object, level: str = "sealed", **limits: float) -> Report:
        """Run ``module:function`` with plain arguments at this level."""
        assert self._process.stdin is not None
        line = json.dumps({"task": task, "arguments": arguments, "level": level, **limits})
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        return Report(**self._read())

    def close(self) -> None:
        """End the zygote."""
        self._process.communicate()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer
