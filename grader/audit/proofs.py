"""What an audit proves by running submissions: full marks, no marks, and the right name for each wrong idea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader import wording
from grader.audit.cases import alternative_cases, belief_cases, mutant_cases, reference_case, stub_cases
from grader.audit.findings import Finding, Section
from grader.audit.mutants import explanations
from grader.audit.trials import Case, Trial, Trials
from grader.course.handout import notebook
from grader.engine import Belief
from grader.result.verdict import Verdict

MUTANT_SEEDS = 3
"""From how many seeds a mutant is run before it counts as one that no check sees."""


def reference(trials: Trials) -> Section:
    """The reference gets full marks."""
    findings = list(_full_marks(trials, [reference_case(trials.exercise)]))
    return Section("reference", "gets full marks, with the keys of the quiz as its answers", tuple(findings))


def alternatives(trials: Trials) -> Section:
    """Every other right solution gets full marks."""
    cases = list(alternative_cases(trials.exercise))
    return Section("alternatives", f"{len(cases)} right ways get full marks", tuple(_full_marks(trials, cases)))


def _full_marks(trials: Trials, cases: Sequence[Case]) -> Iterator[Finding]:
    for case, found in zip(cases, trials.run(cases), strict=True):
        for trial in found:
            if trial.fault:
                yield Finding(case.name, f"seed {trial.seed}: not graded: {trial.fault}")
                break
            if not trial.verdicts:
                yield Finding(case.name, "no check looks at it")
                break
            if trial.missed:
                yield from (Finding(case.name, f"seed {trial.seed}: {_told(v)}") for v in trial.missed)
                break


def stub(trials: Trials) -> Section:
    """The stub gets nothing, and each item reads "not implemented"."""
    findings = []
    exercise = trials.exercise
    cases = stub_cases(exercise)
    for case, found in zip(cases, trials.run(cases), strict=True):
        findings += [Finding(case.name, what) for what in _not_implemented(found[0])]
        findings += _unstable(case, found)
    source, copy = exercise.stubs
    findings += [Finding(path.name, "is missing") for path in exercise.stubs if not path.is_file()]
    if source.is_file() and copy.is_file():
        text = exercise.text.read_text(encoding="utf-8")
        if copy.read_text(encoding="utf-8") != notebook(source.read_text(encoding="utf-8"), text):
            findings.append(Finding(copy.name, f"is not what {source.name} and {exercise.text.name} give"))
    return Section("stub", "gets no points, and every item reads “not implemented”", tuple(findings))


def _not_implemented(trial: Trial) -> Iterator[str]:
    if trial.fault:
        yield f"not graded: {trial.fault}"
    for verdict in trial.verdicts:
        said = wording.NOT_WRITTEN in verdict.message or verdict.message == wording.NOT_ANSWERED
        if verdict.outcome != "pending" and (verdict.score or not said):
            yield _told(verdict)


def misconceptions(trials: Trials, beliefs: Sequence[Belief]) -> Section:
    """Every misconception fails, and its name is the first that a student reads."""
    findings: list[Finding] = []
    failed_by: dict[str, list[str]] = {}
    cases = [(belief, case) for belief, some in belief_cases(trials.exercise, beliefs) for case in some]
    for (belief, case), found in zip(cases, trials.run([case for _, case in cases]), strict=True):
        wrong = next((what for trial in found if (what := _not_named(trial, belief))), None)
        findings += [Finding(case.name, wrong)] if wrong else _unstable(case, found)
        failed_by[case.name] = [verdict.id for verdict in found[0].missed]
    tried = f"{len(cases)} variants of {len(beliefs)} fail, and are named first"
    return Section("misconceptions", tried, tuple(findings), failed_by)


def _not_named(trial: Trial, belief: Belief) -> str | None:
    """What is wrong with how this misconception was told."""
    if trial.fault:
        return f"seed {trial.seed}: not graded: {trial.fault}"
    if not trial.missed:
        return f"seed {trial.seed}: passes every check of {belief.item}"
    first = trial.missed[0]
    return None if first.misconception == belief.name else f"seed {trial.seed}: {_told(first)}"


def _unstable(case: Case, found: Sequence[Trial]) -> list[Finding]:
    """A finding if verdicts or names depend on the seed."""
    for trial in found[1:]:
        changed = set(trial.endings) ^ set(found[0].endings)
        if changed:
            checks = ", ".join(sorted({check for check, _, _ in changed}))
            return [Finding(case.name, f"ends differently from the seeds {found[0].seed} and {trial.seed}: {checks}")]
    return []


def mutants(trials: Trials) -> Section:
    """Every mutant of the reference is failed by some check, or its author has said why none can."""
    source = (trials.exercise.solutions / "reference.py").read_text(encoding="utf-8")
    explained, used, killed, findings = explanations(source), set(), 0, []
    pairs = list(mutant_cases(trials.exercise))
    alive = pairs
    for seed in trials.seeds[:MUTANT_SEEDS]:
        found = trials.run([case for _, case in alive], [seed])
        alive = [pair for pair, (trial,) in zip(alive, found, strict=True) if not trial.missed]
    killed = len(pairs) - len(alive)
    for mutant, _ in alive:
        lines = next((lines for lines in explained if mutant.line in lines), None)
        used.add(lines)
        if lines is None:
            findings.append(Finding(f"reference.py, line {mutant.line}", f"no check sees {mutant.change}"))
    for lines, words in explained.items():
        if lines not in used:
            findings.append(Finding(f"reference.py, line {lines.start}", f"explains no surviving mutant: {words}"))
    open_ = sum(finding.what.startswith("no check") for finding in findings)
    tried = f"{killed} of {len(pairs)} are failed, {len(alive) - open_} more explained"
    return Section("mutants of the reference", tried, tuple(findings))


def _told(verdict: Verdict) -> str:
    name = f" [{verdict.misconception}]" if verdict.misconception else ""
    return f"{verdict.id} {verdict.outcome}{name}: {verdict.message}"
