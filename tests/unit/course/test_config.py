"""exercise.toml is read strictly, and all of its mistakes are named at once."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.course.config import read_exercise
from grader.course.exercise import Exercise, Item
from grader.errors import ExerciseFault
from grader.limits import Limits


def read(course: Path) -> Exercise:
    return read_exercise(course / "exercises" / "ex9", course / "solutions" / "ex9")


def complaint(course: Path, name: str, content: str) -> str:
    file = course / "exercises" / "ex9" / name
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ExerciseFault) as caught:
        read(course)
    return caught.value.message.replace(str(file), "FILE")


def test_reads_what_is_there_and_fills_in_the_rest(course: Path) -> None:
    exercise = read(course)
    (part,) = exercise.parts
    assert (exercise.id, exercise.title, exercise.file) == ("ex9", "Adding", "ex9")
    assert (part.id, part.title, part.minutes) == ("A", "Forward", 25)
    assert list(exercise.items) == [Item("add", Fraction(7), "function"), Item("q1", Fraction(1, 3), "quiz")]
    assert exercise.limits == Limits(call_seconds=2)
    assert (exercise.modules, exercise.preload, exercise.isolation) == (("torch",), (), "sealed")
    assert exercise.statements == {"T1": "The sum of x and y is new."}
    assert [stub.name for stub in exercise.stubs] == ["ex9.py", "ex9.ipynb"]


def test_names_all_mistakes_with_their_lines(course: Path) -> None:
    wrong = """\
format = 2
id = "ex8"
tittle = "Adding"
file = "ex-9"
modules = "torch"
isolation = "seald"
[limits]
call_secnds = 2
memory_mib = 1.5
check_seconds = 0
[[parts]]
id = "A"
title = "Forward"
  [[parts.items]]
  name = "add"
  points = 0.5
  kind = "functon"
  [[parts.items]]
  name = "add"
  kind = "quiz"
[[parts]]
id = "A"
title = ""
minutes = "long"
"""
    assert (
        complaint(course, "exercise.toml", wrong)
        == """\
FILE has mistakes:
  `title` is missing (text)
  line 1: `format` is 2, but this grader reads 1
  line 2: `id` is 'ex8', but the folder is named 'ex9'
  line 3: unknown key `tittle`; did you mean `title`?
  line 4: `file` is the name of the file to hand in without its ending, unlike 'ex-9'
  line 5: `modules` is a list of texts, not 'torch'
  line 6: `isolation` is 'seald'; did you mean 'sealed'?
  line 8: unknown key `call_secnds`; did you mean `call_seconds`?
  line 9: `memory_mib` is a whole number above 0, not 1.5
  line 10: `check_seconds` is a number above 0, not 0
  line 16: `points` is wrong: points are a whole number or a fraction such as "1/3", not 0.5
  line 17: `kind` is 'functon'; did you mean 'function'?
  line 18: `points` is missing
  line 19: `name` is 'add', which stands further up already
  line 21: `items` is missing (one or more tables, written [[items]])
  line 22: `id` is 'A', which stands further up already
  line 23: `title` is text, not ''
  line 24: `minutes` is a whole number above 0, not 'long'"""
    )


def test_says_where_toml_breaks(course: Path) -> None:
    assert complaint(course, "exercise.toml", 'id = "ex9\n').startswith("FILE is not valid TOML: ")
    assert "line 1" in complaint(course, "exercise.toml", 'id = "ex9\n')


def test_a_statement_that_stands_twice_is_a_mistake(course: Path) -> None:
    message = complaint(course, "exercise.md", "**T1** One.\n\n**T1** Two.\n")
    assert message.endswith("has mistakes:\n  exercise.md: the statement T1 stands twice in the text")


def test_says_which_file_is_missing(course: Path) -> None:
    (course / "exercises" / "ex9" / "exercise.md").unlink()
    with pytest.raises(ExerciseFault, match=r"exercise\.md cannot be read: No such file or directory\."):
        read(course)


def test_says_which_file_is_no_text(course: Path) -> None:
    (course / "exercises" / "ex9" / "exercise.toml").write_bytes(b"\xff")
    with pytest.raises(ExerciseFault, match=r"exercise\.toml cannot be read: it is not UTF-8\."):
        read(course)
