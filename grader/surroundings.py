"""What a learning platform tells an autograder around the submission, as far as its documents repeat or need it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

METADATA = "GRADE_METADATA"
"""Environment variable that names Gradescope's submission_metadata.json."""

FOLDER = "GRADE_FOLDER"
"""Environment variable that names the submission's folder as the repository has it, for GitHub's annotations."""


def surroundings(name: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the keyword arguments beyond the result for rendering the report of this name.

    Nothing is raised: a platform that tells less, or something else, still gets its points.
    """
    match name:
        case "gradescope":
            return {"late": late_data(environment[METADATA]) if METADATA in environment else None}
        case "github":
            return {"folder": environment.get(FOLDER, "")}
        case "vpl":
            return {"lowest": _number(environment, "VPL_GRADEMIN"), "highest": _number(environment, "VPL_GRADEMAX")}
        case "classroom50":
            return {"run": _classroom50(environment)}
    return {}


def late_data(path: str) -> dict[str, object] | None:
    """Return when the submission was due and made, and by how many seconds it is late; None if that is not known."""
    try:
        metadata = json.loads(Path(path).read_text(encoding="utf-8"))
        submitted, due = metadata["created_at"], metadata["assignment"]["due_date"]
        seconds = (datetime.fromisoformat(submitted) - datetime.fromisoformat(due)).total_seconds()
    except (OSError, ValueError, KeyError, TypeError):
        return None
    late_due = metadata["assignment"].get("late_due_date")
    return {"submitted": submitted, "due": due, "late_due": late_due, "seconds_late": max(0, round(seconds))}


def _number(environment: Mapping[str, str], name: str) -> Fraction | None:
    try:
        return Fraction(environment[name].replace(",", "."))
    except (KeyError, ValueError, ZeroDivisionError):
        return None


def _classroom50(environment: Mapping[str, str]) -> dict[str, str]:
    names = {
        "classroom": "CLASSROOM",
        "assignment": "ASSIGNMENT",
        "submission": "SUBMISSION_TAG",
        "commit": "COMMIT_URL",
        "release": "RELEASE_URL",
        "review": "REVIEW_URL",
    }
    run = {key: environment.get(name, "") for key, name in names.items()}
    return run | {"review": run["review"] or run["commit"]}
