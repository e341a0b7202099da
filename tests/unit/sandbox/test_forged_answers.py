"""A student's file that speaks to the grader itself: whatever it forges, the check meets a fault of the student's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch

from grader.limits import Limits
from grader.sandbox.client import MAX_OBJECTS
from grader.sandbox.faults import Crashed, Stopped
from tests.unit.sandbox.live import Worker, fault

Start = Callable[..., Worker]

SHORT = Limits(call_seconds=0.5, check_seconds=10, load_seconds=5, memory_mib=256)

RAW = """
# How a student's file speaks to the grader past the worker's own code. `answer(content)` forges the present answer.
import os, sys, torch, msgpack

def send(data):
    while data: data = data[os.write(3, data):]

def frame(message, bulk=b"", body=None):
    body = msgpack.packb(message) if body is None else body
    return len(body).to_bytes(4, "big") + len(bulk).to_bytes(4, "big") + body + bulk

def number():
    at = sys._getframe()
    while at is not None:
        if at.f_code.co_name == "serve" and isinstance(at.f_locals.get("number"), int): return at.f_locals["number"]
        at = at.f_back

def worker():
    at = sys._getframe()
    while type(at.f_locals.get("self")).__name__ != "WorkerPeer": at = at.f_back
    return at.f_locals["self"]

