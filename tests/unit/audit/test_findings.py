"""The table and the JSON of an audit."""

from __future__ import annotations

import json

from grader.audit.findings import Audit, Finding, Section

CLEAN = Section("points", "4 checks add up to 7", ())
FOUND = Section("statements", "3 have a check", (Finding("T3", "no check rests on it"), Finding("T9", "two\nlines")))


def audit(*sections: Section) -> Audit:
    return Audit("ex9", "0123456789abcdef", 20, 12.3, sections)


def test_the_table_has_a_line_for_each_property_and_the_findings_below() -> None:
    assert audit(CLEAN, FOUND).as_text() == (
        "ex9, version 0123456789abcdef, 20 seeds, 12 s\n"
        "\n"
        "points      clean     4 checks add up to 7\n"
        "statements  2 found   3 have a check\n"
        "\n"
        "statements\n"
        "  T3: no check rests on it\n"
        "  T9: two\n"
        "    lines\n"
    )


def test_is_clean_if_nothing_was_found_anywhere() -> None:
    assert audit(CLEAN).clean
    assert not audit(CLEAN, FOUND).clean


def test_the_json_says_the_same() -> None:
    data = json.loads(json.dumps(audit(CLEAN, FOUND).as_json()))
    assert (data["format"], data["clean"], data["exercise"], data["seeds"]) == (1, False, "ex9", 20)
    assert data["sections"][1]["findings"][0] == {"where": "T3", "what": "no check rests on it"}
