"""Near-identical submissions are found through the usual disguises, and honest ones are not."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from grader.classreport import similarity

ROOT = Path(__file__).parents[3]
STUB = (ROOT / "exercises" / "ex3" / "ex3.py").read_text(encoding="utf-8")


def ways(item: str) -> list[str]:
    """All right and wrong ways to write one function or class that come with Exercise 3."""
    folders = ROOT / "solutions" / "ex3" / "alternatives" / item, ROOT / "tests" / "course" / "ex3" / "wrong" / item
    return [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("*.py"))]


ITEMS = ("residual_add", "ResidualStack", "SelfAttentionAdapter", "chain_gradient", "count_paths", "split_vjp",
         "gradient_by_path_length", "gradient_norms", "zero_case_output", "PreNormResidual")  # fmt: skip
WAYS = {item: ways(item) for item in ITEMS}


def honest(size: int, seed: int = 1) -> dict[str, str]:
    """A class in which everybody wrote each function in one of many ways."""
    rng = random.Random(seed)
    return {f"s{place}": "\n\n".join(map(rng.choice, WAYS.values())) for place in range(size)}


@pytest.fixture(scope="module")
def class_of_40() -> dict[str, str]:
    """Forty honest students."""
    return honest(40)


def renamed(code: str) -> str:
    """The same work with other names, comments and layout."""
    for old, new in (("sublayer", "f"), ("self", "me"), ("x", "inputs"), ("d", "slopes"), ("out", "res")):
        code = re.sub(rf"(?<![.\w]){old}\b(?!\s*=[^=])", new, code)
    return "# my own work\n" + code.replace("\n\n", "\n\n\n# step\n")


def names(found: list[similarity.Pair]) -> list[set[str]]:
    return [{pair.one, pair.other} for pair in found]


def test_honest_solutions_are_not_listed(class_of_40: dict[str, str]) -> None:
    assert similarity.pairs(class_of_40, STUB) == []


def test_a_copy_is_found_and_is_the_same(class_of_40: dict[str, str]) -> None:
    (pair,) = similarity.pairs({**class_of_40, "copy": class_of_40["s3"]}, STUB)
    assert {pair.one, pair.other} == {"s3", "copy"}
    assert pair.similarity == 1
    assert pair.passage[0] == pair.passage[1] != ()


def test_a_copy_with_other_names_and_comments_is_found(class_of_40: dict[str, str]) -> None:
    found = similarity.pairs({**class_of_40, "copy": renamed(class_of_40["s5"])}, STUB)
    assert names(found) == [{"s5", "copy"}]


def test_a_copy_in_which_one_function_is_ones_own_is_found(class_of_40: dict[str, str]) -> None:
    place = class_of_40["s8"].index("\n\n", len(class_of_40["s8"]) // 2)
    changed = class_of_40["s8"][:place] + "\n\n" + WAYS["residual_add"][0] + class_of_40["s8"][place:]
    assert names(similarity.pairs({**class_of_40, "copy": changed}, STUB)) == [{"s8", "copy"}]


def test_what_was_handed_out_does_not_count() -> None:
    assert similarity.pairs({"ada": STUB, "bob": STUB}, STUB) == []
    assert names(similarity.pairs({"ada": STUB, "bob": STUB})) == [{"ada", "bob"}]


def test_what_most_of_the_class_wrote_does_not_count() -> None:
    same = "\n".join(f"value_{n} = compute(value, {n})" for n in range(20))
    assert similarity.pairs({f"s{place}": f"{same}\nown = {place}\n" for place in range(10)}) == []


def test_members_of_a_group_are_not_compared(class_of_40: dict[str, str]) -> None:
    codes = {**class_of_40, "copy": class_of_40["s3"], "third": class_of_40["s3"]}
    assert names(similarity.pairs(codes, STUB, [("s3", "copy")])) == [{"copy", "third"}, {"s3", "third"}]


def test_short_work_says_nothing() -> None:
    assert similarity.pairs({"ada": "x = f(1)\ny = g(2)\n", "bob": "x = f(1)\ny = g(2)\n"}) == []


@pytest.mark.parametrize(
    "code", ["", "def f(:\n", "x = (1,\n", "'''", "  x\n y\n", "\0", "é = 1\n" * 50, "%magic\n!ls\n"]
)
def test_whatever_was_handed_in_can_be_compared(class_of_40: dict[str, str], code: str) -> None:
    assert similarity.pairs({**class_of_40, "odd": code, "odd too": code}, code) == []


def test_the_order_of_the_class_changes_nothing(class_of_40: dict[str, str]) -> None:
    codes = {**class_of_40, "copy": class_of_40["s3"], "other": renamed(class_of_40["s9"])}
    backwards = dict(reversed(codes.items()))
    first, second = similarity.pairs(codes, STUB), similarity.pairs(backwards, STUB)
    assert names(first) == names(second)
    assert {frozenset(pair) for pair in names(first)} == {frozenset({"s3", "copy"}), frozenset({"s9", "other"})}
    assert [pair.similarity for pair in first] == [pair.similarity for pair in second]
