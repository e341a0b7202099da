"""The platforms as their containers look from inside, each with its folders, its user and what it reads in the end."""

from __future__ import annotations

import io
import json
import os
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.bundles.machine import Cgroup, Machine

GRADER = "/opt/torchgrader"
METADATA = {
    "id": 123456,
    "created_at": "2026-10-02T00:01:00.365935-07:00",
    "assignment": {
        "id": 25828,
        "course_id": 1234,
        "title": "Exercise 3",
        "due_date": "2026-10-01T23:59:00.000000-07:00",
        "late_due_date": None,
        "release_date": "2026-09-01T00:00:00.000000-07:00",
        "group_submission": False,
        "group_size": None,
        "total_points": "100.0",
    },
    "submission_method": "upload",
    "users": [{"id": 1, "email": "ada@example.edu", "name": "Ada"}],
    "previous_submissions": [],
}


@dataclass(frozen=True)
class Outcome:
    """What a platform got."""

    document: str
    """What it reads for the grade; "" if nothing was written."""
    status: int
    log: str
    files: Mapping[str, str]
    """What else was written, by name."""


@dataclass(frozen=True)
class Site:
    """A machine of this machine's that has the grader installed, and a folder to work in."""

    installed: Path
    work: Path
    cgroup: Cgroup | None = None

    def machine(self, folders: Mapping[str, Path], *read_only: str) -> Machine:
        """A machine with the grader where bundles install it."""
        return Machine({GRADER: self.installed, **folders}, read_only=(GRADER, *read_only))


def unpack(archive: bytes, folder: Path) -> None:
    """Unpack as the platforms do, with run bits."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        for entry in packed.infolist():
            path = Path(packed.extract(entry, folder))
            path.chmod(entry.external_attr >> 16 & 0o777)


def hand_in(folder: Path, submission: tuple[str, bytes] | None, user: int = 0) -> Path:
    """Put the submission into a new folder, and give all to the user."""
    folder.mkdir(parents=True, exist_ok=True)
    if submission:
        (folder / submission[0]).write_bytes(submission[1])
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, user)
    return folder


def gradescope(bundle: bytes, submission: tuple[str, bytes] | None, site: Site) -> Outcome:
    """/autograder, as root. Nothing is read if there is no results.json."""
    root = site.work / "autograder"
    unpack(bundle, root / "source")
    (root / "run_autograder").write_bytes((root / "source" / "run_autograder").read_bytes())
    (root / "run_autograder").chmod(0o755)
    (root / "results").mkdir()
    (root / "submission_metadata.json").write_text(json.dumps(METADATA))
    hand_in(root / "submission", submission)
    machine = site.machine({"/autograder": root})
    done = machine.run(["/autograder/run_autograder"], folder="/autograder", cgroup=site.cgroup)
    return Outcome(_read(root / "results" / "results.json"), done.returncode, done.stdout + done.stderr, {})


def prairielearn(bundle: bytes, submission: tuple[str, bytes] | None, site: Site) -> Outcome:
    """/grade, as root. results.json is read only if the entry point ended with status 0."""
    unpack(bundle, site.work / "course")
    (question,) = (site.work / "course" / "questions").iterdir()
    root = site.work / "grade"
    (root / "data").mkdir(parents=True)
    (root / "data" / "data.json").write_text('{"correct_answers": {"secret": "LEAKED"}}')
    (question / "tests").rename(root / "tests")
    hand_in(root / "student", submission)
    entry = json.loads((question / "info.json").read_text())["externalGradingOptions"]["entrypoint"]
    done = site.machine({"/grade": root}).run([entry], cgroup=site.cgroup)
    written = _read(root / "results" / "results.json") if done.returncode == 0 else ""
    return Outcome(written, done.returncode, done.stdout + done.stderr, {})


def github(bundle: bytes, submission: tuple[str, bytes] | None, site: Site) -> Outcome:
    """A runner's home, as its user. Commands are read from the log; the summary and outputs from files."""
    home, action = site.work / "runner", site.work / "action"
    unpack(bundle, action)
    (home / "temp").mkdir(parents=True)
    for name in ("summary", "output"):
        (home / name).touch()
    hand_in(home / "work" / "submission", submission)
    hand_in(home, None, 1001)
    environment = {
        "TORCHGRADER_HOME": GRADER,
        "SUBMISSION": "submission",
        "RUNNER_TEMP": "/home/runner/temp",
        "GITHUB_STEP_SUMMARY": "/home/runner/summary",
        "GITHUB_OUTPUT": "/home/runner/output",
        "HOME": "/home/runner",
    }
    machine = site.machine({"/home/runner": home, "/grader": action}, "/grader")
    done = machine.run(
        ["bash", "/grader/grade.sh"],
        user=1001,
        folder="/home/runner/work",
        environment=environment,
        cgroup=site.cgroup,
    )
    files = {path.name: path.read_text() for path in (home / "temp").rglob("*") if path.is_file()}
    files |= {"summary": _read(home / "summary"), "output": _read(home / "output")}
    return Outcome(done.stdout, done.returncode, done.stderr, files)


