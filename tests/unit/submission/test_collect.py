"""Which file counts, and what comes with it; the specimens hold every case of real life."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from grader.errors import SubmissionRefused, UsageError
from grader.submission.collect import read_submission
from grader.submission.source import Cell, Submission


def tree(folder: Path, files: dict[str, str]) -> Path:
    """The folder with these files in it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


def test_one_file(tmp_path: Path) -> None:
    """The whole of it: nothing is added, and the checksum is the file's own."""
    path = tree(tmp_path, {"ex3.py": "x = 1\n"}) / "ex3.py"
    assert read_submission(path, "ex3") == Submission(
        student="ex3",
        source="ex3.py",
        sha256=hashlib.sha256(b"x = 1\n").hexdigest(),
        cells=(Cell("ex3.py", "x = 1\n"),),
    )


def test_a_file_named_on_its_own_counts_whatever_its_name(tmp_path: Path) -> None:
    """And its name is the student's, as in a folder of submissions."""
    submission = read_submission(tree(tmp_path, {"ada.py": "x = 1\n"}) / "ada.py", "ex3")
    assert (submission.student, submission.notes) == ("ada", ())


def test_nothing_there_is_wrong_usage(tmp_path: Path) -> None:
    """Exit status 2, not 4: nothing was handed in."""
    with pytest.raises(UsageError, match="There is no file or folder"):
        read_submission(tmp_path / "ex3.py", "ex3")


def test_the_exact_name_comes_before_a_near_one_and_both_before_any_other(tmp_path: Path) -> None:
    """The rule, step by step, with what is said at each."""
    tree(tmp_path, {"main.py": "a = 1\n"})
    submission = read_submission(tmp_path, "ex3")
    assert submission.source == "main.py"
    assert submission.notes == ('"main.py" was taken as ex3.py: it is the only Python file or notebook.',)

    tree(tmp_path, {"work/ex3 (1).ipynb": '{"cells": [{"cell_type": "code", "source": "b = 1"}]}'})
    submission = read_submission(tmp_path, "ex3")
    assert submission.source == "work/ex3 (1).ipynb"
    assert submission.notes == ('"ex3 (1).ipynb" was taken as ex3.ipynb: it is the only one with ex3 in its name.',)

    tree(tmp_path, {"ex3.py": "c = 1\n"})
    submission = read_submission(tmp_path, "ex3")
    assert submission.source == "ex3.py"
    assert submission.notes == ('Left aside: "work/ex3 (1).ipynb".',)


def test_ambiguity_is_refused_with_all_that_helps(tmp_path: Path) -> None:
    """What was found, what was wanted, what to do, and the rule."""
    tree(tmp_path, {"ex3 (1).py": "x = 1\n", "ex3 (2).py": "x = 2\n"})
    with pytest.raises(SubmissionRefused) as refused:
        read_submission(tmp_path, "ex3")
    assert refused.value.message == (
        '2 files could be the one that counts: "ex3 (1).py", "ex3 (2).py". Wanted is one file, ex3.py or ex3.ipynb.'
    )
    assert refused.value.advice == (
        "Delete or rename the others, or hand in the right one alone. The file named ex3.py or ex3.ipynb counts; if "
        "there is none, the one with ex3 in its name; if there is none, the only Python file or notebook."
    )
    assert refused.value.exit_status == 4


def test_the_handout_does_not_count_beside_work(tmp_path: Path) -> None:
    """But alone it does: then it is what was handed in. Comments and line ends make no difference."""
    handout = tree(tmp_path / "handout", {"ex3.py": "def f():\n    raise NotImplementedError\n"})
    work = tree(tmp_path / "work", {"ex3.py": "# my file\r\ndef f():\r\n    raise NotImplementedError\r\n"})
    assert read_submission(work, "ex3", handout=handout).source == "ex3.py"

    tree(work, {"ex3-2.py": "def f():\n    return 1\n"})
    submission = read_submission(work, "ex3", handout=handout)
    assert submission.source == "ex3-2.py"
    assert 'Left aside, because it is still as handed out: "ex3.py".' in submission.notes
    assert read_submission(work, "ex3").source == "ex3.py"


def test_working_in_the_handout_itself(tmp_path: Path) -> None:
    """There is nothing to compare with."""
    tree(tmp_path, {"ex3.py": "x = 1\n", "ex3.ipynb": '{"cells": [{"cell_type": "code", "source": "x = 2"}]}'})
    with pytest.raises(SubmissionRefused, match="2 files could be"):
        read_submission(tmp_path, "ex3", handout=tmp_path)


