"""Every bundle for real: installed as its platform installs it, then run on hand-ins of every kind, without a network.

Takes about twenty minutes and needs root, a network or wheels for the installation, and namespaces: `make trial`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from grader.bundles.archive import archive
from grader.bundles.kit import Kit
from grader.course.catalog import load_exercise
from tests.bundles.machine import Cgroup, Machine
from tests.bundles.platforms import BUNDLES, GRADER, METADATA, PLATFORMS, Outcome, Site, unpack
from tests.bundles.submissions import FORMS, KINDS, ROOT, submission
from tests.unit.reports import readers

PLACE = ROOT / "build" / "trial"
"""Kept between trials: setup.sh does nothing where the same is installed already."""
DIGITS = {"github": 0.01, "vpl": 1e-5}
"""How exactly a platform's document carries the share of points; the others carry all digits."""


@cache
def bundle(name: str, course: Path = ROOT) -> bytes:
    """The archive that `grade bundle` makes."""
    module = __import__(f"grader.bundles.{name}", fromlist=["bundle"])
    return archive(module.bundle(Kit(load_exercise(course, "ex3"))))


@pytest.fixture(scope="session")
def installed() -> Path:
    """The folder where Gradescope's setup.sh installed the grader. Only here is there a network."""
    assert os.geteuid() == 0, "trials need root"
    for name in set(BUNDLES.values()):
        bundle(name)  # all at the same time, so that they hold the same grader
    source, home = PLACE / "source", PLACE / "opt"
    shutil.rmtree(source, ignore_errors=True)
    home.mkdir(parents=True, exist_ok=True)
    unpack(bundle("gradescope"), source)
    wheels = [each for each in os.environ.get("PIP_FIND_LINKS", "").split() if Path(each).is_dir()]
    machine = Machine({GRADER: home, "/autograder/source": source}, read_only=tuple(wheels))
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    done = machine.run(["bash", "/autograder/source/setup.sh"], network=True, environment=pip, seconds=1800)
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture
def site(installed: Path, tmp_path: Path) -> Site:
    """A place for one run."""
    return Site(installed, tmp_path)


def share(platform: str, outcome: Outcome) -> float | None:
    """The part of all points that the platform would record; None if it would record nothing."""
    if platform == "github":
        found = re.search(r"^::notice title=([\d.]+) of ([\d.]+) point", outcome.document, re.MULTILINE)
        return float(found[1]) / float(found[2]) if found and outcome.status in (0, 1) else None
    if platform == "vpl":
        grade = readers.vpl_grade(outcome.document)
        return float(grade) / 10 if grade else None
    if not outcome.document or not readers.is_valid(platform, outcome.document):
        return None
    data = readers.valid(platform, outcome.document)
    if platform == "gradescope":
        most = sum(test.get("max_score", 0) for test in data.get("tests", ()))
        return float(data["score"]) / most if most else float(data["score"])
    if platform == "classroom50":
        return float(data["score"]) / float(data["max-score"]) if outcome.status == 0 else None
    return float(data["fraction"]) if platform == "coderunner" else data.get("score")


_shares: dict[str, float] = {}


def expected(kind: str, installed: Path, folder: Path) -> float:
    """What Gradescope records for the kind of hand-in as a file."""
    if kind not in _shares:
        outcome = PLATFORMS["gradescope"](bundle("gradescope"), submission(kind, "py"), Site(installed, folder))
        found = share("gradescope", outcome)
        assert found is not None, outcome.log
        _shares[kind] = found
    return _shares[kind]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_grades(platform: str, kind: str, form: str, site: Site, tmp_path_factory: pytest.TempPathFactory) -> None:
    outcome = PLATFORMS[platform](bundle(BUNDLES[platform]), submission(kind, form), site)
    found = share(platform, outcome)
    assert found is not None, outcome.log + outcome.document
    reference = expected(kind, site.installed, tmp_path_factory.mktemp("reference"))
    assert found == pytest.approx(reference, abs=DIGITS.get(platform, 1e-12))
    assert (found == 1) == (kind == "full")
    assert found > 0.5
    told = "".join((outcome.document, outcome.log, *outcome.files.values()))
    assert "LEAKED" not in told
    assert "Traceback (most recent call last)" not in told
    signs = {"looping": "stopped after 5 s", "crashing": "ended during this check", "wrong": "forgot_add"}
    assert kind not in signs or signs[kind] in told or platform == "github"


