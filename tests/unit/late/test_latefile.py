"""late.toml: read strictly, every mistake named with its line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from grader.errors import UsageError
from grader.late import LatePolicy
from grader.latefile import read_late

WHOLE = """\
format = 1
per_day = "12.5 %"
of = "score"
cap = "50 %"
grace_minutes = 15
cutoff_days = 7
timezone = "Europe/Berlin"

[exercises.ex3]
due = 2026-11-30T23:59:00

[exercises.ex3.extensions]
"o'neil, s." = 2026-12-04T23:59:00+00:00

[exercises.ex3.handed_in]
bob = 2026-12-02T10:00:00
"""
SHORTEST = 'format = 1\nper_day = "10 %"\n[exercises.ex3]\ndue = 2026-11-30T23:59:00Z\n'


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "late.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_it_can_say(tmp_path: Path) -> None:
    assert read_late(written(tmp_path, WHOLE), "ex3") == LatePolicy(
        due=datetime(2026, 11, 30, 23, 59),
        per_day=Fraction(1, 8),
        cap=Fraction(1, 2),
        of="score",
        grace=timedelta(minutes=15),
        cutoff=timedelta(days=7),
        zone=ZoneInfo("Europe/Berlin"),
        extensions={"o'neil, s.": datetime(2026, 12, 4, 23, 59, tzinfo=UTC)},
        handed_in={"bob": datetime(2026, 12, 2, 10)},
    )


def test_the_shortest(tmp_path: Path) -> None:
    due = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
    assert read_late(written(tmp_path, SHORTEST), "ex3") == LatePolicy(due, Fraction(1, 10))


def test_an_exercise_that_is_not_named_has_no_policy(tmp_path: Path) -> None:
    assert read_late(written(tmp_path, SHORTEST), "ex4") is None


def test_every_mistake_is_named_with_its_line(tmp_path: Path) -> None:
    text = (
        'format = 2\nper_day = 10\ncap = "120 %"\nof = "maximun"\ntimezone = "Berlin"\ngrace_minute = 15\n'
        "[exercises.ex3]\n[exercises.ex3.extensions]\nada = 2026-12-04\nbob = 2026-12-04T10:00:00\n"
    )
    with pytest.raises(UsageError) as caught:
        read_late(written(tmp_path, text), "ex3")
    assert caught.value.message.splitlines()[1:] == [
        "  line 1: `format` is 2, but this grader reads 1",
        '  line 2: `per_day` is wrong: it is a share such as "10 %", up to "100 %", not 10',
        """  line 3: `cap` is wrong: it is a share such as "10 %", up to "100 %", not '120 %\'""",
        "  line 4: `of` is 'maximun'; did you mean 'maximum'?",
        """  line 5: `timezone` is wrong: it is the name of a time zone such as "Europe/Berlin", not 'Berlin\'""",
        "  line 6: unknown key `grace_minute`; did you mean `grace_minutes`?",
        "  line 7: `due` is missing",
        "  line 9: `ada` is wrong: it is a date and time such as 2026-11-30T23:59:00+01:00, not 2026-12-04",
        "  line 10: `bob` is wrong: it names no offset from UTC, and the file no `timezone`",
    ]


@pytest.mark.parametrize(
    ("text", "says"), [("due = ", "is not valid TOML"), (None, "cannot be read: No such file or directory.")]
)
def test_a_file_that_is_none(tmp_path: Path, text: str | None, says: str) -> None:
    path = written(tmp_path, text) if text is not None else tmp_path / "absent.toml"
    with pytest.raises(UsageError, match=says):
        read_late(path, "ex3")
