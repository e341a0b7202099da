"""A roster gives the download's people their ids, and never guesses between two of one name."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.submission.attempt import Attempt, Person
from grader.submission.files import Files
from grader.submission.roster import Roster, read_roster


def roster(tmp_path: Path, text: str, encoding: str = "utf-8") -> Roster:
    """The roster with this content."""
    path = tmp_path / "roster.csv"
    path.write_text(text, encoding=encoding)
    return read_roster(path)


def attempt(key: str, name: str, email: str = "") -> Attempt:
    """A hand-in as a download names it."""
    return Attempt((Person(key, name, email),), key, key, lambda: Files("nowhere", {}))


def ids(roster: Roster, *attempts: Attempt, columns: tuple[str, ...] = ()) -> list[list[str]]:
    """Whose each attempt is."""
    return [[person.id for person in found.people] for found in roster.applied(attempts, columns)[0]]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_names_and_addresses_come_from_the_columns_there_are(tmp_path: Path, delimiter: str) -> None:
    lines = ["id,First name,Last name,Email", "77,Ünal,O'Neil,u@example.edu", "78,Sukarno,,s@example.edu"]
    people = roster(tmp_path, "\n".join(lines).replace(",", delimiter)).people
    assert people == [Person("77", "Ünal O'Neil", "u@example.edu"), Person("78", "Sukarno", "s@example.edu")]


def test_a_spreadsheet_program_of_old_is_understood(tmp_path: Path) -> None:
    assert roster(tmp_path, "id;name\n77;Ünal\n", encoding="cp1252").people[0].name == "Ünal"
    assert roster(tmp_path, "id;name\n77;Ünal\n", encoding="utf-8-sig").people[0].id == "77"


def test_a_gradebook_of_canvas_is_a_roster(tmp_path: Path) -> None:
    text = 'Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"Doe, Jane",1234,S77,jdoe,Sec 1\n'
    known = roster(tmp_path, text)
    assert known.people == [Person("1234", "Doe, Jane")]
    assert ids(known, attempt("1234", "doejane"), columns=("id",)) == [["1234"]]
    assert ids(known, attempt("jdoe", "jdoe")) == [["1234"]]


def test_a_worksheet_of_moodle_is_a_roster_whose_ids_are_those_of_the_download(tmp_path: Path) -> None:
    known = roster(tmp_path, "Identifier,Full name,Email address\nParticipant 17,Jane Doe,j@example.edu\n")
    assert known.people == [Person("17", "Jane Doe", "j@example.edu")]
    assert ids(known, attempt("17", "Jane Doe"), columns=("identifier",)) == [["17"]]


def test_a_participant_number_is_not_a_student_number(tmp_path: Path) -> None:
    known = roster(tmp_path, "id,name,identifier\n1,Ada,Participant 2\n2,Eve,Participant 1\n")
    assert ids(known, attempt("1", "Eve"), attempt("2", "Ada"), columns=("identifier",)) == [["2"], ["1"]]


def test_a_name_counts_only_where_it_stands_once_on_both_sides(tmp_path: Path) -> None:
    known = roster(tmp_path, 'id,name\n1,Jane Doe\n2,Jane Doe\n3,Ünal O\'Neil\n4,"Lovelace, Ada"\n5,Bob\n')
    found = ids(
        known,
        attempt("p9", "Jane Doe"),
        attempt("p8", "Ünal ONeil"),
        attempt("p7", "Ada Lovelace"),
        attempt("p6", "Bob"),
        attempt("p5", "Bob"),
    )
    assert found == [["p9"], ["3"], ["4"], ["p6"], ["p5"]]


def test_an_address_is_known_whatever_the_columns(tmp_path: Path) -> None:
    known = roster(tmp_path, "id,email\n7,J@Example.edu\n")
    assert ids(known, attempt("x", "Jane", "j@example.edu"), columns=("identifier",)) == [["7"]]


def test_all_of_a_group_get_its_hand_in(tmp_path: Path) -> None:
    known = roster(tmp_path, "id,name,group\n1,Ada,Group A\n2,Eve,Group A\n3,Bob,Group B\n")
    assert ids(known, attempt("12", "Group A")) == [["1", "2"]]


def test_who_is_not_known_is_named(tmp_path: Path) -> None:
    known = roster(tmp_path, "id\n1\n")
    assert known.applied([attempt("2", "Eve")])[1] == ['Not in the roster: "Eve (2)".']


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour\nred\n", "no column that tells people apart"),
        ("", "no column that tells people apart"),
        ("id\n7\n7\n", "line 3: 7 is there already"),
        ("id,name\n7," + "x" * 200_000, "is no table: field larger than field limit"),
    ],
)
def test_a_roster_that_cannot_tell_people_apart_is_a_usage_error(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        roster(tmp_path, text)
