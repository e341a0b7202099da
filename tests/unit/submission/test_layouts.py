"""Made-up classes in the layout of each platform's download, as a folder and as a zip."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.errors import SubmissionRefused, UsageError
from grader.submission.attempt import Attempt
from grader.submission.download import LAYOUTS, Download, read_download
from grader.submission.layouts.layout import NAMES, Wanted

WANTED = Wanted("ex3", "ex3")
Make = Callable[[str, Mapping[str, str]], Path]


@pytest.fixture(params=["folder", "zip"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Make a download of these files, by their paths in it."""

    def as_folder(name: str, files: Mapping[str, str]) -> Path:
        for path, content in files.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
        return tmp_path / name

    def as_zip(name: str, files: Mapping[str, str]) -> Path:
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            for path, content in files.items():
                archive.writestr(path, content)
        return tmp_path / f"{name}.zip"

    return as_folder if request.param == "folder" else as_zip


def contents(attempt: Attempt) -> dict[str, str]:
    """The files of an attempt."""
    return {name: read().decode() for name, read in attempt.read().readers.items()}


def by_id(download: Download) -> dict[str, Attempt]:
    """The attempts by the ids of their people."""
    return {person.id: attempt for attempt in download.attempts for person in attempt.people}


def test_a_plain_folder_has_an_entry_for_each_student(make: Make) -> None:
    path = make(
        "class",
        {
            "ada.py": "1",
            "O'Neil, Ünal/ex3.py": "2",
            "=HYPERLINK(0)/ex3 (1).py": "3",
            "Sukarno/sub/ex3.ipynb": "4",
            "bob.py": "5",
            "bob.ipynb": "6",
            "__MACOSX/x": "",
            ".DS_Store": "",
        },
    )
    found = by_id(read_download(path, WANTED))
    assert {student: contents(attempt) for student, attempt in found.items()} == {
        "ada": {"ada.py": "1"},
        "O'Neil, Ünal": {"ex3.py": "2"},
        "=HYPERLINK(0)": {"ex3 (1).py": "3"},
        "Sukarno": {"sub/ex3.ipynb": "4"},
        "bob": {"bob.py": "5", "bob.ipynb": "6"},
    }


def test_a_file_and_a_folder_of_one_name_are_refused_and_nobody_else(make: Make) -> None:
    found = by_id(read_download(make("class", {"ada.py": "", "ada/ex3.py": "", "eve.py": "7"}), WANTED))
    with pytest.raises(SubmissionRefused, match=r"several entries of one name: \"ada\", \"ada.py\""):
        found["ada"].read()
    assert contents(found["eve"]) == {"eve.py": "7"}


def test_a_folder_in_one_of_its_own_name_is_the_class_and_not_its_only_student(make: Make) -> None:
    path = make("class", {"class/ada/ex3.py": "1", "class/eve/ex3.py": "2"})
    assert set(by_id(read_download(path, WANTED))) == {"ada", "eve"}


def test_a_class_of_one_is_a_student(make: Make) -> None:
    assert set(by_id(read_download(make("class", {"ada/ex3.py": "1"}), WANTED))) == {"ada"}


@pytest.mark.parametrize("end", ["", "_"], ids=["new", "before 4.1"])
def test_moodle_tells_people_apart_by_number(make: Make, end: str) -> None:
    path = make(
        "DL-ex3-17",
        {
            f"S1 ONeil, Ünal_1_assignsubmission_file{end}/sub/ex3.py": "1",
            f"Jane Doe_2_assignsubmission_file{end}/ex3.py": "2",
            f"Jane Doe_3_assignsubmission_file{end}/ex3.py": "3",
            f"Jane Doe_3_assignsubmission_onlinetext{end}/onlinetext.html": "<p>see the file</p>",
            f"Sukarno_4_assignsubmission_onlinetext{end}/onlinetext.html": "<p>no file</p>",
        },
    )
    download = read_download(path, WANTED)
    assert download.says[0] == "Read as a download of Moodle's: 4 hand-ins."
    found = by_id(download)
    assert {student: attempt.people[0].name for student, attempt in found.items()} == {
        "1": "S1 ONeil, Ünal",
        "2": "Jane Doe",
        "3": "Jane Doe",
        "4": "Sukarno",
    }
    assert contents(found["1"]) == {"sub/ex3.py": "1"}
    assert contents(found["3"]) == {"ex3.py": "3"}
    assert contents(found["4"]) == {"onlinetext.html": "<p>no file</p>"}


