"""Moodle's zip of feedback files: one document for each student, told apart by the participant's number alone."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from grader.gradebooks.award import Awards
from grader.gradebooks.gradebook import Gradebook
from grader.gradebooks.moodle import Worksheet, find
from grader.roll import Entry

_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def zipped(
    awards: Awards, refused: Sequence[Entry], work: Worksheet, documents: Mapping[str, str], name: str
) -> Gradebook:
    """Return the zip that "Upload multiple feedback files in a zip" takes.

    refused    who gets a document, too, and has no mark
    work       tells the participants' numbers, which are the assignment's own; Moodle drops a wrong one silently
    documents  by student
    name       of each document, such as "ex3.html"
    """
    found = find([*awards.entries, *refused], work)
    kept, notes = awards.settle(found.problems, "Moodle would silently drop these students' files")
    told = [entry for entry in refused if entry.student in found.rows]
    if told:
        notes.append("Who was refused gets a file that says why.")
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in (*(award.entry for award in kept), *told):
            number = work.participants[found.rows[entry.student] - 1]
            path = f"participant_{number}_assignfeedback_file/{name}"
            archive.writestr(zipfile.ZipInfo(path, _LONG_AGO), documents[entry.student], zipfile.ZIP_DEFLATED)
    return Gradebook(content.getvalue(), tuple(notes))
