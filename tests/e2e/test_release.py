"""A handout, unpacked in an empty place and used as a student would: same feedback, no solution."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import main
from grader.course.catalog import load_exercise
from grader.errors import ExerciseFault, UsageError
from grader.release.release import release
from grader.scaffold.scaffold import scaffold

SWAPPED = "\ndef blend(a, b, weight):\n    return (1 - weight) * a + weight * b\n"
DETACHED = "\ndef blend(a, b, weight):\n    return weight * a + (1 - weight) * b.detach()\n"
OTHER = "\ndef blend(a, b, weight):\n    return a * b\n"
ENDLESS = "\ndef blend(a, b, weight):\n    while True:\n        pass\n"
BELIEVED = '''

@misconception(
    "blend", name="endless", says="It never ends: {function}.", matches=lambda seen: seen.raised == "Timeout"
)
def blends_until_equal(a: Tensor, b: Tensor, weight: float) -> Tensor:
    """Blending is repeated until nothing changes."""
    while True:
        a = b
'''
INSIDE = '''

@pytest.mark.check("blend.inside", points=1, statement="T1")
def test_inside(agree: Agreement, rng: Rng, reference: Any) -> None:
    """differs in nothing from the reference"""

    def difference(it: Any, *arguments: Any) -> Any:
        return it.blend(*arguments) - reference.blend(*arguments)

    agree(difference, *inputs(rng))
'''


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The author's course, with a new exercise of which all but two checks are shown, and one more belief."""
    course = tmp_path_factory.mktemp("author")
    (course / "exercises").mkdir()
    scaffold(course, "mixing")
    config = course / "exercises" / "mixing" / "exercise.toml"
    shown = 'visible = ["blend.value", "blend.gradients", "Blend.value"]'
    lines = config.read_text(encoding="utf-8").splitlines()
    lines = [shown if line.startswith("visible") else line for line in lines]
    config.write_text("\n".join([*lines, "", "[limits]", "call_seconds = 1"]), encoding="utf-8")
    append(course / "solutions" / "mixing" / "misconceptions.py", BELIEVED)
    return course


