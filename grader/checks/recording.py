"""Writes down what the agreements of checks should show, so that checks can run where there is no reference."""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import torch

from grader.checks.compare import Tolerance, difference
from grader.checks.inprocess import InProcess
from grader.checks.misconceptions import Facts, Misconception
from grader.checks.observation import Observation
from grader.checks.oracle import LiveOracle, Look, guarded
from grader.checks.plugin import CheckPlugin, Run
from grader.checks.records import AgreementRecord, CheckRecord, Records, Unrecordable, WrongRecord, probe, recordable
from grader.checks.sketch import sketch
from grader.errors import ExerciseFault, Fault
from grader.result.verdict import Verdict

SLOWEST = 2.0
"""Seconds after which a misconception counts as one that is stopped."""
INVISIBLE = Tolerance(rtol=1e-12, atol=0.0)
"""What differs less from the reference is no misconception in this agreement."""


class RecordingOracle(LiveOracle):
    """Judges as ever, and keeps what it showed. `reason` says why the check cannot be played back, if it cannot."""

    def __init__(self, reference: ModuleType, misconceptions: Mapping[str, Sequence[Misconception]]) -> None:
        super().__init__(reference, misconceptions)
        self.agreements: list[AgreementRecord] = []
        self.calls: list[tuple[str, Any]] = []
        self.names: dict[str, list[str]] = {}
        self.reason = ""
        self._looking = False

    @property
    def reference(self) -> Any:
        """The reference, overheard."""
        return _Overheard(self, super().reference)

    def parameters(self, function: str) -> list[str]:
        """Those of the reference's function, kept."""
        self.names[function] = super().parameters(function)
        return self.names[function]

    def wanted(self, item: str, look: Look) -> Observation:
        """What the reference shows; the misconceptions are run as well."""
        self._looking = True
        try:
            wanted = super().wanted(item, look)
            recordable([wanted.value, dict(wanted.gradients)])
            self.agreements.append(AgreementRecord(wanted, tuple(self._wrong(item, wanted, look))))
            return wanted
        except Unrecordable as problem:
            self.reason = str(problem)
            return super().wanted(item, look)
        finally:
            self._looking = False

    def _wrong(self, item: str, wanted: Observation, look: Look) -> Iterator[WrongRecord]:
        for entry in self.misconceptions(item):
            for constants in entry.variants:
                seen = _in_time(lambda world: look(world), self.world(entry, constants))
                if difference(seen, wanted, INVISIBLE) is not None:
                    told = _told(entry, constants, seen)
                    if told is not None:
                        yield WrongRecord(entry.name, entry.says, told, sketch(seen))

    def call(self, name: str, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """A call that the check itself makes into the reference."""
        result = function(*args, **kwargs)
        if self._looking or isinstance(function, type):
            self.reason = f"it uses the reference's {name} inside what it compares"
            return result
        try:
            self.calls.append((name, recordable(result)))
        except Unrecordable as problem:
            self.reason = f"it calls the reference's {name}: {problem}"
        return result


class _Overheard:
    def __init__(self, oracle: RecordingOracle, reference: ModuleType) -> None:
        self._oracle = oracle
        self._reference = reference

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = getattr(self._reference, name)
        return lambda *args, **kwargs: self._oracle.call(name, function, *args, **kwargs)


def record(
    plugin: CheckPlugin, seed: int, checks: Collection[str], items: frozenset[str]
) -> tuple[Records, dict[str, str]]:
    """What the named checks should show from one seed, and those of them that cannot be written down, with the reason.

    Raises ExerciseFault if the reference does not pass.
    """
    oracles, failed = run_recording(plugin, seed, items, plugin.material.misconceptions)
    if failed:
        raise ExerciseFault(f"The reference does not pass {failed[0].id} from seed {seed}: {failed[0].message}")
    wanted = {check: oracle for check, oracle in oracles.items() if check in checks}
    refused = {check: oracle.reason for check, oracle in wanted.items() if oracle.reason}
    return Records(
        seed=seed,
        probe=probe(seed),
        torch_version=str(torch.__version__),
        classes=plugin.material.classes(seed),
        parameters={name: names for oracle in wanted.values() for name, names in oracle.names.items()},
        checks={
            check: CheckRecord(tuple(oracle.agreements), tuple(oracle.calls))
            for check, oracle in wanted.items()
            if not oracle.reason
        },
    ), refused


def run_recording(
    plugin: CheckPlugin, seed: int, items: frozenset[str], misconceptions: Mapping[str, Sequence[Misconception]]
) -> tuple[dict[str, RecordingOracle], list[Verdict]]:
    """Run the checks of some items with the reference as the student; what each check's oracle kept, and failures."""
    reference = plugin.material.reference
    assert reference is not None, "an author has the reference"
    oracles: dict[str, RecordingOracle] = {}

    def oracle(seed: int, check: str) -> RecordingOracle:
        oracles[check] = RecordingOracle(reference, misconceptions)
        return oracles[check]

    failed: list[Verdict] = []

    def report(verdict: Verdict, fault: Fault | None, detail: str) -> None:
        if verdict.outcome != "passed":
            failed.append(verdict)

    plugin.run(Run(InProcess(reference), seed, report, items, oracle))
    return oracles, failed


def _told(entry: Misconception, constants: Facts, seen: Observation) -> Facts | None:
    """With which constants the misconception's words are filled; None if it would not be named after this."""
    if entry.matches is None:
        return {name: value if _is_plain(value) else str(value) for name, value in constants.items()}
    found = guarded(entry.matches, seen)
    return None if not found else found if isinstance(found, Mapping) else {}


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


class _TooSlow(BaseException):
    pass


def _in_time(look: Look, world: Any) -> Observation:
    """What an implementation shows, or that it would have been stopped."""
    try:
        with _alarm():
            return look(world)
    except _TooSlow:
        return Observation(raised="Timeout")


@contextmanager
def _alarm() -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise _TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SLOWEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
