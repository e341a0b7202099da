"""A class of 60 and its page, made once."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from fractions import Fraction

import pytest

from grader.classreport.page import render
from grader.classreport.report import ClassReport, build
from grader.late import LatePolicy, marks
from tests.unit.classreport.madeup import DUE, made_up

POLICY = LatePolicy(DUE, per_day=Fraction(1, 10), cap=Fraction(1, 2), grace=timedelta(minutes=15))


@pytest.fixture(scope="session")
def report() -> ClassReport:
    """The report on the made-up class, in which two handed in the same work under other names."""
    entries = made_up()
    copied = entries[30].code.replace("value", "v").replace("state", "s")
    entries[12] = dataclasses.replace(entries[12], code=copied)
    return build("ex3", "What residual connections do, and why they matter at depth", entries, marks(entries, POLICY))


@pytest.fixture(scope="session")
def page(report: ClassReport) -> str:
    """Its page."""
    return render(report)