def classroom50(bundle: bytes, submission: tuple[str, bytes] | None, site: Site) -> Outcome:
    """The checkout of a student, as the runner's user. A status other than 0 is a fault of the autograder."""
    unpack(bundle, site.work / "autograder")
    checkout = hand_in(site.work / "checkout", submission, 1001)
    environment = {
        "RUNNER_TEMP": "/opt",
        "CLASSROOM": "dl",
        "ASSIGNMENT": "ex3",
        "SUBMISSION_TAG": "submit/2026-10-01T10-00-00Z-abc1234",
        "COMMIT_URL": "https://example.org/commit/1",
        "RELEASE_URL": "https://example.org/release/1",
    }
    machine = site.machine({"/checkout": checkout, "/grader": site.work / "autograder"}, "/grader")
    done = machine.run(
        ["/usr/bin/python3", "/grader/autograder.py"],
        user=1001,
        folder="/checkout",
        environment=environment,
        cgroup=site.cgroup,
    )
    files = {"release-body.md": _read(checkout / "release-body.md")}
    return Outcome(_read(checkout / "result.json"), done.returncode, done.stdout + done.stderr, files)


def vpl(bundle: bytes, submission: tuple[str, bytes] | None, site: Site) -> Outcome:
    """A home of the jail's, as its user. What the second script prints is the document, errors among it."""
    unpack(bundle, site.work / "bundle")
    home = hand_in(site.work / "home", submission)
    script = (site.work / "bundle" / "vpl_evaluate.sh").read_bytes()
    (home / "vpl_evaluate.sh").write_bytes(script)
    (home / "vpl_environment.sh").write_text("#!/bin/bash\nexport VPL_GRADEMIN=0\nexport VPL_GRADEMAX=10\n")
    hand_in(home, None, 12345)
    machine = site.machine({"/home/p12345": home})
    compiled = machine.run(["bash", "./vpl_evaluate.sh"], user=12345, folder="/home/p12345")
    for name in ("vpl_evaluate.sh", "vpl_environment.sh"):
        (home / name).unlink()
    done = machine.run(
        ["bash", "-c", "exec ./vpl_execution 2>&1"], user=12345, folder="/home/p12345", cgroup=site.cgroup
    )
    return Outcome(done.stdout, done.returncode, compiled.stdout + compiled.stderr, {})


def coderunner(bundle: bytes, submission: tuple[str, bytes] | None, site: Site) -> Outcome:
    """A run's folder on the sandbox server, as its user. Only a program that ends well is read."""
    unpack(bundle, site.work / "bundle")
    question = ET.parse(site.work / "bundle" / "question.xml").getroot().find("question")
    assert question is not None
    run = hand_in(site.work / "run", submission if submission and submission[0].endswith(".ipynb") else None)
    support = question.find("testcases/file")
    assert support is not None
    name, content = support.attrib["name"], support.text or ""
    subprocess.run(["base64", "-d"], input=content.encode(), stdout=(run / name).open("wb"), check=True)
    attached = run.glob("*.ipynb")
    answer = submission[1].decode() if submission and submission[0].endswith(".py") else ""
    expanded = {
        "{{ STUDENT_ANSWER | e('py') }}": answer.replace("\\", "\\\\").replace('"', '\\"'),
        "{{ ATTACHMENTS | e('py') }}": ",".join(path.name for path in attached),
    }
    program = question.findtext("template") or ""
    for placeholder, text in expanded.items():
        program = program.replace(placeholder, text)
    (run / "prog.py").write_text(program)
    hand_in(run, None, 996)
    machine = site.machine({"/home/jobe/run": run})
    done = machine.run(
        ["/usr/bin/python3", "prog.py"], user=996, folder="/home/jobe/run", environment={"HOME": ""}, cgroup=site.cgroup
    )
    return Outcome(done.stdout if done.returncode == 0 else "", done.returncode, done.stdout + done.stderr, {})


PLATFORMS: dict[str, Callable[[bytes, tuple[str, bytes] | None, Site], Outcome]] = {
    "gradescope": gradescope,
    "prairielearn": prairielearn,
    "github": github,
    "classroom50": classroom50,
    "vpl": vpl,
    "coderunner": coderunner,
}
BUNDLES = {name: "github" if name == "classroom50" else name for name in PLATFORMS}
"""Which bundle each of them runs."""


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
