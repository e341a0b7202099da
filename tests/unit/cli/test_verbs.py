"""The verbs beside `run`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.progress import latest
from tests.unit.cli.standin import Grade, StandIn


def test_help_is_quick_because_it_imports_little() -> None:
    heavy = {"torch", "pytest", "pydantic", "rich", "jinja2", "nbformat", "numpy"}
    program = (
        "import sys; from grader.cli.main import main; status = main(['--help']); "
        f"print(sorted({heavy!r} & set(sys.modules)), status, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    assert ran.stderr == "[] 0\n"
    for verb in ("run", "watch", "list", "show", "start", "doctor", "completion"):
        assert f"  {verb} " in ran.stdout


def test_every_verb_explains_itself(grade: Grade) -> None:
    for verb in ("run", "watch", "list", "show", "start", "doctor", "completion"):
        ran = grade(verb, "--help")
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.startswith(f"Usage: grade {verb}")


def test_version(grade: Grade) -> None:
    assert grade("--version").out.startswith("torchgrader ")


def test_list_shows_progress(course: Path, engine: StandIn, grade: Grade) -> None:
    assert grade("list").out == "ex9  Adding\n     not graded yet\n"
    grade("ex9")
    score, time = latest(course, "ex9").rsplit(", ", 1)  # type: ignore[union-attr]
    assert score == "0 of 7 points, 3 pending"
    assert grade("list").out == f"ex9  Adding\n     {score}, {time}\n"


def test_one_part_alone_is_no_progress(course: Path, engine: StandIn, grade: Grade) -> None:
    grade("ex9", "--part", "A")
    assert latest(course, "ex9") is None


def test_progress_that_cannot_be_kept_does_not_matter(
    course: Path, engine: StandIn, grade: Grade, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    ran = grade("ex9")
    assert (ran.status, ran.err) == (1, "")
    assert grade("list").out == "ex9  Adding\n     not graded yet\n"


@pytest.mark.parametrize("damaged", ["", "[]", '{"format": 1, "courses": 3}', '{"format": 9}', "\0"])
def test_damaged_progress_does_not_matter(
    course: Path, grade: Grade, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, damaged: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "torchgrader").mkdir()
    (tmp_path / "torchgrader" / "progress.json").write_text(damaged, encoding="utf-8")
    assert grade("list").out == "ex9  Adding\n     not graded yet\n"


def test_list_goes_on_after_a_broken_exercise(course: Path, grade: Grade) -> None:
    broken = course / "exercises" / "ex1"
    broken.mkdir()
    (broken / "exercise.toml").write_text("=", encoding="utf-8")
    lines = grade("list").out.splitlines()
    assert lines[0].startswith("ex1  cannot be read: ")
    assert "ex9  Adding" in lines


def test_show_renders_the_text(course: Path, grade: Grade) -> None:
    out = grade("show", "ex9").out
    assert "Adding" in out
    assert "T1 The sum is new." in out


def test_start_copies_and_never_overwrites(course: Path, grade: Grade, tmp_path: Path) -> None:
    target = tmp_path / "work"
    assert grade("start", "ex9", str(target)).out == (
        f"Copied {target / 'ex9.py'}.\nWork on one of them, then run: grade ex9\n"
    )
    (target / "ex9.py").write_text("mine", encoding="utf-8")
    assert grade("start", "ex9", str(target)).out.startswith(f"{target / 'ex9.py'} is there already and was left")
    assert (target / "ex9.py").read_text(encoding="utf-8") == "mine"


def test_the_course_can_be_named(course: Path, grade: Grade, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert grade("list").status == 2
    assert grade("list", "--course", str(course)).out.startswith("ex9")
    monkeypatch.setenv("GRADE_COURSE", str(course))
    assert grade("list").out.startswith("ex9")


def test_doctor_tells_versions_isolation_and_limits(course: Path, grade: Grade) -> None:
    out = grade("doctor").out
    for words in ("torchgrader ", "python ", "torch ", "isolation ", "course ", "call 5 seconds", "64 threads"):
        assert words in out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(grade: Grade, shell: str) -> None:
    assert "_GRADE_COMPLETE" in grade("completion", shell).out


def test_completes_verbs_and_exercises(course: Path) -> None:
    environment = {"_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": "grade ", "COMP_CWORD": "1", "PATH": ""}
    ran = subprocess.run(
        [sys.executable, "-c", "import sys; from grader.cli.main import main; sys.exit(main())"],
        env=environment | {"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert {"plain,run", "plain,watch", "plain,ex9"} <= set(ran.stdout.split("\n"))