def append(path: Path, text: str) -> None:
    """Write to the end of a file."""
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.fixture(scope="module")
def home(author: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The handout, where there is nothing else."""
    made = author / "handout"
    release(load_exercise(author, "mixing"), made, seeds=2)
    yield Path(shutil.copytree(made, tmp_path_factory.mktemp("home") / "mixing"))
    shutil.rmtree(made)


def grade(course: Path, *words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    """Exit status and result of `grade mixing` in a course."""
    status = main(["mixing", *words, "--course", str(course), "--format", "json"])
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, result


def told(result: dict[str, Any]) -> dict[str, tuple[str, str | None, str]]:
    """What each check that was run said."""
    checks = [check for part in result["parts"] for check in part["checks"] if check["outcome"] != "pending"]
    return {check["id"]: (check["outcome"], check["misconception"], check["message"]) for check in checks}


def test_a_new_user_starts_with_a_stub_that_says_what_there_is(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, result = grade(home, capsys=capsys)
    assert (status, result["score"], result["max_score"], result["pending"]) == (1, 0, 4, 3)
    assert set(told(result)) == {"blend.value", "blend.gradients", "Blend.value"}
    waiting = [check for part in result["parts"] for check in part["checks"] if check["outcome"] == "pending"]
    assert [(check["id"], check["max_score"]) for check in waiting] == [("Blend.elsewhere", 2), ("q1.elsewhere", 1)]


@pytest.mark.parametrize(
    "definition", [SWAPPED, DETACHED, OTHER, ENDLESS], ids=["swapped", "detached", "other", "endless"]
)
def test_hears_at_home_what_is_said_in_class(
    author: Path, home: Path, tmp_path: Path, definition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mixing.py"
    stub = (home / "exercises" / "mixing" / "mixing.py").read_text(encoding="utf-8")
    path.write_text(stub + definition, encoding="utf-8")
    _, at_home = grade(home, str(path), capsys=capsys)
    _, in_class = grade(author, str(path), "--seed", str(at_home["seed"]), capsys=capsys)
    assert told(at_home).items() <= told(in_class).items()
    assert at_home["exercise"]["version"] == in_class["exercise"]["version"]


def test_right_answers_get_all_that_can_be_had_at_home(
    author: Path, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shutil.copy(author / "solutions" / "mixing" / "reference.py", tmp_path / "mixing.py")
    status, result = grade(home, str(path), capsys=capsys)
    assert (status, result["score"], result["max_score"]) == (0, 4, 4)


@pytest.mark.parametrize("name", ["mixing.py", "mixing.ipynb"])
def test_whichever_copy_is_worked_in_counts(
    home: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Path(shutil.copytree(home, tmp_path / "home"))
    text = (course / name).read_text(encoding="utf-8")
    (course / name).write_text(text.replace("raise NotImplementedError", "return a", 1), encoding="utf-8")
    monkeypatch.chdir(course)
    _, result = grade(course, capsys=capsys)
    assert result["submission"]["source"] == name
    assert "is not implemented yet" not in told(result)["blend.value"][2]


def test_the_seed_is_one_of_those_that_were_recorded(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tomllib.loads((home / "exercises" / "mixing" / "shown" / "shown.toml").read_text(encoding="utf-8"))
    _, result = grade(home, capsys=capsys)
    assert str(result["seed"]) in table["seeds"]
    assert main(["mixing", "--seed", "3", "--course", str(home)]) == 2
    assert "cannot be run from seed 3" in capsys.readouterr().err


def test_the_readme_starts_it_on_three_systems_and_the_grader_is_there(home: Path) -> None:
    readme = (home / "README.md").read_text(encoding="utf-8")
    assert all(system in readme for system in ("Windows", "macOS", "Linux"))
    assert "3 checks, for 4 of 7 points" in readme
    (wheel,) = home.glob("*.whl")
    assert wheel.name in readme


def test_a_handout_holds_exactly_what_a_student_needs(home: Path) -> None:
    found = (path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())
    names = {name for name in found if "__pycache__" not in name}  # which the tests before this one left
    inside = "exercises/mixing"
    records = {f"{inside}/shown/records/{path.name}" for path in home.rglob("*.bin")}
    assert len(records) == 2
    assert names - records - {path.name for path in home.glob("*.whl")} == {
        *("README.md", "mixing.py", "mixing.ipynb"),
        *(f"{inside}/{name}" for name in ("exercise.toml", "exercise.md", "mixing.py", "mixing.ipynb")),
        *(f"{inside}/shown/{name}" for name in ("shown.toml", "checks/test_blend.py", "checks/test_learnt_blend.py")),
    }


def test_a_leak_stops_the_release_and_leaves_nothing_behind(author: Path, tmp_path: Path) -> None:
    course = Path(shutil.copytree(author, tmp_path / "course", ignore=shutil.ignore_patterns("handout")))
    stub = course / "exercises" / "mixing" / "mixing.md"
    text = course / "exercises" / "mixing" / "exercise.md"
    stub.write_text("return weight * a + (1 - weight) * b", encoding="utf-8")
    text.write_text(text.read_text(encoding="utf-8") + "\n[a hint](mixing.md)\n", encoding="utf-8")
    with pytest.raises(ExerciseFault, match=r"mixing\.md would show code of reference\.py"):
        release(load_exercise(course, "mixing"), tmp_path / "out", seeds=1)
    assert not (tmp_path / "out").exists()


def test_a_check_that_needs_the_reference_itself_stays_hidden(author: Path, tmp_path: Path) -> None:
    course = Path(shutil.copytree(author, tmp_path / "course", ignore=shutil.ignore_patterns("handout")))
    config = course / "exercises" / "mixing" / "exercise.toml"
    text = config.read_text(encoding="utf-8").replace('"function", points = 3', '"function", points = 4')
    checks = course / "solutions" / "mixing" / "checks" / "test_blend.py"
    source = checks.read_text(encoding="utf-8").replace("import pytest", "from typing import Any\n\nimport pytest")
    checks.write_text(source + INSIDE, encoding="utf-8")
    config.write_text(text.replace('"Blend.value"]', '"Blend.value", "blend.inside"]'), encoding="utf-8")
    with pytest.raises(ExerciseFault, match=r"blend\.inside cannot be shown: it uses the reference's blend inside"):
        release(load_exercise(course, "mixing"), tmp_path / "out", seeds=1)
    config.write_text(re.sub(r"visible = .*", 'visible = "all"', text), encoding="utf-8")
    released = release(load_exercise(course, "mixing"), tmp_path / "out", seeds=1)
    assert list(released.refused) == ["blend.inside"]
    shown = tmp_path / "out" / "exercises" / "mixing" / "shown" / "checks" / "test_blend.py"
    assert "difference" not in shown.read_text(encoding="utf-8")


def test_a_handout_cannot_be_handed_out_again_and_a_full_folder_is_left_alone(author: Path, home: Path) -> None:
    with pytest.raises(UsageError, match="is a handout already"):
        release(load_exercise(home, "mixing"), home / "again")
    with pytest.raises(UsageError, match="is not empty"):
        release(load_exercise(author, "mixing"), author)


def test_nothing_shown_means_that_all_of_it_waits(
    author: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = Path(shutil.copytree(author, tmp_path / "course", ignore=shutil.ignore_patterns("handout")))
    config = course / "exercises" / "mixing" / "exercise.toml"
    lines = config.read_text(encoding="utf-8").splitlines()
    config.write_text("\n".join(line for line in lines if not line.startswith("visible")), encoding="utf-8")
    released = release(load_exercise(course, "mixing"), tmp_path / "home", seeds=2)
    assert (released.checks, released.handout.seeds) == ((), ())
    status, result = grade(tmp_path / "home", capsys=capsys)
    assert (status, result["max_score"], result["pending"]) == (0, 0, 7)