def test_moodle_without_folders(make: Make) -> None:
    path = make(
        "DL-ex3-17",
        {
            "Jane Doe_2_assignsubmission_file_ex3.py": "1",
            "Jane Doe_2_assignsubmission_file_my_helper.py": "2",
            "Group A_7_assignsubmission_file_ex3.py": "3",
            "Default group_assignsubmission_file_ex3.py": "4",
        },
    )
    found = by_id(read_download(path, WANTED))
    assert contents(found["2"]) == {"ex3.py": "1", "my_helper.py": "2"}
    assert found["7"].people[0].name == "Group A"
    assert contents(found["Default group"]) == {"ex3.py": "4"}


def test_canvas_names_carry_number_lateness_and_resubmission(make: Make) -> None:
    path = make(
        "submissions",
        {
            "doejane_LATE_1234_56789_ex3.py": "1",
            "oneilünal_77_5_ex3-2.py": "2",
            "oneilünal_77_6_notes-1.txt": "3",
            "anon_ab12_55_ex3-0a1b2c3d-0123-4567-89ab-0123456789ab.ipynb": "4",
            "LATE_anon_zz9_56_ex3.py": "5",
            "sukarno_9_text.html": "6",
            "doejane_10_2_ex3.py": "7",
        },
    )
    download = read_download(path, WANTED)
    assert download.says[0] == "Read as a download of Canvas's: 6 hand-ins."
    found = by_id(download)
    assert {student: contents(attempt) for student, attempt in found.items()} == {
        "1234": {"ex3.py": "1"},
        "77": {"ex3.py": "2", "notes-1.txt": "3"},
        "anon_ab12": {"ex3.ipynb": "4"},
        "anon_zz9": {"ex3.py": "5"},
        "9": {"text.html": "6"},
        "10": {"ex3.py": "7"},
    }
    assert [student for student, attempt in found.items() if attempt.late] == ["1234", "anon_zz9"]


def test_blackboard_counts_the_newest_attempt_in_any_language(make: Make) -> None:
    path = make(
        "gradebook",
        {
            "HW_3_jdoe_poging_2026-11-30-09-05-00.txt": "Naam: Jane Doe (jdoe)\nOpdracht: HW 3\n",
            "HW_3_jdoe_poging_2026-11-30-09-05-00_ex3.py": "older",
            "HW_3_jdoe_poging_2026-11-30-10-00-00.txt": "Naam: Jane Doe (jdoe)\n",
            "HW_3_jdoe_poging_2026-11-30-10-00-00_ex3.py": "newer",
            "HW_3_van_dyk_poging_2026-11-29-10-00-00_ex3.py": "1",
        },
    )
    download = read_download(path, WANTED)
    assert download.says == (
        "Read as a download of Blackboard's: 3 hand-ins.",
        "1 student handed in several times; the newest counts.",
    )
    found = by_id(download)
    assert contents(found["jdoe"]) == {"ex3.py": "newer"}
    assert (found["jdoe"].at, found["jdoe"].count) == (datetime(2026, 11, 30, 10), 2)
    assert found["jdoe"].people[0].name == "Jane Doe"
    assert contents(found["van_dyk"]) == {"ex3.py": "1"}


def test_blackboard_names_a_user_alone_by_the_text(make: Make) -> None:
    path = make(
        "gradebook",
        {
            "HW3_van_dyk_attempt_2026-11-29-10-00-00_ex3.py": "1",
            "HW3_van_dyk_attempt_2026-11-29-10-00-00.txt": "Name: Dick van Dyk (van_dyk)\r\n",
        },
    )
    assert set(by_id(read_download(path, WANTED))) == {"van_dyk"}


GRADESCOPE = """\
submission_100:
  :submitters:
  - {":name": Jane Doe, ":sid": "77", ":email": j@example.edu}
  - {":name": "Ünal O'Neil", ":email": u@example.edu}
  :created_at: 2026-11-30 10:00:00.123 +01:00
  :score: 7.5
  :history:
  - :created_at: 2026-11-29 10:00:00.123 +01:00
    :score: 1.0
submission_101:
  :submitters:
  - :name: Jane Doe
submission_102:
  :submitters:
  - :name: Jane Doe
"""


