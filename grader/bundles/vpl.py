"""The execution file of a Virtual Programming Lab for Moodle, with the course inside, and what its server needs."""

from __future__ import annotations

import base64
import textwrap

from grader.bundles.archive import Member, archive
from grader.bundles.kit import Kit


def bundle(kit: Kit) -> list[Member]:
    """Return the files of the archive: one for the activity, and a folder for the execution server."""
    course = "\n".join(textwrap.wrap(base64.b64encode(archive(kit.course())).decode(), 120))
    return [
        kit.script("vpl_evaluate.sh", COURSE=course),
        *(member.under("server") for member in kit.install()),
    ]
