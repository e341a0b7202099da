"""The trusted engine: grades whatever the command line asks for, each submission in a fork of its own.

One pytest session collects the checks once; a fork then runs them for one submission, so that nothing of one submission
is there when the next is examined.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from grader import wording
from grader.checks.material import TOOLBOX, load
from grader.checks.meta import META
from grader.checks.plugin import CheckPlugin, Run
from grader.checks.remembering import Memory, RememberingOracle, remember
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
AUTHOR_SECONDS = 600.0
"""What an answer to an author's question may take."""
GRACE_SECONDS = 30.0
"""What an examination may take beyond the student's own time before it is taken for hung."""


def main(channel: BlockingChannel, control: socket.socket) -> NoReturn:
    """Serve one exercise until the other end closes. `control` leads to the zygote."""
    sys.set_int_max_str_digits(0)  # whole numbers are bounded where they cross; any that does can be written out
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
        memory: Memory | None = None
        while True:
            try:
                kind, *content = channel.receive()
            except Closed:
                os._exit(0)
            match kind, content:
                case "grade", [request]:
                    seconds = Limits(**request["limits"]).submission_seconds + GRACE_SECONDS
                    order = {**request, **lock, "toolbox": toolbox}
                    _apart(channel, workers, seconds, partial(_examine, channel, workers, plugin, order, memory or {}))
                    if memory is None:  # with the result on its way, nobody waits for this
                        memory = remember(plugin, request["seed"])
                case "tell", [what, *arguments]:
                    _apart(channel, workers, AUTHOR_SECONDS, partial(_tell, channel, plugin, what, arguments))

    CheckPlugin(load(exercise, solutions), loop).collect_and_loop()


def _apart(channel: BlockingChannel, workers: Zygote, seconds: float, task: Callable[[], None]) -> None:
    """Do something for one submission in a fork. When this side says that it is over, no process of it is left."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            lockdown.harden(parent)
            task()
        except GraderError as error:
            channel.send(["fault", getattr(error, "fault", "grader"), error.message])
        except BaseException:
            channel.send(["fault", "grader", traceback.format_exc()])
        else:
            os._exit(0)
        os._exit(FAULT_TOLD)
    pidfd = os.pidfd_open(pid)
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


def _examine(
    channel: BlockingChannel, workers: Zygote, plugin: CheckPlugin, request: dict[str, Any], memory: Memory
) -> None:
    gc.freeze()
    gc.enable()
    limits = Limits(**request["limits"])
    processor = stay() if request["tame"] else None  # other code gets its next worker prepared meanwhile, elsewhere
    order = Order.of(limits, sealed=request["sealed"], own_user=request["own_user"], processor=processor)
    source = Source(
        name=request["name"],
        cells=tuple((label, text) for label, text in request["cells"]),
        helpers=tuple((name, text) for name, text in request["helpers"]),
        toolbox=request["toolbox"],
        tame=request["tame"],
        classes=plugin.material.classes(request["seed"]),
    )
    student = WallStudent(workers, order, limits, source, request["seed"])

    def report(verdict: Verdict, fault: Fault | None, detail: str) -> None:
        channel.send(["verdict", _plain(verdict), fault, detail])

    items = None if request["items"] is None else frozenset(request["items"])
    at_home = plugin.material.reference is None
    oracle = None if at_home else partial(RememberingOracle, plugin.material, memory)
    plugin.run(Run(student, request["seed"], report, items, oracle))
    student.close()
    problems = [
        wording.while_loading(fault.message, fault.traceback[-1] if fault.traceback else "")
        for fault in student.loaded.problems
    ]
    channel.send(["done", list(student.loaded.layers), problems])


def stay(sign: str = "torchgrader") -> int | None:
    """Keep to a processor that no other examiner keeps to, and say which it is; None where there is none.

    An examiner and its worker take turns, and waking a process on another processor costs more than most calls. The
    name of a socket says that a processor is taken; it is free again when this process has ended.
    `sign` is how such names begin.
    """
    try:
        present = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[36])  # the idlest, most likely
        for processor in sorted(os.sched_getaffinity(0), key=lambda other: other != present):
            taken = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                taken.bind(f"\0{sign}-processor-{processor}")
            except OSError:
                taken.close()
                continue
            os.sched_setaffinity(0, {processor})
            taken.detach()
            return processor
    except (OSError, LookupError, ValueError):  # it is about time alone
        pass
    return None


def _tell(channel: BlockingChannel, plugin: CheckPlugin, what: str, arguments: list[Any]) -> None:
    """Answer an author's question."""
    from grader.checks import authoring  # students' runs do without

    match what, arguments:
        case "beliefs", []:
            channel.send(["told", authoring.beliefs(plugin)])
        case "numbers", [seed, items]:
            channel.send(["told", authoring.numbers(plugin, seed, frozenset(items))])
        case "records", [seed, checks, items]:
            channel.send(["told", authoring.records(plugin, seed, frozenset(checks), frozenset(items))])


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
