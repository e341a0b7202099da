"""Misconceptions become submissions: without decorators, without the grader, bound to the item's name."""

from __future__ import annotations

import dataclasses

import pytest

from grader.audit.beliefs import HELPER, Beliefs
from grader.engine import Belief
from grader.errors import ExerciseFault

SOURCE = """\
from __future__ import annotations
import math
from grader.checks.misconceptions import misconception
from grader.checks.observation import Observation

SCALES = ({"scale": 0.5}, {"scale": math.pi})

def sign(seen: Observation) -> bool:
    return seen.raised is not None

def _double(x):
    return 2 * x

@misconception("add", says="Scaled by {scale}.", variants=SCALES)
def scaled(x, y, scale):
    return scale * _double(x)

@misconception("Sum", name="frozen", says="Frozen.", variants=({"deep": True},))
@misconception("add", name="other", says="Other.", matches=sign)
class Frozen:
    deep = False
"""

SCALED = Belief("add", "scaled", None, "", implementation="scaled", is_class=False, variants=2)
FROZEN = Belief("Sum", "frozen", None, "", implementation="Frozen", is_class=True, variants=1)


def test_the_helper_holds_what_the_implementation_needs_and_nothing_else() -> None:
    helper = next(Beliefs(SOURCE).variants(SCALED)).helper
    assert "def _double" in helper
    assert "import math" in helper
    assert not any(word in helper for word in ("grader", "misconception", "says", "Frozen", "sign"))


def test_each_variant_binds_the_item_with_its_constants() -> None:
    wrong = list(Beliefs(SOURCE).variants(SCALED))
    names: dict[str, object] = {}
    exec(wrong[1].helper, names)
    assert names["VARIANTS"] == ({"scale": 0.5}, {"scale": 3.141592653589793})
    assert [w.binding.splitlines()[-1] for w in wrong] == [
        f"add = functools.partial({HELPER}.scaled, **{HELPER}.VARIANTS[{number}])" for number in (0, 1)
    ]


def test_a_class_gets_its_constants_as_attributes() -> None:
    (wrong,) = Beliefs(SOURCE).variants(FROZEN)
    assert wrong.binding.splitlines()[-1].startswith(f"Sum = type({HELPER}.Frozen.__name__, ({HELPER}.Frozen,)")


def test_one_definition_may_be_registered_for_several_items() -> None:
    other = dataclasses.replace(FROZEN, item="add", name="other")
    (wrong,) = Beliefs(SOURCE).variants(other)
    assert wrong.binding.splitlines()[-1] == f"add = {HELPER}.Frozen"


def test_a_registration_that_cannot_be_read_is_the_authors_to_mend() -> None:
    with pytest.raises(ExerciseFault, match=r"registers missing for add") as caught:
        next(Beliefs(SOURCE).variants(dataclasses.replace(SCALED, name="missing")))
    assert '@misconception("add", name="missing"' in caught.value.advice
