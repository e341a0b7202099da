"""What an audit found: frozen values, as text for a terminal and as JSON for a pipeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT = 1


@dataclass(frozen=True)
class Finding:
    """One thing that has to be mended before the exercise is handed out."""

    where: str
    """A check, a misconception, a file with its line …"""
    what: str


@dataclass(frozen=True)
class Section:
    """One property that was proven, or not."""

    name: str
    tried: str
    """What was done, with numbers: "104 variants of 78 misconceptions"."""
    findings: tuple[Finding, ...]
    details: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For the JSON alone: what was found right, such as the checks that each misconception fails."""


@dataclass(frozen=True)
class Audit:
    """All of it."""

    exercise: str
    version: str
    seeds: int
    seconds: float
    sections: tuple[Section, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not any(section.findings for section in self.sections)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"format": FORMAT, "clean": self.clean, **asdict(self)}

    def as_text(self) -> str:
        """A table with a line for each property, and the findings below."""
        widest = max(len(section.name) for section in self.sections)
        lines = [f"{self.exercise}, version {self.version}, {self.seeds} seeds, {self.seconds:.0f} s", ""]
        for section in self.sections:
            count = len(section.findings)
            mark = f"{count} found" if count else "clean"
            lines.append(f"{section.name:<{widest}}  {mark:<9} {section.tried}")
        for section in self.sections:
            if section.findings:
                lines += ["", section.name]
                lines += [_entry(finding) for finding in section.findings]
        return "\n".join(lines) + "\n"


def _entry(finding: Finding) -> str:
    return f"  {finding.where}: " + finding.what.strip().replace("\n", "\n    ")
