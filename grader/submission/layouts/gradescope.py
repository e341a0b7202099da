"""Gradescope's "Export Submissions": a folder for each submission, and a YAML file that says whose it is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

import yaml

from grader.errors import SubmissionRefused, UsageError
from grader.submission.attempt import Attempt, Person, identity
from grader.submission.files import Files
from grader.submission.layouts.layout import Layout, Wanted
from grader.submission.tree import Tree

_METADATA = "submission_metadata.yml"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def matching(tree: Tree, wanted: Wanted) -> int:
    """All entries, if the YAML file is there."""
    return len(tree.folders()) + 1 if _METADATA in tree.files() else 0


def attempts(tree: Tree, wanted: Wanted) -> list[Attempt]:
    """One attempt for each submission of the YAML file, and one for each folder that it does not name."""
    described = _metadata(tree)
    names = sorted({*described, *(name for name in tree.folders() if name.startswith("submission_"))})
    return [_attempt(tree, name, described.get(name) or {}) for name in names]


def _metadata(tree: Tree) -> dict[str, dict[str, Any]]:
    try:
        data = yaml.load(tree.only({_METADATA: _METADATA}).readers[_METADATA](), Loader=_LOADER)
    except (yaml.YAMLError, UnicodeDecodeError, SubmissionRefused, RecursionError) as problem:
        raise UsageError(f"{_METADATA} cannot be read: {problem}.", "Export the submissions again.") from None
    described = data.items() if isinstance(data, dict) else ()
    return {str(name): value for name, value in described if isinstance(value, dict)}


def _attempt(tree: Tree, name: str, described: dict[str, Any]) -> Attempt:
    submitters = [one for one in described.get(":submitters") or () if isinstance(one, dict)]
    people = tuple(_person(one, name) for one in submitters) or (Person(identity(name), identity(name)),)
    earlier = described.get(":history") or ()
    at = _time(described.get(":created_at"))
    return Attempt(people, name, name, partial(_read, tree, name), at=at, count=1 + _before(earlier, at))


def _person(submitter: dict[str, Any], submission: str) -> Person:
    name, number, email = (str(submitter.get(key) or "").strip() for key in (":name", ":sid", ":email"))
    # Without number and address nothing but the submission tells people of one name apart.
    return Person(identity(number or email or f"{name} ({submission})"), identity(name or submission), email)


def _before(history: Iterable[Any], at: datetime | None) -> int:
    times = [_time(one.get(":created_at")) for one in history if isinstance(one, dict)]
    return sum(1 for time in times if time is None or time != at)


def _time(value: object) -> datetime | None:
    if isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        return None


def _read(tree: Tree, name: str) -> Files:
    if not tree.exists(name):
        raise SubmissionRefused(f"The export has no folder {name}, though it is in {_METADATA}.", "Export it again.")
    return tree.below(name)


GRADESCOPE = Layout("an export of Gradescope's", matching, attempts)
