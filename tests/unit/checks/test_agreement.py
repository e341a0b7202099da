"""`agree`: the student's answer, or the words for what is wrong with it."""

from __future__ import annotations

import copy
from pathlib import Path

import torch

from grader.checks.agreement import Counting
from tests.unit.checks.small import Ended, make

REFERENCE = """
import torch
from torch import nn

def scale(x, f):
    return x + f(x)

def size(n):
    return n * n

class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
    def forward(self, x):
        return x + self.linear(x)
"""
CHECK = '''
@pytest.mark.check("{item}.value", points=1)
def test_value(agree, rng, reference, insight):
    """does it"""
    {body}
'''
SCALE = "agree('scale', rng.normal(2, 3), rng.scramble(nn.Linear(3, 3).double()){more})"


def ended(folder: Path, body: str, source: str, item: str = "scale", beliefs: str = "") -> Ended:
    """How a check with this body ends."""
    files = {"misconceptions": beliefs} if beliefs else {}
    return make(folder, CHECK.format(item=item, body=body), REFERENCE, **files).one(source)


class TestWhatAgrees:
    def test_functions(self, tmp_path: Path) -> None:
        assert ended(tmp_path, SCALE.format(more=""), "def scale(a, b): return b(a) + a").outcome == "passed"

    def test_scenarios(self, tmp_path: Path) -> None:
        body = "agree(lambda it, x: it.scale(it.scale(x, torch.sin), torch.cos), rng.normal(3), gradients=True)"
        assert ended(tmp_path, body, "def scale(x, f): return x + f(x)").outcome == "passed"

    def test_classes(self, tmp_path: Path) -> None:
        body = """
    def use(it, x, state):
        block = it.Block(3).double()
        block.linear.load_state_dict(state)
        return block(x)

    linear = rng.scramble(nn.Linear(3, 3).double())
    agree(use, rng.normal(2, 3), dict(linear.state_dict()), gradients=True, purity=True)
"""
        source = """
        from torch import nn
        class Block(nn.Module):
            def __init__(self, n):
                super().__init__()
                self.linear = nn.Linear(n, n)
            def forward(self, x): return self.linear(x) + x
        """
        assert ended(tmp_path, body, source, "Block").outcome == "passed"

    def test_the_students_value_is_returned(self, tmp_path: Path) -> None:
        body = "insight(str(agree('size', 3)))"
        assert ended(tmp_path, body, "def size(n): return n ** 2", "size").verdict.message == "9"

    def test_looser_and_tighter_tolerances(self, tmp_path: Path) -> None:
        source = "def scale(x, f): return x + f(x) * (1 + 1e-5)"
        for number, (more, outcome) in enumerate([("", "failed"), (", rtol=1e-3", "passed"), (", atol=1.0", "passed")]):
            assert ended(tmp_path / str(number), SCALE.format(more=more), source).outcome == outcome

    def test_both_get_the_same_inputs_and_none_can_spoil_them_for_the_other(self, tmp_path: Path) -> None:
        source = "import torch\ndef scale(x, f):\n    y = x + f(x)\n    x.zero_()\n    return y"
        assert (
            ended(tmp_path / "a", SCALE.format(more="") + "\n    " + SCALE.format(more=""), source).outcome == "passed"
        )
        spoilt = ended(tmp_path / "b", SCALE.format(more=", purity=True"), source)
        assert spoilt.verdict.message == "Your code changed `x`, which belongs to the caller."


class TestWhatIsSaid:
    def test_about_values_shapes_and_gradients(self, tmp_path: Path) -> None:
        for number, (source, words) in enumerate(
            [
                ("def scale(x, f): return x + 2 * f(x)", "Your result differs in 6 of 6 entries"),
                ("def scale(x, f): return (x + f(x))[:1]", "Your result has shape (1, 3); shape (2, 3) is asked for."),
                ("def scale(x, f): return (x + f(x)).float()", "Your result is float32; float64 is asked for."),
                ("def scale(x, f): return x + f(x).detach()", "the gradient of `x` differs in 6 of 6 entries"),
                ("def scale(x, f): return x.detach() + f(x)", "the gradient of `x` differs"),
                ("def scale(x, f): return (x + f(x)).detach()", "No gradient arrives at `x`"),
                ("def scale(x, f): return None", "Your result is of type NoneType; torch.Tensor is asked for."),
                ("def scale(x, f): return [][0]", "Your code raised IndexError: list index out of range."),
            ]
        ):
            found = ended(tmp_path / str(number), SCALE.format(more=", gradients=True"), source)
            assert found.outcome == "failed"
            assert words in found.verdict.message

    def test_in_the_checks_own_words(self, tmp_path: Path) -> None:
        body = SCALE.format(more=", otherwise='Look at T1.'")
        assert ended(tmp_path, body, "def scale(x, f): return f(x)").verdict.message == "Look at T1."

    def test_not_implemented(self, tmp_path: Path) -> None:
        found = ended(tmp_path, SCALE.format(more=""), "def scale(x, f): raise NotImplementedError")
        assert found.verdict.message == "`scale` is not implemented yet."


