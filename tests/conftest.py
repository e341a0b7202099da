"""Shared by all tests: a quiet environment, no deadlines, and gold files, which `pytest --update-gold` writes anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

GOLD = Path(__file__).parent / "gold"

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that accepts the present output as the expected one."""
    parser.addoption("--update-gold", action="store_true", help="write tests/gold anew from the present output")


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing of the machine that runs the tests decides their outcome, and nothing is left behind on it."""
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "GRADE_COURSE", "GRADE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


@pytest.fixture
def gold(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the gold file of this name."""

    def compare(text: str, name: str) -> None:
        path = GOLD / name
        if request.config.getoption("--update-gold"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert text == path.read_text(encoding="utf-8"), f"{name} changed; if that is right: pytest --update-gold"

    return compare
