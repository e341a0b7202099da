"""The pytest plugin: fixtures and the `check` marker, and each test's outcome as a Verdict."""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest

from grader.checks.adjudicate import PASSED, adjudicate
from grader.checks.agreement import Agreement
from grader.checks.inprocess import InProcess
from grader.checks.material import Material
from grader.checks.meta import META, Meta, marked
from grader.checks.oracle import Oracle
from grader.checks.questions import ANSWER, collect_questions
from grader.checks.rng import Rng, derive
from grader.errors import ExerciseFault, Fault
from grader.result.verdict import Verdict
from grader.sandbox.generators import reseed


class Student(Protocol):
    """One submission, as checks see it. The wall's proxy and the in-process stand-in both are one."""

    def namespace(self, item: str) -> Any:
        """The student's names, in a world of its own for each item."""

    def answer(self, name: str) -> Any:
        """The value of a variable of the student's file; None if there is none."""

    def expect(self, worlds: int) -> None:
        """There will be checks of so many worlds."""

    def begin(self, check: str, world: str) -> None:
        """A check starts: its clock and its output. Checks of different worlds must not share a process."""

    def end(self) -> str:
        """The check is over: what the student's code printed during it."""


@dataclass(frozen=True)
class Run:
    """One submission's run through the checks."""

    student: Student
    seed: int
    report: Callable[[Verdict, Fault | None, str], None]
    """Receives each verdict; with the fault and its details when it is `not_graded`."""
    items: frozenset[str] | None = None
    """Restricts the run to these items of the exercise."""
    oracle: Callable[[int, str], Oracle] | None = None
    """Takes the place of the exercise's own oracle."""


INSIGHT = pytest.StashKey[str]()
ERRORS = pytest.StashKey[list[BaseException]]()
ORACLE = pytest.StashKey[Oracle]()

ARGUMENTS = (
    "--assert=plain",  # rewritten assertions would put lines of the check into messages
    "--import-mode=importlib",
    "--capture=no",
    "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:doctest", "-p", "no:junitxml", "-p", "no:unittest",
    "-p", "no:faulthandler", "-p", "no:logging", "-p", "no:warnings", "-p", "no:threadexception",
    "-p", "no:unraisableexception", "-p", "no:pastebin", "-p", "no:stepwise", "-p", "no:debugging",
)  # fmt: skip


