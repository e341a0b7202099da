"""What a student reads whose submission was refused: no result, but what is wrong with the file and what to do."""

from __future__ import annotations

from markupsafe import escape

from grader import wording

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{exercise}, {student}</p>
{reason}
</body>
</html>
"""


def html(exercise: str, student: str, reason: str) -> str:
    """Return the page; each line of `reason` is a paragraph."""
    paragraphs = "\n".join(f"<p>{escape(line)}</p>" for line in reason.splitlines())
    return _PAGE.format(title=wording.REFUSED, exercise=escape(exercise), student=escape(student), reason=paragraphs)


def markdown(exercise: str, student: str, reason: str) -> str:
    """Return the same as Markdown; what may come from a student stands in blocks of code, where nothing is markup."""
    block = "\n".join(f"    {line}" for line in (f"{exercise}, {student}", "", *reason.splitlines()))
    return f"# {wording.REFUSED}\n\n{block}\n"
