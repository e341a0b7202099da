"""Records on their way through a file."""

from __future__ import annotations

import dataclasses

import pytest
import torch

from grader.checks.observation import Observation, Opaque
from grader.checks.recorded import RecordedOracle
from grader.checks.records import (
    AgreementRecord,
    CheckRecord,
    Records,
    Unrecordable,
    WrongRecord,
    load,
    probe,
    recordable,
)
from grader.checks.sketch import sketch
from grader.errors import ExerciseFault
from grader.sandbox.frames import ProtocolError

X = torch.arange(6, dtype=torch.float64).reshape(2, 3)
WANTED = Observation((X, 3, "yes", None, Opaque("set")), gradients={"x": X, "y": None}, changed=("x.grad",))
WRONG = Observation(-X)
RECORDS = Records(
    seed=7,
    probe=probe(7),
    torch_version="2.0",
    parameters={"add": ["x", "y"]},
    classes=frozenset({"Block"}),
    checks={
        "add.value": CheckRecord(
            agreements=(
                AgreementRecord(WANTED, (WrongRecord("swapped", "Swapped by {by}.", {"by": 0.5}, sketch(WRONG)),)),
                AgreementRecord(Observation(raised="ValueError"), ()),
            ),
            calls=(("add", X), ("count", 3)),
        )
    },
)


def look(_: object) -> Observation:
    raise AssertionError("there is nothing to look at")


def test_a_file_gives_back_what_was_written() -> None:
    copy = load(RECORDS.dump())
    assert (copy.seed, copy.torch_version, copy.parameters) == (7, "2.0", {"add": ["x", "y"]})
    assert copy.classes == RECORDS.classes
    wanted = copy.checks["add.value"].agreements[0].wanted
    assert torch.equal(wanted.value[0], X)
    assert wanted.value[1:] == WANTED.value[1:]
    assert torch.equal(wanted.gradients["x"], X)  # type: ignore[arg-type]
    assert (wanted.gradients["y"], wanted.changed) == (None, ("x.grad",))
    assert copy.checks["add.value"].agreements[1].wanted.raised == "ValueError"
    assert torch.equal(copy.probe, RECORDS.probe)


@pytest.mark.parametrize("damage", [b"", b"no file", RECORDS.dump()[:-9], RECORDS.dump()[:30] + bytes(40)])
def test_a_damaged_file_is_refused(damage: bytes) -> None:
    with pytest.raises(ProtocolError):
        load(damage)


def test_a_file_of_another_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = RECORDS.dump()
    monkeypatch.setattr("grader.checks.records.FORMAT", 2)
    with pytest.raises(ProtocolError, match="format 1; this grader reads 2"):
        load(data)


def test_plays_agreements_and_calls_back_in_order() -> None:
    oracle = RecordedOracle(RECORDS, "add.value")
    assert oracle.parameters("add") == ["x", "y"]
    assert torch.equal(oracle.reference.add(1, 2), X)
    assert oracle.wanted("add", look) is WANTED
    assert oracle.reference.count() == 3
    assert oracle.wanted("add", look).raised == "ValueError"


def test_names_the_misconception_that_showed_the_same() -> None:
    oracle = RecordedOracle(RECORDS, "add.value")
    oracle.wanted("add", look)
    named = oracle.named("add", Observation(-X + 1e-12), look, ())
    assert named is not None
    assert (named.name, named.says, named.constants) == ("swapped", "Swapped by {by}.", {"by": 0.5})
    assert oracle.named("add", Observation(X + 1), look, ()) is None


def test_a_check_that_does_more_than_was_recorded_is_not_the_students_fault() -> None:
    oracle = RecordedOracle(dataclasses.replace(RECORDS, checks={}), "add.value")
    with pytest.raises(ExerciseFault, match="compares more often"):
        oracle.wanted("add", look)
    with pytest.raises(ExerciseFault, match="calls add where its records have nothing"):
        oracle.reference.add(1)


def test_only_plain_data_can_be_recorded() -> None:
    assert recordable([X, {"a": (1, 2.5, None)}])
    with pytest.raises(Unrecordable, match="a Linear cannot be written down"):
        recordable(torch.nn.Linear(2, 2))