def test_gradescope_gives_every_member_the_mark_and_mixes_no_names_up(make: Make) -> None:
    path = make(
        "export",
        {
            "assignment_5_export/submission_metadata.yml": GRADESCOPE,
            "assignment_5_export/submission_100/ex3.py": "1",
            "assignment_5_export/submission_101/ex3.py": "2",
            "__MACOSX/assignment_5_export/submission_100/._ex3.py": "",
        },
    )
    found = by_id(read_download(path, WANTED))
    assert set(found) == {"77", "u@example.edu", "Jane Doe (submission_101)", "Jane Doe (submission_102)"}
    assert found["77"] is found["u@example.edu"]
    assert found["77"].count == 2
    assert found["77"].at == datetime(2026, 11, 30, 10, 0, 0, 123000, timezone(timedelta(hours=1)))
    with pytest.raises(SubmissionRefused, match="no folder submission_102"):
        found["Jane Doe (submission_102)"].read()


def test_a_member_who_handed_in_alone_later_has_that_mark(make: Make) -> None:
    newer = """\
submission_200:
  :submitters:
  - {":name": Jane Doe, ":sid": "77"}
  :created_at: 2026-12-01 10:00:00.123 +01:00
"""
    files = {f"submission_{number}/ex3.py": str(number) for number in (100, 200)}
    found = by_id(read_download(make("export", {"submission_metadata.yml": GRADESCOPE + newer, **files}), WANTED))
    assert contents(found["77"]) == {"ex3.py": "200"}
    assert contents(found["u@example.edu"]) == {"ex3.py": "100"}
    assert [person.id for person in found["u@example.edu"].people] == ["u@example.edu"]


def test_nbgrader_takes_the_assignment_of_this_exercise(make: Make) -> None:
    path = make(
        "course",
        {
            "submitted/ada/ex3/ex3.ipynb": "1",
            "submitted/ada/ex3/timestamp.txt": "2026-11-30 14:02:11.123456 UTC",
            "submitted/ada/ex2/ex2.ipynb": "2",
            "submitted/eve/ex2/ex2.ipynb": "3",
        },
    )
    (attempt,) = read_download(path, WANTED).attempts
    assert attempt.at == datetime(2026, 11, 30, 14, 2, 11, 123456, UTC)
    assert contents(attempt)["ex3.ipynb"] == "1"


def test_nbgrader_exchange_counts_the_newest(make: Make) -> None:
    path = make(
        "inbound",
        {
            "ada+ex3+2026-11-30 14:02:11 UTC/ex3.py": "older",
            "ada+ex3+2026-11-30 15:02:11 UTC+a1b2/ex3.py": "newer",
            "eve+ex2+2026-11-30 15:02:11 UTC+a1b2/ex2.py": "other",
        },
    )
    (attempt,) = read_download(path, WANTED).attempts
    assert (contents(attempt), attempt.count) == ({"ex3.py": "newer"}, 2)


def test_clones_are_named_after_the_student_alone(make: Make) -> None:
    names = ("ada", "ada-lovelace", "ex3-fan")
    files = {f"ex3-{name}/{file}": name for name in names for file in (".git/HEAD", "ex3.py")}
    download = read_download(make("ex3-submissions", files), WANTED)
    assert download.says[0] == "Read as a folder of Git clones: 3 hand-ins."
    assert {student: contents(attempt) for student, attempt in by_id(download).items()} == {
        name: {"ex3.py": name} for name in names
    }


def test_what_is_said_counts_against_what_is_recognised(make: Make) -> None:
    path = make("class", {"doejane_1234_56789_ex3.py": "1"})
    assert set(by_id(read_download(path, WANTED, layout="folder"))) == {"doejane_1234_56789_ex3"}
    with pytest.raises(UsageError, match="is not named as a download of Moodle's"):
        read_download(path, WANTED, layout="moodle")


def test_a_class_without_submissions_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no submissions"):
        read_download(tmp_path, WANTED)
    with pytest.raises(UsageError, match="There is no file or folder"):
        read_download(tmp_path / "absent", WANTED)


def test_the_folder_of_results_is_no_submission(tmp_path: Path) -> None:
    for folder in ("ada", "out"):
        (tmp_path / folder).mkdir()
    assert set(by_id(read_download(tmp_path, WANTED, without=[tmp_path / "out"]))) == {"ada"}


def test_links_of_students_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("secret")
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").symlink_to(tmp_path / "secret.py")
    found = by_id(read_download(tmp_path / "class", WANTED))
    with pytest.raises(SubmissionRefused, match="is a link"):
        contents(found["ada"])


def test_a_zip_that_reaches_out_is_refused_whole(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("../ada.py", "")
    with pytest.raises(SubmissionRefused, match="leads out of it"):
        read_download(tmp_path / "class.zip", WANTED)


def test_every_layout_can_be_named() -> None:
    assert set(NAMES) == set(LAYOUTS)
