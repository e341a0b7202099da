"""A small zygote to test the lock-down with: a warm torch process that forks a worker for each task it reads.

A task and its report are one JSON line each. Started by ``warm_zygote.py``.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"

import torch
import torch._dynamo

from grader.sandbox import lockdown
from grader.sandbox.baseline import measure_baseline
from grader.sandbox.bpf import compile_filter
from grader.sandbox.policy import policy_for

HERE = "tests.unit.sandbox"
PRELOAD = (
    f"{HERE}.attempts",
    f"{HERE}.torch_features",
    "encodings.idna",
    "torch._decomp.decompositions_for_jvp",
    "torch._subclasses.schema_check_mode",
    "torch.profiler._cupti_monitor",
    "torch.utils.serialization.config",
)
WORKER_UID = 61_234


def worker(task: dict[str, Any], spec: lockdown.Seal, output: int, reply: int) -> None:
    """Never returns: descriptors, lock-down, task, report."""
    report: dict[str, Any] = {"layers": [], "value": None, "error": None}
    os.dup2(reply, 3)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.closerange(4, 1024)
    module, name = task["task"].split(":")
    function: Callable[..., object] = getattr(importlib.import_module(f"{HERE}.{module}"), name)
    arguments = task.get("arguments", [])
    if task.get("filter_alone"):  # a kernel without Landlock, no namespaces, and a root that cannot change user
        lockdown._apply_landlock = lambda number: False
        lockdown._enter_user_namespace = lambda: False
        spec = replace(spec, uid=None)
    try:
        if task["level"] == "sealed":
            report["layers"] = lockdown.seal(spec)
            lockdown.probe()
        elif task["level"] == "process":
            report["layers"] = lockdown.confine(spec)
        report["value"] = function(*arguments)
    except BaseException:
        report["error"] = traceback.format_exc()
    sys.stdout.flush()
    text = json.dumps(report, default=str).encode()
    while text:
        text = text[os.write(3, text) :]
    os._exit(0)


def run(task: dict[str, Any], program: Any, own_uid: int | None) -> dict[str, Any]:
    """Fork a worker for ``task`` and gather what it says and how it ended."""
    output, reply = os.pipe(), os.pipe()
    spec = lockdown.Seal(
        parent=task.get("parent", os.getpid()),
        baseline=measure_baseline(),
        memory_mib=task.get("memory_mib", 512),
        cpu_seconds=task.get("cpu_seconds", 60),
        threads=task.get("threads", 32),
        uid=own_uid,
        program=program,
    )
    if (pid := os.fork()) == 0:
        worker(task, spec, output[1], reply[1])
    os.close(output[1])
    os.close(reply[1])
    gathered = {output[0]: b"", reply[0]: b""}
    waiting = set(gathered)
    while waiting:
        for ready in select.select(list(waiting), [], [])[0]:
            if chunk := os.read(ready, 65536):
                gathered[ready] = (gathered[ready] + chunk)[:1_000_000]
            else:
                waiting.discard(ready)
                os.close(ready)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    said = gathered[reply[0]]
    report = json.loads(said) if said else {"layers": [], "value": None, "error": None}
    return {**report, "status": status, "output": gathered[output[0]].decode("utf-8", "replace"), "pid": pid}


def main() -> None:
    """Serve tasks until the input ends."""
    torch.set_num_threads(1)
    torch.backends.cpu.get_cpu_capability()
    torch.ones(2, 2) @ torch.ones(2, 2)
    for name in PRELOAD:
        importlib.import_module(name)
    if len(sys.argv) > 1:  # be this normal user from here on; the interpreter itself may lie where only root can read
        user = int(sys.argv[1])
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    policy = policy_for(os.uname().machine)
    program = compile_filter(policy) if policy else None
    lockdown.harden()
    gc.collect()
    gc.freeze()
    tasks = os.listdir("/proc/self/task")
    print(json.dumps({"pid": os.getpid(), "uid": os.getuid(), "tasks": len(tasks)}), flush=True)
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line), program, WORKER_UID if os.getuid() == 0 else None)), flush=True)


if __name__ == "__main__":
    main()