def answer(content): send(frame(["tell", number(), "done", content]))
def value(data): answer([data, [], [], None])
"""


TENSOR = '[0, "float64", [1], bytes(8), 0]'
JOINED = '[0, "float64", [1], bytes(8), 8]'
FORGERIES = [
    # values
    "value(7)", 'value(["object", 0, "x" * 10**5, True])', 'value(["your-object", 99])', 'value(["callable", 0, True])',
    'value(["copy", 0, b"cos\\nsystem\\n."])',
    # answers
    "answer(None)", "answer([])", "answer([1, 2, 3, 4])", "answer([None, [], [], 5])", "answer([None, [5], [], None])",
    # tensors and graphs
    'answer([["tensor", 0], [], [], None])', f'answer([["tensor", 1], [{TENSOR}], [], None])',
    f"answer([None, [{TENSOR}] * 5000, [], None])",
    f'answer([["tensor", 0], [{JOINED}], [], None])', f'answer([["tensor", 0], [{JOINED}], [], [0, 7]])',
    f'answer([["tensor", 0], [{JOINED}], [], [0, [["tensor", 5]]]])',
    f'answer([["tensor", 0], [{JOINED}], [], [0, [["yours", 99]]]])',
    f'answer([["tensor", 0], [{JOINED}], [], [7, [["yours", 0]]]])',
    'answer([["tensor", 0], [[0, "int64", [1], bytes(8), 1]], [], None])',
    'answer([["tensor", 0], [[0, "float64", [0, 2**31 - 1, 2**31 - 1, 2**31 - 1], b"", 0]], [], None])',
    'answer([["tensor", 0], [[2**63, "float64", [1], bytes(8), 255]], [], None])',
    # changes
    "answer([None, [], [[0, None, None, None]], None])", "answer([None, [], [[99, None, True, None]], None])",
    "answer([None, [], [None] * 5000, None])", 'answer([None, [], [[0, ["float64", [2], bytes(8)], 1, None]], None])',
    'answer([None, [], [[0, ["int64", [7], bytes(56)], 1, None]], None])',
    # requests
    'send(frame(["ask", 1, "call", [["tuple", 99, ["tuple"], ["dict"]], [], [], True]]))',
    'send(frame(["ask", 1, "load", [["tuple"], [], [], True]]))', 'send(frame(["ask", 1, 7, None]))',
    'send(frame(["ask", 1, "vjp", [["tuple", 99, ["list"], True], [], [], True]]))',
    'send(frame(["ask", 1, "vjp", [["tuple"], [], [], True]]))',
    # failures
    'send(frame(["tell", number(), "failed", None]))', 'send(frame(["tell", number(), "failed", [{}, []]]))',
    'send(frame(["tell", number(), "failed", [{"type": 1, "text": 2}, []]]))',
    # frames
    'send(frame(["tell", 1, "done", [None, [], [], None]]))', 'send(frame(["tell", number(), "lost", None]))',
    "send(bytes([255] * 8))", "send(frame(None))", "send(frame([]))", 'send(frame(0, body=b"\\xc1"))',
]  # fmt: skip


class TestForgedAnswers:
    """Whatever is forged, the check meets a fault of the student's and nothing else."""

    @pytest.mark.parametrize("forgery", FORGERIES)
    def test_to_a_call_and_to_its_gradient(self, student: Start, forgery: str) -> None:
        worker = student(RAW + f"def f(x, g):\n    {forgery}\n    return x", limits=SHORT)
        x = torch.ones(2, dtype=torch.float64, requires_grad=True)

        def use() -> None:
            y = worker.call("f", x, lambda t: t * 2)
            if isinstance(y, torch.Tensor) and y.requires_grad:
                y.sum().backward()
            worker.call("f", x, torch.tanh)

        assert isinstance(fault(use), (Crashed, Stopped))

    @pytest.mark.parametrize(
        "gradients",
        ["5", "[]", "[None, None, None]", "[torch.ones(7)]", "[torch.ones(2)]", "['x']", "[torch.ones(2).long()]"],
    )
    def test_to_a_request_for_gradients(self, student: Start, gradients: str) -> None:
        forged = f"def f(x):\n    worker()._vector_jacobian_products = lambda *a: {gradients}\n    return x * 2"
        y = student(RAW + forged).call("f", torch.ones(2, dtype=torch.float64, requires_grad=True))
        crashed = fault(lambda: y.sum().backward())
        assert type(crashed) is Crashed
        assert "malformed gradients" in crashed.message

    @pytest.mark.parametrize("content", ["None", "5", "'text'", "['list', 5]", "['list', ['list']]", "['list', None]"])
    def test_to_loading(self, student: Start, content: str) -> None:
        assert type(fault(lambda: student(RAW + f"value({content})", limits=SHORT))) is Crashed

    def test_to_the_question_for_names(self, student: Start) -> None:
        forged = "worker()._code.names = lambda: 5\n"
        assert type(fault(lambda: student(RAW + forged))) is Crashed
        assert student(RAW + forged.replace("5", "['f', 5, None]")).names == ["f"]

    @pytest.mark.parametrize("kinds", ["5", "{}", "{'class': 5, 'function': []}", "{'class': [], 'function': None}"])
    def test_to_the_question_for_kinds(self, student: Start, kinds: str) -> None:
        assert type(fault(lambda: student(RAW + f"worker()._code.kinds = lambda: {kinds}\n"))) is Crashed

    @pytest.mark.parametrize("length", ["-1", "'x'", "None", "2**63", "True"])
    def test_to_the_question_for_a_length(self, student: Start, length: str) -> None:
        source = f"class A:\n    def __len__(self):\n        value({length})\n        return 1\nthing = A()"
        thing = student(RAW + source).name("thing")
        assert type(fault(lambda: len(thing))) is Crashed

    def test_to_iteration(self, student: Start) -> None:
        source = "class A:\n    def __iter__(self):\n        value(5)\n        return iter('a')\nthing = A()"
        thing = student(RAW + source).name("thing")
        assert type(fault(lambda: list(thing))) is Crashed

    def test_cotangents_that_would_be_stretched(self, student: Start) -> None:
        """A callback's output (n, 1) times a cotangent (1, m): the trusted side would have to hold n·m numbers."""
        forged = "def f(x, g):\n    g(x)\n    return worker().request('vjp', 0, [torch.ones(1, 100_000)], False)"
        worker, x = student(RAW + forged), torch.ones(100_000, 1, requires_grad=True)
        assert "malformed cotangents" in fault(lambda: worker.call("f", x, lambda t: t * 2)).message

    def test_more_objects_than_anybody_needs(self, student: Start) -> None:
        worker = student("def f(n): return [object() for _ in range(n)]")
        assert len(worker.call("f", 100)) == 100
        assert "too many objects" in fault(lambda: worker.call("f", MAX_OBJECTS)).message

    def test_results_that_the_grader_has_to_keep(self, student: Start) -> None:
        """The result of a callback may be asked for its gradient later on."""
        worker = student("def f(x, g):\n    while True: g(x)", limits=replace(SHORT, call_seconds=60))
        worker._room = 1 << 20
        x = torch.ones(1 << 14)
        assert "more tensors were sent than can be kept" in fault(lambda: worker.call("f", x, lambda t: t + 1)).message
