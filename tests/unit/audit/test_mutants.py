"""Which changes are made to a reference, and which of them an author has explained."""

from __future__ import annotations

import ast

import pytest

from grader.audit.mutants import explanations, mutants


def changes(body: str) -> list[str]:
    """What is changed in a function with this body."""
    return [mutant.change for mutant in mutants(f"def f(x, y):\n    {body}\n")]


@pytest.mark.parametrize(
    ("body", "change"),
    [
        ("return x + y", "x + y -> x - y"),
        ("return x ** y", "x ** y -> x * y"),
        ("return -x", "-x -> x"),
        ("return x < y", "x < y -> x <= y"),
        ("return x is None", "x is None -> x is not None"),
        ("return x and y", "x and y -> x or y"),
        ("return 2", "2 -> 3"),
        ("return True", "True -> False"),
        ("return x == 'pre'", "'pre' -> 'preX'"),
        ("return relu(x)", "relu(x) -> x"),
        ("return x.detach()", "x.detach() -> x"),
        ("return x if y else 1", "x if y else 1 -> 1 if y else x"),
        ("x += y", "x += y -> x -= y"),
        ("x += y", "x += y -> pass"),
        ("fill(x)", "fill(x) -> pass"),
        ("raise ValueError('no')", "raise ValueError('no') -> pass"),
    ],
)
def test_changes_one_thing(body: str, change: str) -> None:
    assert change in changes(body)


def test_negates_conditions() -> None:
    (mutant, *_) = mutants("def f(x):\n    if x:\n        return 1\n    return 2\n")
    assert mutant.change == "if x: -> if not x:"
    assert (mutant.definition, mutant.line) == ("f", 2)


@pytest.mark.parametrize(
    "source",
    [
        "import math\n",
        '"""Words of the module, 1 + 1."""\n',
        'def f(x: "int" = None) -> "float":\n    """Words, 1 + 1."""\n    return x\n',
        "def f(x):\n    raise ValueError(f'{x} is not 3')\n",
        "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n",
    ],
)
def test_leaves_words_annotations_and_constructors_alone(source: str) -> None:
    assert [mutant.change for mutant in mutants(source) if not mutant.change.endswith("-> pass")] == []


def test_every_mutant_is_a_whole_module_with_one_change() -> None:
    source = "import math\n\ndef f(x):\n    return math.sqrt(x) + 1\n"
    found = list(mutants(source))
    assert len({mutant.source for mutant in found}) == len(found) == 3
    for mutant in found:
        assert ast.parse(mutant.source)
        assert mutant.source.startswith("import math")


def test_the_source_is_left_as_it_was() -> None:
    before = "def f(x):\n    return x + 1 - 2 * 3\n"
    first = [mutant.source for mutant in mutants(before)]
    assert first == [mutant.source for mutant in mutants(before)]


EXPLAINED = """\
def f(x):
    # audit: equivalent because x is never negative
    y = abs(x)
    if y > 0:  # audit: equivalent because 0 is left alone either way
        y = y + 0
    return (
        y
        * 1  # audit: equivalent because it is 1
    )
"""


def test_an_explanation_covers_its_statement_and_of_a_condition_the_head_alone() -> None:
    assert explanations(EXPLAINED) == {
        range(3, 4): "x is never negative",
        range(4, 5): "0 is left alone either way",
        range(6, 10): "it is 1",
    }
