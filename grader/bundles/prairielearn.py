"""A question of PrairieLearn's with an external grader, and the container image that grades it."""

from __future__ import annotations

import json
import uuid

from markdown_it import MarkdownIt

from grader import wording
from grader.bundles.archive import Member, files
from grader.bundles.kit import PYTHON, Kit
from grader.course.exercise import Exercise

MOST_SECONDS = 600
"""The longest timeout that PrairieLearn takes."""
_ORIGIN = uuid.uuid5(uuid.NAMESPACE_DNS, "torchgrader.question")
_DELIMITERS = "[[torchgrader", "]]"
"""Of placeholders in the question, instead of braces, which an exercise's text may hold."""


def bundle(kit: Kit) -> list[Member]:
    """Return the files of the archive, to be unpacked in the folder of a PrairieLearn course."""
    exercise = kit.exercise
    question = [
        Member("info.json", _info(kit).encode()),
        Member("question.html", _question(exercise).encode()),
        kit.script("prairielearn.sh", "tests/grade.sh"),
        *(member.under("tests") for member in kit.course()),
        *(member.under("clientFilesQuestion") for member in _shown(exercise)),
    ]
    image = [kit.text("Dockerfile", IMAGE=f"python:{PYTHON}-slim"), *kit.install()]
    return [
        *(member.under(f"questions/{exercise.id}") for member in question),
        *(member.under(f"images/{exercise.id}") for member in image),
    ]


def _info(kit: Kit) -> str:
    options = {
        "image": kit.image or f"torchgrader/{kit.exercise.id}",
        "entrypoint": "/grade/tests/grade.sh",
        "timeout": min(kit.seconds, MOST_SECONDS),
        "enableNetworking": False,
    }
    info = {
        "uuid": str(uuid.uuid5(_ORIGIN, kit.exercise.id)),
        "title": kit.exercise.title,
        "topic": "PyTorch",
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": options,
    }
    return json.dumps(info, indent=1, ensure_ascii=False) + "\n"


def _question(exercise: Exercise) -> str:
    opening, closing = _DELIMITERS
    names = [stub.name for stub in exercise.stubs]
    links = " ".join(f'<pl-file-download file-name="{name}"></pl-file-download>' for name in names)
    return "\n".join(
        (
            f"{{{{={opening} {closing}=}}}}",
            "<pl-question-panel>",
            _html(exercise.text.read_text(encoding="utf-8")),
            f"<p>{wording.START_FROM} {links}</p>",
            f'<pl-file-upload optional-file-names="{",".join(names)}"></pl-file-upload>',
            "</pl-question-panel>",
            "<pl-submission-panel>",
            "<pl-external-grader-results></pl-external-grader-results>",
            "<pl-file-preview></pl-file-preview>",
            "</pl-submission-panel>",
            "",
        )
    )


def _html(markdown: str) -> str:
    """The text as HTML, with pictures where PrairieLearn serves them."""
    opening, closing = _DELIMITERS
    parser = MarkdownIt("gfm-like", {"linkify": False, "html": False})
    tokens = parser.parse(markdown)
    for token in tokens:
        for inner in token.children or ():
            source = str(inner.attrs.get("src", ""))
            if inner.type == "image" and ":" not in source:
                inner.attrs["src"] = f"{opening} options.client_files_question_url {closing}/{source}"
    return str(parser.renderer.render(tokens, parser.options, {}))


def _shown(exercise: Exercise) -> list[Member]:
    """The exercise's pictures and stubs, which students may have."""
    stubs = {stub.name for stub in exercise.stubs}
    return [m for m in files(exercise.folder) if m.name in stubs or m.name.endswith((".svg", ".png", ".jpg"))]