class CheckPlugin:
    """Collects the checks of one exercise once and runs them for any number of submissions.

    `loop` receives the plugin when the collection is done; it calls `run` as often as it likes.
    """

    def __init__(self, material: Material, loop: Callable[[CheckPlugin], None]) -> None:
        self.material = material
        self.problems: list[str] = []
        self.checks: list[pytest.Item] = []
        self._loop = loop
        self._run: Run | None = None
        self._check: pytest.Item  # the one that is running
        self._error: Exception | None = None

    def collect_and_loop(self) -> None:
        """Run pytest's session; ExerciseFault if the checks cannot be collected."""
        places = [str(path) for path in self.material.sources]
        root = str(self.material.sources[0].parent)
        pytest.main([*ARGUMENTS, "--rootdir", root, "--confcutdir", root, "-c", os.devnull, *places], plugins=[self])
        if self._error is not None:
            raise self._error
        if self.problems or not self.checks:
            raise ExerciseFault(
                "\n".join(["The checks cannot be used.", *(self.problems or [f"There are none in {root}."])])
            )

    def run(self, run: Run) -> None:
        """Run every check of `run.items` for one submission, reporting each verdict as it is reached."""
        self._run = run
        wanted = [c for c in self.checks if run.items is None or c.stash[META].item in run.items]
        run.student.expect(len({check.stash[META].world for check in wanted}))
        for check, following in zip(wanted, [*wanted[1:], None], strict=False):
            run.report(*self._verdict(check, following))

    # --- collection ---------------------------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Generator[None, None, None]:
        try:
            yield
        except Exception as error:
            self.problems.append(str(error))
            raise

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "check(id, points, statement): a graded check; its docstring is its title")
        config.option.tbstyle = "native"  # nobody reads pytest's own tracebacks, so it shall make the cheapest
        config.stash[ANSWER] = lambda name: self.current.student.answer(name)

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        return collect_questions(file_path, parent)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.problems.append(str(report.longrepr))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        seen: set[str] = set()
        for item in items:
            try:
                meta = item.stash.get(META, None) or marked(item)
            except (TypeError, ValueError) as error:
                self.problems.append(f"{item.nodeid}: {error}")
                continue
            if meta.id in seen:
                self.problems.append(f"{item.nodeid}: the id {meta.id} is used twice")
            seen.add(meta.id)
            item.stash[META] = meta
        self.checks = [item for item in items if META in item.stash]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.problems:
            try:
                self._loop(self)
            except Exception as error:  # pytest would swallow it as an "internal error"
                self._error = error
        return True

    # --- fixtures -----------------------------------------------------------------------------------------------

    @pytest.fixture
    def student(self) -> Any:
        """The student's names as attributes: call functions, construct classes, read attributes of what comes back."""
        return self.current.student.namespace(self._check.stash[META].item)

    @pytest.fixture
    def reference(self) -> Any:
        """The module reference.py."""
        return self._check.stash[ORACLE].reference

    @pytest.fixture
    def toolbox(self) -> ModuleType | None:
        """The module toolbox.py beside the stub, whose classes students and checks share; None if there is none."""
        return self.material.toolbox

    @pytest.fixture
    def rng(self) -> Rng:
        """Random inputs, drawn from the run's seed and the check's id and from nothing else."""
        return Rng(self.current.seed, self._check.stash[META].id)

    @pytest.fixture
    def agree(self, student: Any) -> Agreement:
        """Runs student and reference on equal inputs and compares what they show."""
        meta = self._check.stash[META]
        seed = derive(self.current.seed, meta.id, "agree")
        return Agreement(student, self._check.stash[ORACLE], meta.item, seed)

    @pytest.fixture
    def insight(self) -> Callable[[str], None]:
        """insight("…") tells a student who passes something about their own result."""

        def attach(words: str) -> None:
            self._check.stash[INSIGHT] = words

        return attach

    @property
    def current(self) -> Run:
        """The run that is going on."""
        assert self._run is not None, "a fixture was used outside a run"
        return self._run

    # --- outcome ------------------------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool:
        """Run a check, and keep what it raises to ourselves: pytest would parse its file to describe it to nobody."""
        names = inspect.signature(pyfuncitem.obj).parameters
        try:
            pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
        except Exception as error:
            pyfuncitem.stash[ERRORS].append(error)
        return True

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None:
            item.stash[ERRORS].append(call.excinfo.value)

    def _verdict(self, check: pytest.Item, following: pytest.Item | None) -> tuple[Verdict, Fault | None, str]:
        meta = check.stash[META]
        self.current.student.begin(meta.id, meta.world)
        started = time.monotonic()
        errors = self._attempt(check, following)
        insight = check.stash[INSIGHT]
        ending = adjudicate(errors[0], lambda: self._with_reference(check, following)) if errors else PASSED
        verdict = Verdict(
            id=meta.id,
            title=meta.title,
            outcome=ending.outcome,
            score=meta.points if ending.outcome == "passed" else Fraction(0),
            max_score=meta.points,
            statement=self._statement(meta, ending.misconception),
            misconception=ending.misconception,
            message=ending.message or insight,
            traceback=ending.traceback,
            place=ending.place,
            output=self.current.student.end(),
            seconds=time.monotonic() - started,
        )
        return verdict, ending.fault, ending.detail

    def _statement(self, meta: Meta, misconception: str | None) -> str | None:
        """The sentence that a belief goes against, if one was found that says so; otherwise what the check rests on."""
        beliefs = self.material.misconceptions.get(meta.item, ())
        return next((b.statement for b in beliefs if b.name == misconception and b.statement), meta.statement)

    def _attempt(self, check: pytest.Item, following: pytest.Item | None) -> list[BaseException]:
        """Run a check, its fixtures included, from the run's seed; what was raised."""
        self._check = check
        check.stash[ERRORS] = []
        check.stash[INSIGHT] = ""
        check.stash[ORACLE] = (self.current.oracle or self.material.oracle)(self.current.seed, check.stash[META].id)
        reseed(derive(self.current.seed, check.stash[META].id, "torch"))
        check.ihook.pytest_runtest_protocol(item=check, nextitem=following)
        return check.stash[ERRORS]

    def _with_reference(self, check: pytest.Item, following: pytest.Item | None) -> None:
        """The same check with the reference in the student's place, from the same seed; raises what it raises.

        At home there is none: that the check is sound was proven when its records were made.
        """
        if self.material.reference is None:
            return
        examined = self.current
        self._run = replace(examined, student=InProcess(self.material.reference), oracle=None)
        try:
            errors = self._attempt(check, following)
        finally:
            self._run = examined
        if errors:
            raise errors[0]
