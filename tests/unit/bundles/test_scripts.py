"""The scripts of bundles run where students' files lie: one with the name of a module must not be taken for it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.bundles import github, vpl
from grader.bundles.archive import Member
from grader.bundles.kit import PYTHON, Kit
from grader.course.catalog import load_exercise
from tests.unit.bundles import test_bundles

pytestmark = test_bundles.pytestmark
INSTALLED = Path(sys.executable).parent
"""Where the grader is, as bundles install it."""
KIT = Kit(load_exercise(test_bundles.ROOT, "ex3"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A student's folder, with a file of the name of every module, each of which says that it ran."""
    place = tmp_path / "checkout"
    place.mkdir()
    for name in sys.stdlib_module_names:
        (place / f"{name}.py").write_text('import sys\nsys.stdout.write("STUDENT CODE RAN")\n', encoding="utf-8")
    return place


def unpack(members: list[Member], place: Path) -> Path:
    """Write the files of a bundle."""
    for member in members:
        path = place / member.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(member.content)
    return place


def bash(script: Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script in the student's folder."""
    known = {"PATH": os.environ["PATH"], "HOME": str(folder), **environment}
    done = subprocess.run(["bash", script], cwd=folder, env=known, capture_output=True, text=True)
    assert "STUDENT CODE RAN" not in done.stdout + done.stderr
    return done


def test_setup(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / f"python{PYTHON}").symlink_to(sys.executable)
    script = unpack(KIT.install(), tmp_path / "bundle") / "setup.sh"
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    offline = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    done = bash(script, folder, PATH=path, TORCHGRADER_HOME=str(tmp_path / "home"), **offline)
    assert done.returncode != 0  # all goes well until a network is needed
    assert (tmp_path / "home" / "venv" / "bin" / "pip").exists()


def test_the_action_of_github(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "bin").symlink_to(INSTALLED)
    (folder / "handed_in").mkdir()
    script = unpack(github.bundle(KIT), tmp_path / "bundle") / "grade.sh"
    files = {f"GITHUB_{name}": str(tmp_path / name) for name in ("STEP_SUMMARY", "OUTPUT")}
    done = bash(
        script, folder, TORCHGRADER_HOME=str(tmp_path), RUNNER_TEMP=str(tmp_path), SUBMISSION="handed_in", **files
    )
    assert done.returncode == 4, done.stderr
    assert re.match(r"::stop-commands::[0-9a-f]{40}\n", done.stdout)


def test_the_evaluation_of_vpl(folder: Path, tmp_path: Path) -> None:
    (folder / "vpl_environment.sh").touch()
    script = unpack(vpl.bundle(KIT), tmp_path / "bundle") / "vpl_evaluate.sh"
    script.write_bytes(script.read_bytes().replace(b"/opt/torchgrader/venv/bin", os.fsencode(INSTALLED)))
    assert bash(script, folder).returncode == 0
    assert (folder / ".torchgrader" / "course" / "exercises" / "ex3" / "exercise.toml").exists()
    assert (folder / "vpl_execution").exists()


def test_a_program_of_the_students_is_not_evaluated_where_the_grader_is_missing(folder: Path, tmp_path: Path) -> None:
    for name in ("vpl_environment.sh", "vpl_execution"):
        (folder / name).touch()
    script = unpack(vpl.bundle(KIT), tmp_path / "bundle") / "vpl_evaluate.sh"
    script.write_bytes(script.read_bytes().replace(b"/opt/torchgrader/venv/bin", os.fsencode(tmp_path)))
    assert "not installed" in bash(script, folder).stdout
    assert not (folder / "vpl_execution").exists()
