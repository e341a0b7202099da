"""Of several hand-ins of one student the newest counts; where nothing tells which that is, nobody guesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import SubmissionRefused
from grader.submission.attempt import Attempt
from grader.submission.download import Download, read_download
from grader.submission.layouts.layout import Wanted
from grader.submission.roster import read_roster

WANTED = Wanted("ex3", "ex3")


def download(tmp_path: Path, roster: str, *names: str) -> Download:
    """What is found in a folder or a download with these files, in this class."""
    (tmp_path / "class").mkdir()
    for name in names:
        (tmp_path / "class" / name).write_text(name)
    (tmp_path / "roster.csv").write_text(roster)
    return read_download(tmp_path / "class", WANTED, roster=read_roster(tmp_path / "roster.csv"))


def counts(found: Download) -> dict[str, Attempt]:
    """The attempt that counts, by student."""
    assert len({person.id for person in found.people}) == len(found.people)
    return {person.id: attempt for attempt in found.attempts for person in attempt.people}


def test_two_names_of_one_student_without_a_date_are_refused(tmp_path: Path) -> None:
    found = download(tmp_path, "id,name\nada,Ada Lovelace\nbob,Bob\n", "Ada Lovelace.py", "ada.py", "bob.py")
    with pytest.raises(SubmissionRefused, match=r'which is the newest: "Ada Lovelace\.py", "ada\.py"') as refusal:
        counts(found)["ada"].read()
    assert refusal.value.advice == "Keep the one that counts."
    assert list(counts(found)["bob"].read().readers) == ["bob.py"]


def test_who_also_handed_in_alone_is_refused_and_the_group_is_not(tmp_path: Path) -> None:
    roster = "id,name,group\n1,Ada,Group A\n2,Eve,Group A\n"
    found = download(tmp_path, roster, "Group A.py", "Eve.py")
    assert list(counts(found)["1"].read().readers) == ["Group A.py"]
    with pytest.raises(SubmissionRefused, match="several hand-ins"):
        counts(found)["2"].read()


def test_members_are_counted_and_the_newest_is_everybodys(tmp_path: Path) -> None:
    roster = "username,name,group\nada,Ada,red\neve,Eve,red\nbob,Bob,\nzoe,Zoë,\n"
    stamps = ("2026-11-29-10-00-00", "2026-11-30-10-00-00")
    names = [f"HW_{who}_attempt_{stamp}_ex3.py" for who in ("red", "bob") for stamp in stamps]
    found = download(tmp_path, roster, *names[:3])
    assert found.says[1:] == (
        "2 students handed in several times; the newest counts.",
        '1 student of the roster handed in nothing: "Zoë (zoe)".',
    )
    assert {who: list(attempt.read().readers) for who, attempt in counts(found).items()} == {
        "ada": ["ex3.py"], "eve": ["ex3.py"], "bob": ["ex3.py"],
    }  # fmt: skip
    assert {attempt.where for attempt in found.attempts} == {names[1], names[2]}