def test_an_attack_issues_no_commands(site: Site) -> None:
    outcome = PLATFORMS["github"](bundle("github"), submission("hostile", "py"), site)
    stop, again, *rest = outcome.document.splitlines()
    assert again == f"::{stop.removeprefix('::stop-commands::')}::"
    points, *errors = readers.commands("\n".join(rest))
    assert (points.kind, {error.kind for error in errors}) == ("notice", {"error"})
    assert all(error.properties["file"] == "submission/ex3.py" and "line" in error.properties for error in errors)
    assert outcome.files["output"].startswith("reports=/home/runner/temp/grade.")
    assert "residual_add" in outcome.files["summary"]
    readers.junit(outcome.files["junit.xml"])


def test_late_data_reaches_the_results(site: Site) -> None:
    outcome = PLATFORMS["gradescope"](bundle("gradescope"), submission("full", "py"), site)
    late = json.loads(outcome.document)["extra_data"]["late"]
    assert late == {
        "submitted": METADATA["created_at"],
        "due": "2026-10-01T23:59:00.000000-07:00",
        "late_due": None,
        "seconds_late": 120,
    }


def test_no_other_user_looks_into_the_folder_of_gradescope(site: Site) -> None:
    PLATFORMS["gradescope"](bundle("gradescope"), submission("full", "py"), site)
    machine = site.machine({"/autograder": site.work / "autograder"})
    assert machine.run(["test", "-r", "/autograder/source/setup.sh"]).returncode == 0
    for path in ("/autograder", "/autograder/source/setup.sh", "/autograder/results/results.json"):
        assert machine.run(["test", "-r", path], user=65534).returncode == 1


@pytest.mark.parametrize("platform", PLATFORMS)
def test_nothing_handed_in(platform: str, site: Site) -> None:
    outcome = PLATFORMS[platform](bundle(BUNDLES[platform]), None, site)
    assert share(platform, outcome) in (0, None)
    assert "No Python file or notebook" in outcome.document + outcome.files.get("summary", "")


@pytest.fixture(scope="session")
def broken_course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course with a mistake of its author's: points that do not add up."""
    course = tmp_path_factory.mktemp("broken") / "course"
    for folder in ("exercises", "solutions"):
        shutil.copytree(ROOT / folder, course / folder)
    config = course / "exercises" / "ex3" / "exercise.toml"
    config.write_text(config.read_text().replace('kind = "function", points = 7', 'kind = "function", points = 8'))
    return course


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_fault_of_ours_is_no_mark(platform: str, broken_course: Path, site: Site) -> None:
    outcome = PLATFORMS[platform](bundle(BUNDLES[platform], broken_course), submission("full", "py"), site)
    assert share(platform, outcome) is None
    told = outcome.document + outcome.log if platform in ("coderunner", "github") else outcome.document
    assert "not a mark" in told
    if platform == "prairielearn":
        assert json.loads(outcome.document)["gradable"] is False
    else:
        assert outcome.status == 3
    for_students = outcome.document + outcome.files.get("summary", "")
    assert "exercise.toml" not in for_students


def test_a_killed_run_tells_the_student_something(site: Site) -> None:
    watch = "/autograder/run_autograder & until test -s /autograder/results/results.json; do sleep 0.1; done"
    root = site.work / "autograder"
    unpack(bundle("gradescope"), root / "source")
    (root / "results").mkdir()
    (root / "submission").mkdir()
    (root / "submission" / "ex3.py").write_bytes(submission("looping", "py")[1])
    shutil.copy(root / "source" / "run_autograder", root)
    site.machine({"/autograder": root}).run(["bash", "-c", watch], folder="/autograder")
    left = (root / "results" / "results.json").read_text()
    assert "did not finish" in json.loads(left)["output"]
    assert not readers.is_valid("gradescope", left)


def test_a_machine_that_cannot_seal_grades_nobody(site: Site) -> None:
    root = site.work / "autograder"
    unpack(bundle("gradescope"), root / "source")
    (root / "results").mkdir()
    (root / "submission").mkdir()
    (root / "submission" / "ex3.py").write_bytes(submission("full", "py")[1])
    shutil.copy(root / "source" / "run_autograder", root)
    machine = site.machine({"/autograder": root})
    done = machine.run(["setarch", "i686", "/autograder/run_autograder"], folder="/autograder")
    assert done.returncode == 3
    assert "cannot be sealed" in done.stderr
    assert "not a mark" in json.loads((root / "results" / "results.json").read_text())["output"]


def test_those_in_charge_hear_of_too_little_memory(installed: Path, tmp_path: Path) -> None:
    with Cgroup("trial", memory_mib=768, processors=0.5) as group:
        outcome = PLATFORMS["gradescope"](
            bundle("gradescope"), submission("full", "py"), Site(installed, tmp_path, group)
        )
    assert share("gradescope", outcome) == 1
    assert "This container has 768 MiB of memory, but the exercise grants" in outcome.log
    assert "768 MiB" not in outcome.document