def test_helpers_come_along_if_they_are_imported(tmp_path: Path) -> None:
    """Directly or through each other, from the file's own folder, and into the checksum."""
    tree(
        tmp_path,
        {
            "w/ex3.py": "import torch, first as f\nfrom second.part import x\ndef g():\n    import third\n",
            "w/first.py": "import fourth\r\n",
            "w/third.py": "x = 1",
            "w/fourth.py": "import first, ex3\n",
            "w/unused.py": "x = 1\n",
            "second.py": "x = 1\n",
        },
    )
    submission = read_submission(tmp_path, "ex3")
    assert submission.helpers == (("first", "import fourth\n"), ("third", "x = 1\n"), ("fourth", "import first, ex3\n"))
    assert submission.sha256 != hashlib.sha256((tmp_path / "w/ex3.py").read_bytes()).hexdigest()


def test_beside_a_single_file_may_lie_the_work_of_others(tmp_path: Path) -> None:
    """So helpers are taken from there only if the folder is the student's own."""
    tree(tmp_path, {"ada.py": "from bob import *\n", "bob.py": "x = 1\n"})
    assert read_submission(tmp_path / "ada.py", "ex3").helpers == ()
    assert read_submission(tmp_path / "ada.py", "ex3", own_folder=True).helpers == (("bob", "x = 1\n"),)


def test_a_helper_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """The rest is graded."""
    tree(tmp_path, {"ex3.py": "import helper\n", "helper.py": ""})
    assert read_submission(tmp_path, "ex3").notes == ('The helper module was left out: "helper.py" is empty.',)


def test_links_are_never_followed(tmp_path: Path) -> None:
    """A link could lead to the reference solution."""
    secret = tree(tmp_path / "secret", {"ex3.py": "answer = 42\n", "helper.py": "answer = 42\n"})
    work = tree(tmp_path / "work", {"main.py": "import helper\n"})
    (work / "ex3.py").symlink_to(secret / "ex3.py")
    (work / "helper.py").symlink_to(secret / "helper.py")
    (work / "folder").symlink_to(secret)

    submission = read_submission(work, "ex3")
    assert (submission.source, submission.helpers) == ("main.py", ())
    assert read_submission(work / "main.py", "ex3", own_folder=True).helpers == ()
    for link in (work / "ex3.py", work / "folder"):
        with pytest.raises(SubmissionRefused):
            read_submission(link, "ex3")


def test_pipes_and_devices_are_refused_without_waiting(tmp_path: Path) -> None:
    """Opening a pipe that nobody writes to would wait for ever."""
    os.mkfifo(tmp_path / "ex3.py")
    with pytest.raises(SubmissionRefused, match="is not a regular file"):
        read_submission(tmp_path / "ex3.py", "ex3")
    with pytest.raises(SubmissionRefused, match="No Python file or notebook"):
        read_submission(tmp_path, "ex3")


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    """64 MiB hold any notebook."""
    path = tmp_path / "ex3.ipynb"
    with path.open("wb") as file:
        file.truncate(65 * 2**20)
    with pytest.raises(SubmissionRefused, match="larger than 64 MiB"):
        read_submission(path, "ex3")


def test_folders_have_bounds(tmp_path: Path) -> None:
    """In number of files and in depth; environments and caches are not entered."""
    tree(tmp_path, {"ex3.py": "x = 1\n"} | {f".venv/lib/{n}.py": "" for n in range(2100)})
    assert read_submission(tmp_path, "ex3").source == "ex3.py"
    tree(tmp_path, {f"data/{n}.txt": "" for n in range(2001)})
    with pytest.raises(SubmissionRefused, match="more than 2000 files"):
        read_submission(tmp_path, "ex3")
    deep = tree(tmp_path / "deep", {"a/" * 20 + "ex3.py": "x = 1\n"})
    with pytest.raises(SubmissionRefused, match="more than 16 deep"):
        read_submission(deep, "ex3")


def test_many_candidates_are_listed_with_a_bound(tmp_path: Path) -> None:
    """And none of them is read to compare."""
    tree(tmp_path, {f"{n:03}/ex3.py": f"x = {n}\n" for n in range(100)})
    with pytest.raises(SubmissionRefused, match=r'100 files could be .*"004/ex3.py" and 95 more\.'):
        read_submission(tmp_path, "ex3")


def test_notes_have_a_bound(tmp_path: Path) -> None:
    """The first ones say the most."""
    cells = ", ".join('{"cell_type": "code", "source": "x = \u201ca\u201d"}' for _ in range(50))
    tree(tmp_path, {"ex3.ipynb": f'{{"cells": [{cells}]}}'})
    assert len(read_submission(tmp_path, "ex3").notes) == 10


def test_the_students_name_is_the_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for the current folder; or what the caller says."""
    work = tree(tmp_path / "Ada Lovelace", {"ex3.py": "x = 1\n"})
    assert read_submission(work, "ex3").student == "Ada Lovelace"
    assert read_submission(work, "ex3", student="104711").student == "104711"
    monkeypatch.chdir(work)
    assert read_submission(Path(), "ex3").student == "Ada Lovelace"
