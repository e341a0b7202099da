"""The page in a real browser: it renders, sorts, filters, fits a phone and paper, and asks for nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: apt-get install chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def file(page: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page on the disk, as it is opened by hand."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Page]:
    """The page, opened; afterwards nothing must have been asked for, and nothing complained of."""
    tab = browser.new_page(viewport=DESKTOP)  # type: ignore[arg-type]
    asked: list[str] = []
    complaints: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(file.as_uri())
    yield tab
    assert asked == [file.as_uri()]
    assert complaints == []
    tab.close()


def cells(tab: Page, section: str, column: int) -> list[str]:
    """What one sees in a column of a section's last table, from top to bottom."""
    rows = tab.locator(f"#{section} table").last.locator("tbody tr:visible")
    return rows.locator(f"td:nth-child({column})").all_inner_texts()


def test_it_renders(opened: Page) -> None:
    assert opened.title() == "ex3: class report"
    assert opened.locator("svg").count() == 4
    for plot in opened.locator("svg").all():
        box = plot.bounding_box()
        assert box is not None
        assert box["width"] > 500
        assert box["height"] > 100
    assert len(cells(opened, "class", 1)) == 60


def test_it_sorts_numbers_as_numbers_and_back(opened: Page) -> None:
    before = cells(opened, "class", 3)
    head = opened.locator("#class th").nth(2)
    head.get_by_role("button").click()
    up = cells(opened, "class", 3)
    assert head.get_attribute("aria-sort") == "ascending"
    numbers = [float(text) for text in up if text[0].isdigit()]
    assert numbers == sorted(numbers)
    assert up[len(numbers) :] == [text for text in before if not text[0].isdigit()], "those without a mark come last"
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert sorted(cells(opened, "class", 3)) == sorted(before)


def test_it_sorts_names_by_keyboard_and_forgets_the_other_column(opened: Page) -> None:
    first, third = opened.locator("#class th").nth(0), opened.locator("#class th").nth(2)
    third.get_by_role("button").click()
    first.get_by_role("button").focus()
    opened.keyboard.press("Enter")
    assert (first.get_attribute("aria-sort"), third.get_attribute("aria-sort")) == ("ascending", None)
    names = cells(opened, "class", 1)
    wanted = ["Ada Müller s1666", "Alan Noether s1740", "Îles s2887", "Yuki Kowalska s2073", "Yuki Ünal s3183"]
    assert [name for name in names if name in wanted] == [name for name in wanted if name in names]
    assert len({*names} & {*wanted}) >= 4


def test_it_filters_by_all_words_and_says_how_many_are_left(opened: Page) -> None:
    field = opened.locator("#class input")
    field.fill("müller  EMMY")
    assert cells(opened, "class", 1) == ["Emmy Müller s1703"]
    assert opened.locator("#class output").inner_text() == "1 of 60"
    field.fill("")
    assert len(cells(opened, "class", 1)) == 60
    assert opened.locator("#class output").inner_text() == ""


def test_what_people_wrote_shows_as_text(opened: Page) -> None:
    opened.locator("#class input").fill("<b>bold")
    assert "<b>Bold</b>" in cells(opened, "class", 1)[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ink_and_paper_differ(opened: Page, scheme: str) -> None:
    opened.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    of = "([what, part]) => getComputedStyle(document.querySelector(what))[part]"
    paper = opened.evaluate(of, ["body", "backgroundColor"])
    ink = opened.evaluate(of, ["svg text", "fill"])
    light, dark = "rgb(255, 255, 255)", "rgb(22, 24, 29)"
    assert (paper, ink) == ((light, "rgb(29, 33, 41)") if scheme == "light" else (dark, "rgb(228, 230, 235)"))


def test_on_a_phone_only_tables_scroll_sideways_and_plots_fit(browser: Browser, file: Path) -> None:
    tab = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    tab.goto(file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for plot in tab.locator("svg").all():
        box = plot.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
    scrolls = "[...document.querySelectorAll('.scroll')].every(e => getComputedStyle(e).overflowX === 'auto')"
    assert tab.evaluate(scrolls)
    smallest = (
        "Math.min(...[...document.querySelectorAll('p, td, a')].map(e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert tab.evaluate(smallest) >= 12
    tab.close()


def test_on_paper_everything_is_unfolded_and_nothing_is_for_clicking(opened: Page) -> None:
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    opened.emulate_media(media="print")
    assert opened.locator("details:not([open])").count() == 0
    assert opened.locator("nav:visible, input:visible").count() == 0
    heading = "getComputedStyle(document.querySelector('th button')).display"
    assert opened.evaluate(heading) == "contents", "or Chromium would not repeat it on the next page"
    assert opened.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_without_javascript_everything_is_there(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(file.as_uri())
    assert len(cells(tab, "class", 1)) == 60
    context.close()