BELIEFS = """
import torch
from torch import nn
from grader.checks.misconceptions import misconception

@misconception("scale", says="You scaled by {factor:.3g}.", variants=({"factor": 2.0}, {"factor": 3.0}),
               fit=lambda seen, x, f: {"factor": float(((seen.value - x) / f(x)).mean())})
def scaled(x, f, factor):
    return x + factor * f(x)

@misconception("scale", says="One of {count}, in {function}.",
               matches=lambda seen: {"count": 7} if seen.value is None else None)
def nothing(x, f):
    return None

@misconception("scale", name="cut", says="The graph ends at x.")
def detached(x, f):
    return x.detach() + f(x)

@misconception("scale", says="Never reached.")
def detached_again(x, f):
    return x.detach() + f(x)

@misconception("size", says="n + n")
@misconception("scale", says="no sum")
def shared(x, f=None):
    return f(x) if f else x + x

@misconception("Block", says="a factor of {factor}", variants=({"factor": 0.5},))
class Halved(nn.Module):
    factor = 1.0
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
    def forward(self, x):
        return self.factor * (x + self.linear(x))
"""


class TestMisconceptions:
    def named(self, folder: Path, source: str, more: str = "") -> tuple[str | None, str]:
        verdict = ended(folder, SCALE.format(more=more), source, beliefs=BELIEFS).verdict
        return verdict.misconception, verdict.message

    def test_by_its_variants(self, tmp_path: Path) -> None:
        assert self.named(tmp_path, "def scale(x, f): return x + 3 * f(x)") == ("scaled", "You scaled by 3.")

    def test_by_a_constant_that_fits(self, tmp_path: Path) -> None:
        assert self.named(tmp_path, "def scale(x, f): return x + 1.234 * f(x)") == ("scaled", "You scaled by 1.23.")

    def test_by_a_sign(self, tmp_path: Path) -> None:
        assert self.named(tmp_path, "def scale(x, f): pass") == ("nothing", "One of 7, in scale.")

    def test_the_first_that_fits_gives_the_name(self, tmp_path: Path) -> None:
        source = "def scale(x, f): return x.detach() + f(x)"
        assert self.named(tmp_path, source, more=", gradients=True") == ("cut", "The graph ends at x.")

    def test_one_implementation_for_two_items(self, tmp_path: Path) -> None:
        assert self.named(tmp_path / "a", "def scale(x, f): return f(x)") == ("shared", "no sum")
        found = ended(tmp_path / "b", "agree('size', 3)", "def size(n): return 2 * n", "size", BELIEFS)
        assert (found.verdict.misconception, found.verdict.message) == ("shared", "n + n")

    def test_of_classes(self, tmp_path: Path) -> None:
        body = """
    def use(it, x, state):
        block = it.Block(3).double()
        block.linear.load_state_dict(state)
        return block(x)

    agree(use, rng.normal(2, 3), dict(rng.scramble(nn.Linear(3, 3).double()).state_dict()))
"""
        source = """
        from torch import nn
        class Block(nn.Module):
            def __init__(self, n):
                super().__init__()
                self.linear = nn.Linear(n, n)
            def forward(self, x): return (self.linear(x) + x) / 2
        """
        found = ended(tmp_path, body, source, "Block", BELIEFS)
        assert (found.verdict.misconception, found.verdict.message) == ("Halved", "a factor of 0.5")

    def test_none_when_nothing_fits(self, tmp_path: Path) -> None:
        name, message = self.named(tmp_path, "def scale(x, f): return x * f(x)")
        assert name is None
        assert message.startswith("Your result differs")

    def test_a_stub_has_no_beliefs(self, tmp_path: Path) -> None:
        assert self.named(tmp_path, "def scale(x, f): raise NotImplementedError")[0] is None


class TestCounting:
    def test_calls_and_outputs(self) -> None:
        counted = Counting(torch.nn.Identity())
        x = torch.ones(2)
        assert counted(x) is x
        counted(x)
        assert counted.calls == 2
        assert all(output is x for output in counted.outputs)

    def test_it_notices_when_an_output_is_changed(self) -> None:
        counted = Counting(torch.sin)
        output = counted(torch.ones(2))
        assert not counted.output_changed
        output.add_(1)
        assert counted.output_changed

    def test_a_copy_counts_for_itself(self) -> None:
        counted = Counting(torch.sin)
        counted(torch.ones(1))
        assert copy.deepcopy(counted).calls == 0
