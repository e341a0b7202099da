"""HTML and Markdown show a student's text as text, and load nothing."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.reports import html, markdown
from grader.reports.outline import items
from grader.result.model import Result

MARKUP = st.text(st.sampled_from(list("ab1 \n\t`*_~<>[]()!#|\\&;$=:-+.'\"/{}%@")), max_size=40)


class Page(HTMLParser):
    """Collects what a browser would see of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def with_student_text(result: Result, text: str) -> Result:
    """The result with this text in every place that a student can influence."""
    part = result.parts[0]
    place = {"label": text or "-", "line": 1, "text": text}
    fields = {"message": text, "output": text, "traceback": [text, text], "place": place, "misconception": None}
    data = result.model_dump(mode="json")
    data["parts"][0]["checks"] = [check.model_dump(mode="json") | fields for check in part.checks]
    data["submission"] |= {"student": text, "source": text, "notes": [text]}
    return Result.model_validate(data)


def tokens(document: str) -> list[Token]:
    """All tokens of a Markdown document."""
    blocks = MarkdownIt("gfm-like", {"linkify": False}).parse(document)
    return [inner for token in blocks for inner in (token, *(token.children or ()))]


def test_the_page_has_only_our_elements(results: dict[str, Result], result_name: str) -> None:
    page = Page(html.render(results[result_name]))
    assert page.tags <= Page(html.render(results["partly_wrong"])).tags
    assert not page.tags & {"script", "link", "img", "iframe", "object", "form", "a"}
    assert page.attributes <= {"lang", "charset", "name", "content", "http-equiv", "class", "data-mark"}


@given(text=MARKUP)
@example(text="<script>a</script>")
@example(text="`<script>`")
def test_no_text_becomes_an_element(results: dict[str, Result], text: str) -> None:
    page = Page(html.render(with_student_text(results["partly_wrong"], text)))
    assert page.tags <= Page(html.render(results["partly_wrong"])).tags
    assert page.attributes <= {"lang", "charset", "name", "content", "http-equiv", "class", "data-mark"}


@given(text=MARKUP)
@example(text="<script>a</script>")
@example(text="```\n# a\n")
@example(text="````\n# a\n")
def test_no_text_becomes_markdown(results: dict[str, Result], text: str) -> None:
    plain = tokens(markdown.render(with_student_text(results["partly_wrong"], "plain")))
    found = tokens(markdown.render(with_student_text(results["partly_wrong"], text)))
    allowed = {token.type for token in plain} | {"code_inline", "softbreak", "text_special"}
    assert {token.type for token in found} <= allowed
    headings = [token.type for token in found].count("heading_open")
    assert headings == [token.type for token in plain].count("heading_open")


@given(text=MARKUP)
def test_markdown_keeps_the_words(results: dict[str, Result], text: str) -> None:
    written = f"x{text}x".replace("`", "")  # backticks mark code, and so are not all shown
    document = markdown.render(with_student_text(results["partly_wrong"], written))
    words = [token.content for token in tokens(document) if token.type in ("text", "code_inline", "text_special")]
    shown = "".join(words)
    assert _letters(written) in _letters(shown)


def _letters(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("render", [html.render, markdown.render])
def test_everything_that_matters_is_said(results: dict[str, Result], render: object) -> None:
    assert callable(render)
    result = results["partly_wrong"]
    document = render(result)
    text = Page(document).text if document.startswith("<!") else document.replace("\\", "")
    for part in result.parts:
        assert part.title in text
        assert all(item.name in text for item in items(part.checks))
    for words in ("1.33 of 11 points", "14 more wait", "forgot_add", "return sublayer(x)", "T10", "Look at this next"):
        assert words in text
