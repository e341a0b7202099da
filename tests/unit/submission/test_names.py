"""File names as students' systems make them."""

from __future__ import annotations

import pytest

from grader.submission.names import closeness, is_leftover, kind_of, listed, quoted, shown, without_ending


@pytest.mark.parametrize("name", ["ex3.py", "a/b/ex3.ipynb", "ex3.py.txt", "ex3.ipynb.json"])
def test_the_wanted_name_is_closest(name: str) -> None:
    """Folders and the endings that systems add do not matter."""
    assert closeness(name, "ex3") == 0


@pytest.mark.parametrize(
    "name",
    [
        "ex3 (1).py",
        "ex3-2.ipynb",
        "Ex3.PY",
        "ex3_final.py",
        "Copy of ex3.ipynb",
        "ada_ex3.py",
        "EX3 copy 2.ipynb",
        "[ex3].py",
    ],
)
def test_the_wanted_name_as_a_word_is_close(name: str) -> None:
    """Copies, additions and another case."""
    assert closeness(name, "ex3") == 1


@pytest.mark.parametrize("name", ["ex30.py", "ex31.ipynb", "myex3.py", "ex3b.py", "solution.py", "ex3é.py"])
def test_any_other_name_is_far(name: str) -> None:
    """The wanted name inside a longer word is another word."""
    assert closeness(name, "ex3") == 2


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("ex3.py", "python"),
        ("ex3.PY", "python"),
        ("ex3.py ", "python"),
        ("ex3.ipynb", "notebook"),
        ("ex3.ipynb.txt", "notebook"),
        ("ex3.pyc", None),
        ("ex3.py~", None),
        ("ex3.txt", None),
        ("py", None),
        ("a.py/readme", None),
    ],
)
def test_the_ending_says_what_a_file_is(name: str, kind: str | None) -> None:
    """Only Python files and notebooks are of interest."""
    assert kind_of(name) == kind


@pytest.mark.parametrize(
    "name",
    [
        "__MACOSX/ex3/._ex3.py",
        "ex3/.DS_Store",
        ".ipynb_checkpoints/ex3-checkpoint.ipynb",
        "a/__pycache__/ex3.pyc",
        "venv/x.py",
    ],
)
def test_what_systems_leave_behind(name: str) -> None:
    """It is never the submission."""
    assert is_leftover(name)
    assert not is_leftover("work/ex3.py")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("ada.py", "ada"),
        ("ada.tar.gz", "ada"),
        ("ex3.py.py", "ex3"),
        ("a/Ada Lovelace", "Ada Lovelace"),
        (".py", ".py"),
    ],
)
def test_a_name_without_its_endings(name: str, stem: str) -> None:
    """This is a student's name in a folder of submissions."""
    assert without_ending(name) == stem


def test_a_name_is_shown_safely() -> None:
    """Nothing a terminal or browser would act on, and not without bound."""
    assert shown("a\x1b[31mb\u202ec\ud800") == '"a\\x1b[31mb\\u202ec\\ud800"'
    assert len(shown("x" * 5000)) < 100
    assert quoted(["b", "a"]) == '"a", "b"'
    assert listed("abcdefg") == "a, b, c, d, e and 2 more"
