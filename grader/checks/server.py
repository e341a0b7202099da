"""The trusted engine: grades whatever the command line asks for, each submission in a fork of its own.

One pytest session collects the checks once; a fork then runs them for one submission, so that nothing of one submission
is there when the next is examined.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import traceback
from pathlib import Path
from typing import Any, NoReturn

from grader import wording
from grader.checks.material import TOOLBOX, load
from grader.checks.meta import META
from grader.checks.plugin import CheckPlugin, Run
from grader.checks.student import Source, WallStudent
from grader.errors import Fault, GraderError
from grader.limits import Limits
from grader.result.verdict import Verdict
from grader.sandbox import lockdown
from grader.sandbox.frames import BlockingChannel, Closed
from grader.sandbox.process import Zygote
from grader.sandbox.zygote import Order

FAULT_TOLD = 3
"""Exit status of an examiner that has said itself what went wrong."""
GRACE_SECONDS = 30.0
"""What an examination may take beyond the student's own time before it is taken for hung."""


def main(channel: BlockingChannel, control: socket.socket) -> NoReturn:
    """Serve one exercise until the other end closes. `control` leads to the zygote."""
    try:
        _, exercise, solutions, sealed, own_user = channel.receive()
        lock = {"sealed": sealed, "own_user": own_user}
        _serve(channel, Zygote(control), Path(exercise), Path(solutions), lock)
    except Closed:
        pass
    except GraderError as error:
        channel.send(["fault", getattr(error, "fault", "grader"), error.message])
    except BaseException:
        channel.send(["fault", "grader", traceback.format_exc()])
    os._exit(0)


def _serve(channel: BlockingChannel, workers: Zygote, exercise: Path, solutions: Path, lock: dict[str, bool]) -> None:
    public = exercise / f"{TOOLBOX}.py"
    toolbox = public.read_text(encoding="utf-8") if public.exists() else None

    def loop(plugin: CheckPlugin) -> None:
        checks = [[c.stash[META].id, str(c.stash[META].points), c.stash[META].statement] for c in plugin.checks]
        channel.send(["ready", checks])
        while True:
            try:
                _, request = channel.receive()
            except Closed:
                os._exit(0)
            _examine_apart(channel, workers, plugin, {**request, **lock, "toolbox": toolbox})

    CheckPlugin(load(exercise, solutions), loop).collect_and_loop()


def _examine_apart(channel: BlockingChannel, workers: Zygote, plugin: CheckPlugin, request: dict[str, Any]) -> None:
    """Examine one submission in a fork. When this side says that it is over, no process of the submission is left."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            lockdown.harden(parent)
            _examine(channel, workers, plugin, request)
        except GraderError as error:
            channel.send(["fault", getattr(error, "fault", "grader"), error.message])
        except BaseException:
            channel.send(["fault", "grader", traceback.format_exc()])
        else:
            os._exit(0)
        os._exit(FAULT_TOLD)
    pidfd = os.pidfd_open(pid)
    seconds = Limits(**request["limits"]).submission_seconds + GRACE_SECONDS
    hung = not select.select([pidfd], [], [], seconds)[0]
    if hung:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    os.close(pidfd)
    workers.end_all()
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, FAULT_TOLD):
        reason = f"did not end within {seconds:g} s" if hung else f"ended with status {code}"
        channel.send(["fault", "grader", f"The examiner {reason}."])
    channel.send(["over"])


def _examine(channel: BlockingChannel, workers: Zygote, plugin: CheckPlugin, request: dict[str, Any]) -> None:
    limits = Limits(**request["limits"])
    order = Order.of(limits, sealed=request["sealed"], own_user=request["own_user"])
    source = Source(
        name=request["name"],
        cells=tuple((label, text) for label, text in request["cells"]),
        helpers=tuple((name, text) for name, text in request["helpers"]),
        toolbox=request["toolbox"],
    )
    student = WallStudent(workers, order, limits, source, request["seed"])

    def report(verdict: Verdict, fault: Fault | None, detail: str) -> None:
        channel.send(["verdict", _plain(verdict), fault, detail])

    items = request["items"]
    plugin.run(Run(student, request["seed"], report, None if items is None else frozenset(items)))
    student.close()
    problems = [
        wording.while_loading(fault.message, fault.traceback[-1] if fault.traceback else "")
        for fault in student.problems
    ]
    channel.send(["done", list(student.layers), problems])


def _plain(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data. Fractions as text, since they have to arrive exactly."""
    place = verdict.place
    return {
        **vars(verdict),
        "score": str(verdict.score),
        "max_score": str(verdict.max_score),
        "place": None if place is None else [place.label, place.line, place.text],
        "traceback": list(verdict.traceback),
    }
