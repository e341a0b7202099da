"""The README of a handout."""

from __future__ import annotations

from fractions import Fraction

from grader.course.exercise import Exercise, Handout
from grader.result.scoring import shown

_START = """\
# {title}

The text is `exercises/{id}/exercise.md`. Work in `{file}.py` or in the notebook `{file}.ipynb`, whichever you like, and
hand that one file in. You need Python 3.11 or newer.

{what}

**Linux and macOS** (in this folder):

```
python3 -m venv .venv
.venv/bin/pip install {package}
.venv/bin/grade {id}
```

**Windows** (in PowerShell; the grader runs in Windows' own Linux, and the lines above then work there):

```
wsl --install -d Ubuntu
wsl sudo apt-get install -y python3-venv
wsl
```

The first two lines are needed once. After that `grade {id}` is all, and `grade watch {id}` grades again on every save.
Without a graphics card, install the CPU build of torch before the second line: it is ten times smaller.
"""


def readme(exercise: Exercise, handout: Handout, checks: int, package: str) -> str:
    """Its text; `checks` is the number of checks that can be run at home."""
    hidden = sum(entry.checks for entry in handout.waiting)
    points = sum((item.points for item in exercise.items), Fraction(0))
    waiting = sum((entry.points for entry in handout.waiting), Fraction(0))
    if checks:
        what = (
            f"{checks} checks, for {shown(points - waiting)} of {shown(points)} points, are yours to run as often as "
            f"you like; {hidden} more are run when you hand in, with inputs that nobody has seen."
        )
    else:
        what = f"All {hidden} checks are run when you hand in."
    return _START.format(title=exercise.title, id=exercise.id, file=exercise.file, what=what, package=package)
