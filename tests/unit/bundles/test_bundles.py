"""What a bundle holds: the files its platform looks for, the grader and the course whole, and nothing of this
machine.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from grader.bundles import coderunner, github, gradescope, prairielearn, vpl
from grader.bundles.archive import Member, archive
from grader.bundles.kit import Kit
from grader.bundles.pins import pins
from grader.bundles.wheel import wheel
from grader.cli.main import main
from grader.course.catalog import load_exercise
from grader.errors import UsageError

ROOT = Path(__file__).parents[3]
SCHEMAS = ROOT / "tests" / "gold" / "schemas"
EXERCISE = load_exercise(ROOT, "ex3")
BUNDLES: dict[str, Callable[[Kit], list[Member]]] = {
    "coderunner": coderunner.bundle,
    "github": github.bundle,
    "gradescope": gradescope.bundle,
    "prairielearn": prairielearn.bundle,
    "vpl": vpl.bundle,
}


def is_installed() -> bool:
    """Whether the grader runs as an installed package, in place or not."""
    try:
        return bool(version("torchgrader"))
    except PackageNotFoundError:
        return False


pytestmark = pytest.mark.skipif(
    not is_installed(), reason="a wheel is made from an installed package: pip install -e ."
)


@cache
def bundle(name: str) -> dict[str, Member]:
    """The files of a bundle by name."""
    return {member.name: member for member in BUNDLES[name](Kit(EXERCISE))}


@pytest.mark.parametrize("name", BUNDLES)
def test_is_the_same_bytes_each_time(name: str) -> None:
    assert archive(BUNDLES[name](Kit(EXERCISE))) == archive(bundle(name).values())


@pytest.mark.parametrize("name", BUNDLES)
def test_holds_no_caches_and_leads_nowhere_else(name: str) -> None:
    for path in map(Path, bundle(name)):
        assert not path.is_absolute()
        assert not {"..", "__pycache__"} & set(path.parts)
        assert not any(part.startswith(".") for part in path.parts if part != ".github")
    members = bundle(name).values()
    assert not [member.name for member in members if str(ROOT).encode() in member.content]


@pytest.mark.parametrize("name", BUNDLES)
def test_scripts_are_scripts(name: str) -> None:
    scripts = [member for member in bundle(name).values() if member.executable]
    assert scripts
    for script in scripts:
        assert b"\r" not in script.content
        assert b"@" not in script.content.replace(b'$@"', b"") or name == "github"
        if script.name.endswith(".py"):
            ast.parse(script.content)
        else:
            assert script.content.startswith(b"#!/bin/bash\n")
            subprocess.run(["bash", "-n"], input=script.content, check=True)


def test_run_bits_and_folders_reach_the_archive() -> None:
    with zipfile.ZipFile(io.BytesIO(archive(bundle("gradescope").values()))) as packed:
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in packed.infolist()}
    assert modes["setup.sh"] == modes["run_autograder"] == 0o755
    assert modes["course/exercises/ex3/exercise.toml"] == 0o644


def test_the_course_grades_the_same(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(archive(bundle("gradescope").values()))) as packed:
        packed.extractall(tmp_path)
    bundled = load_exercise(tmp_path / "course", "ex3")
    assert bundled.version == EXERCISE.version
    assert [stub.read_bytes() for stub in bundled.stubs] == [stub.read_bytes() for stub in EXERCISE.stubs]


def test_the_wheel_installs_and_packs_itself_again(tmp_path: Path) -> None:
    made = wheel()
    (tmp_path / made.name).write_bytes(made.content)
    target = tmp_path / "target"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, "--target", target, tmp_path / made.name], check=True, capture_output=True)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import grader; assert grader.__file__.startswith(sys.argv[1]);"
        "from grader.bundles.wheel import wheel; sys.stdout.buffer.write(wheel().content)"
    )
    again = subprocess.run([sys.executable, "-I", "-c", code, target], check=True, capture_output=True)
    assert again.stdout == made.content


def test_every_package_is_pinned_as_it_is_here() -> None:
    pinned = dict(line.split("==") for line in pins().splitlines())
    assert {"torch", "pytest", "msgpack", "pydantic-core", "sympy"} <= set(pinned)
    assert not {"torchgrader", "mypy", "ruff", "hypothesis"} & set(pinned)
    assert all(version(name).split("+")[0] == number for name, number in pinned.items())


def test_another_index_and_odd_names_stay_words_of_the_shell() -> None:
    kit = Kit(replace(EXERCISE, id="ex 3'; touch x #"), index="https://example.org/whl?a=1&b=2")
    script = kit.script("setup.sh").content
    assert b"index='https://example.org/whl?a=1&b=2'\n" in script
    run = kit.script("run_autograder").content.decode()
    line = next(line for line in run.splitlines() if "autograde " in line)
    words = subprocess.run(["bash", "-c", f"echo() {{ printf '%s\\n' \"$@\"; }}; echo {line.rstrip(chr(92))}"],
                           capture_output=True, text=True, check=True).stdout.splitlines()  # fmt: skip
    assert words[2] == "ex 3'; touch x #"


def test_setup_does_nothing_where_just_this_is_installed(tmp_path: Path) -> None:
    tools, here, home = tmp_path / "bin", tmp_path / "here", tmp_path / "home"
    for folder in (tools, here, home):
        folder.mkdir()
    for name in ("bash", "dirname", "sha256sum"):  # and no Python, so that it fails where it has something to do
        (tools / name).symlink_to(shutil.which(name) or name)

    def setup(kit: Kit) -> int:
        for member in kit.install():
            (here / member.name).write_bytes(member.content)
        environment = {"PATH": str(tools), "TORCHGRADER_HOME": str(home)}
        return subprocess.run(["bash", here / "setup.sh"], env=environment, capture_output=True).returncode

    assert setup(Kit(EXERCISE)) != 0
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in here.iterdir()]
    (home / "installed.sha256").write_text("".join(sums))
    assert setup(Kit(EXERCISE)) == 0
    assert setup(Kit(replace(EXERCISE, id="another"))) == 0
    assert setup(Kit(EXERCISE, index="https://example.org/cpu")) != 0


def test_without_solutions_there_is_nothing_to_bundle(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no checks to bundle"):
        Kit(replace(EXERCISE, solutions=tmp_path / "absent")).course()


def test_the_question_of_prairielearn() -> None:
    files = bundle("prairielearn")
    info = json.loads(files["questions/ex3/info.json"].content)
    Draft202012Validator(json.loads((SCHEMAS / "prairielearn-info.json").read_text())).validate(info)
    entry = info["externalGradingOptions"]["entrypoint"].removeprefix("/grade/")
    assert files[f"questions/ex3/{entry}"].executable
    assert info["uuid"] == json.loads(bundle("prairielearn")["questions/ex3/info.json"].content)["uuid"]
    question = files["questions/ex3/question.html"].content.decode()
    assert question.startswith("{{=")
    for picture in ("figures/depth.svg", "figures/paths.svg"):
        assert f'src="[[torchgrader options.client_files_question_url ]]/{picture}"' in question
        assert f"questions/ex3/clientFilesQuestion/{picture}" in files
    assert "ex3.py,ex3.ipynb" in question
    for stub in ("ex3.py", "ex3.ipynb"):
        assert f'<pl-file-download file-name="{stub}">' in question
        assert f"questions/ex3/clientFilesQuestion/{stub}" in files
    assert not [name for name in files if "clientFiles" in name and "solutions" in name]


def test_the_action_of_github() -> None:
    files = bundle("github")
    action = yaml.safe_load(files["action.yml"].content)
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert [script.rpartition("/")[2].strip('"') for script in scripts] == ["setup.sh", "grade.sh"]
    workflow = yaml.safe_load(files[".github/workflows/grade.yml"].content)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["grade"]["steps"][1]["with"]["persist-credentials"] is False


def test_the_file_of_vpl_holds_the_course() -> None:
    script = bundle("vpl")["vpl_evaluate.sh"].content.decode()
    packed = base64.b64decode(script.split("<<'END'\n")[1].split("END\n")[0])
    with zipfile.ZipFile(io.BytesIO(packed)) as course:
        assert "course/solutions/ex3/reference.py" in course.namelist()


def test_the_question_of_coderunner() -> None:
    question = ET.fromstring(bundle("coderunner")["question.xml"].content).find("question")
    assert question is not None
    assert question.findtext("grader") == "TemplateGrader"
    assert question.findtext("iscombinatortemplate") == "1"
    assert question.findtext("defaultgrade") == "86"
    assert json.loads(question.findtext("sandboxparams") or "") == {"numprocs": 400}
    template = question.findtext("template") or ""
    ast.parse(template)
    assert template.count("{{") == template.count("}}") == 2
    file = question.find("testcases/file")
    assert file is not None
    assert f'ZipFile("{file.attrib["name"]}")' in template
    may_be_attached = re.compile(question.findtext("filenamesregex") or "")
    assert may_be_attached.fullmatch("my-ex3.ipynb")
    assert not may_be_attached.fullmatch("zipfile.py")
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(file.text or ""))) as course:
        assert "course/exercises/ex3/exercise.toml" in course.namelist()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "autograder.zip"
    assert main(["bundle", "gradescope", "ex3", "--course", str(ROOT), "-o", str(output)]) == 0
    assert output.read_bytes() == archive(bundle("gradescope").values())
    assert "It holds the solutions" in capsys.readouterr().err
    assert main(["bundle", "moodle", "ex3", "-o", str(output)]) == 2
