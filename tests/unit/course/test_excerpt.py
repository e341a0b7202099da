"""Cutting a module down to some of its definitions."""

from __future__ import annotations

import ast

from grader.course.excerpt import excerpt, users

MODULE = '''\
"""About the module."""
from __future__ import annotations
import math
import torch as t
from typing import Any

LIMIT = 3
print("loading")

def helper(x: Any) -> float:
    return math.sqrt(x) + LIMIT

def other(x):
    return t.relu(x)

class Base:
    pass

class Block(Base):
    def forward(self, fixture):
        return helper(fixture)

def fixture():
    return 1
'''


def cut(*wanted: str) -> str:
    return ast.unparse(excerpt(ast.parse(MODULE), wanted))


def test_keeps_what_a_definition_needs_directly_and_through_others() -> None:
    kept = cut("helper")
    assert "def helper" in kept
    assert "import math" in kept
    assert "LIMIT = 3" in kept
    assert "from typing import Any" in kept


def test_leaves_out_the_rest_and_the_modules_own_words() -> None:
    kept = cut("helper")
    assert not any(word in kept for word in ("other", "torch", "Block", "About the module"))


def test_follows_base_classes_and_parameters_that_may_be_fixtures() -> None:
    kept = cut("Block")
    assert "class Base" in kept
    assert "def fixture" in kept


def test_keeps_statements_that_act_and_imports_from_the_future_first() -> None:
    assert cut().splitlines() == ["from __future__ import annotations", "print('loading')"]


def test_tells_which_names_each_definition_needs() -> None:
    needs = users(ast.parse(MODULE), ["helper", "other"])
    assert {"helper", "math", "LIMIT"} <= needs["helper"]
    assert "LIMIT" not in needs["other"]
