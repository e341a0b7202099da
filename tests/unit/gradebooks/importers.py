"""Learning platforms as far as their gradebooks go: what they export, and what they make of a file that comes back.

Written from descriptions of the real importers, which skip and change things without a word.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

ASSIGNMENT = re.compile(r"(.*) \((\d+)\)")


def rows_of(data: bytes, delimiter: str = ",") -> list[list[str]]:
    """The cells of a file; a byte order mark is taken away."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def file_of(rows: Sequence[Sequence[str]], delimiter: str = ",", newline: str = "\r\n") -> str:
    """The file with these cells."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=newline).writerows(rows)
    return text.getvalue()


# --- Canvas ---------------------------------------------------------------------------------------------------------


@dataclass
class CanvasStudent:
    """A student, and the cell of each assignment: a number, EX, N/A or nothing."""

    id: int
    name: str
    sis: str
    login: str
    grades: dict[int, str] = field(default_factory=dict)


@dataclass
class Canvas:
    """A course with its assignments by number: title and points."""

    students: list[CanvasStudent]
    assignments: dict[int, tuple[str, str]]
    new_assignments: list[str] = field(default_factory=list)
    new_students: list[str] = field(default_factory=list)
    found_by_name: list[str] = field(default_factory=list)

    def export(self, *, delimiter: str = ",", muted: bool = False, first_and_last: bool = False) -> bytes:
        """The gradebook as a file."""
        names = ["LastName", "FirstName"] if first_and_last else ["Student"]
        titles = [f"{title} ({number})" for number, (title, _) in self.assignments.items()]
        points = [maximum for _, maximum in self.assignments.values()]
        blank = [""] * (len(names) + 3)
        rows = [[*names, "ID", "SIS User ID", "SIS Login ID", "Section", *titles, "Final Score"]]
        rows += [[*blank, "", *["Manual Posting"] * len(titles), ""]] if muted else []
        rows += [["    Points Possible", *blank, *points, "(read only)"]]
        for student in self.students:
            shown = student.name.split(", ", 1) if first_and_last else [student.name]
            grades = [student.grades.get(number, "") for number in self.assignments]
            rows.append([*shown, str(student.id), student.sis, student.login, "Sec 1", *grades, "91.5"])
        return ("\ufeff" + file_of(rows, delimiter, "\n")).encode()

    def upload(self, data: bytes) -> None:
        """Take a file: columns and students that are not known become new ones."""
        lines = data.decode("utf-8-sig").splitlines()[:3]
        counts = {mark: {len(next(csv.reader([line], delimiter=mark))) for line in lines} for mark in ";,"}
        fields = {mark: found.pop() if len(found) == 1 else 0 for mark, found in counts.items()}
        rows = rows_of(data, ";" if fields[";"] > fields[","] else ",")
        header = rows[0]
        split = header[:2] == ["LastName", "FirstName"]
        first = 3 if split else 2
        assert len(header) > 3
        assert ("ID" in header[2]) if split else ("Student" in header[0] and "ID" in header[1]), "invalid header row"
        columns = 0
        if re.match(r"SIS\s+Login", header[first]):
            columns = 1
        elif re.match(r"SIS\s+User", header[first]) and re.match(r"SIS\s+Login", header[first + 1]):
            columns = 2
        assert "Section" in header[first + columns], "invalid header row"
        totals = re.compile("Current (Score|Points|Grade)|Final (Score|Points|Grade)|Override")
        places = {
            place: name for place, name in enumerate(header) if place > first + columns and not totals.search(name)
        }
        read_only: set[int] = set()
        for row in rows[1:]:
            if "Points Possible" in row[0]:
                read_only = {place for place in places if re.search(r"read\s+only", row[place])}
            elif not all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell) for cell in row):
                self._take(row, first, columns, {place: places[place] for place in places if place not in read_only})

    def _take(self, row: list[str], first: int, columns: int, places: dict[int, str]) -> None:
        student = self._find(row, first, columns)
        for place, name in places.items():
            title = ASSIGNMENT.fullmatch(name)
            number = int(title[2]) if title and int(title[2]) in self.assignments else None
            number = number or next((key for key, (own, _) in self.assignments.items() if own == name), None)
            if number is None:
                self.new_assignments.append(name)
            elif student and (grade := row[place].strip()) not in ("", "-", "N/A"):
                student.grades[number] = _two_decimals(grade)

    def _find(self, row: list[str], first: int, columns: int) -> CanvasStudent | None:
        for student in self.students:
            if row[first - 1] == str(student.id):
                return student
        for offset in range(columns):
            for student in self.students:
                own = (student.login,) if columns == 1 else (student.sis, student.login)
                if row[first + offset] and row[first + offset] == own[offset]:
                    return student
        self.found_by_name.append(row[0])
        named = [student for student in self.students if student.name == row[0]]
        self.new_students += [] if named else [row[0]]
        return named[0] if named else None


def _two_decimals(cell: str) -> str:
    if not re.fullmatch(r"-?[0-9.,]+", cell):
        return cell
    *whole, last = re.split(r"[.,]", cell)
    number = Decimal(f"{''.join(whole)}.{last}" if whole else last)
    return str(number.quantize(Decimal("0.01"), ROUND_HALF_UP))


# --- Moodle ---------------------------------------------------------------------------------------------------------

ENGLISH = (
    "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
    "Last modified (submission)", "Last modified (grade)", "Feedback comments",
)  # fmt: skip
GERMAN = (
    "ID", "Vollständiger Name", "E-Mail-Adresse", "Status", "Bewertung", "Bestwertung",
    "Bewertung kann geändert werden", "Zuletzt geändert (Abgabe)", "Zuletzt geändert (Bewertung)",
    "Feedback als Kommentar",
)  # fmt: skip


@dataclass
class Participant:
    """A participant, with a grade as the database holds it."""

    number: int
    name: str
    email: str
    grade: Decimal | None = None
    locked: bool = False
    comment: str = ""


@dataclass
class Moodle:
    """An assignment on a site in some language."""

    participants: list[Participant]
    maximum: Decimal = Decimal(20)
    words: tuple[str, ...] = ENGLISH
    participant: str = "Participant "
    decimal: str = "."
    yes_no: tuple[str, str] = ("Yes", "No")
    skipped: list[str] = field(default_factory=list)
    files: dict[int, bytes] = field(default_factory=dict)

    def worksheet(self) -> bytes:
        """The offline grading worksheet."""
        rows = [list(self.words)]
        for one in self.participants:
            grade = "" if one.grade is None else self._number(one.grade)
            changeable = self.yes_no[one.locked]
            rows.append(
                [
                    f"{self.participant}{one.number}",
                    one.name,
                    one.email,
                    "Submitted for grading - Not marked",
                    grade,
                    self._number(self.maximum),
                    changeable,
                    "Monday, 30 November 2026, 10:12 PM",
                    "-",
                    one.comment,
                ]
            )
        return ("\ufeff" + file_of(rows, newline="\n")).encode()

    def upload(self, data: bytes) -> None:
        """Take a worksheet; rows that it does not like are skipped."""
        header, *rows = rows_of(data)
        identifier, grade, modified, comment = (header.index(self.words[place]) for place in (0, 4, 8, 9))
        assert modified
        by_number = {one.number: one for one in self.participants}
        for row in rows:
            digits = row[identifier][len(self.participant) :]
            one = by_number.get(int(digits)) if digits.isdecimal() else None
            if one is None:
                continue
            text = row[grade].replace(self.decimal, ".")
            value = Decimal(text) if re.fullmatch(r"\d+(\.\d+)?", text) else None
            if value is None or value > self.maximum or value == one.grade or one.locked:
                self.skipped.append(row[identifier])
            else:
                one.grade = value
            one.comment = row[comment]

    def upload_feedback(self, data: bytes) -> None:
        """Take a zip of feedback files; those that name no participant are dropped."""
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                folder, _, file = name.rpartition("/")
                parts = folder.split("_", 4)
                known = len(parts) >= 4 and parts[1] in {str(one.number) for one in self.participants}
                if known and parts[2:4] == ["assignfeedback", "file"] and file[0] not in ".~":
                    self.files[int(parts[1])] = archive.read(name)

    def _number(self, value: Decimal) -> str:
        return str(value.quantize(Decimal("0.01"), ROUND_HALF_UP)).replace(".", self.decimal)


# --- Blackboard -----------------------------------------------------------------------------------------------------


@dataclass
class Blackboard:
    """A course: user name to (last name, first name), and columns by number."""

    people: dict[str, tuple[str, str]]
    columns: dict[int, str]
    grades: dict[tuple[str, int], str] = field(default_factory=dict)
    new_columns: list[str] = field(default_factory=list)

    def export(self, encoding: str = "utf-16", delimiter: str = "\t") -> bytes:
        """The gradebook, as the spreadsheet file that it claims to be or with commas."""
        rows = [["Last Name", "First Name", "Username", "Student ID", "Availability"]]
        rows[0] += [f"{title} [Total Pts: 20 Score] |{number}" for number, title in self.columns.items()]
        for user, (last, first) in self.people.items():
            grades = [self.grades.get((user, number), "") for number in self.columns]
            rows.append([last, first, user, f"9{user}", "Yes", *grades])
        return file_of(rows, delimiter).encode(encoding)

    def upload(self, data: bytes, encoding: str = "utf-16", delimiter: str = "\t") -> None:
        """Take a file back."""
        rows = list(csv.reader(io.StringIO(data.decode(encoding), newline=""), delimiter=delimiter))
        user = rows[0].index("Username")
        for place, name in enumerate(rows[0][5:], start=5):
            found = re.search(r"\|(\d+)$", name)
            if not found or int(found[1]) not in self.columns:
                self.new_columns.append(name)
                continue
            for row in rows[1:]:
                if row[user] in self.people and row[place]:
                    self.grades[row[user], int(found[1])] = row[place]
