"""Through the wall as in one process: each scenario runs both ways, and everything it shows is the same.

`it` is the student's file: its module here, or a worker beyond the wall. What a scenario returns is compared.
"""

from __future__ import annotations

import copy
import functools
import sys
from collections.abc import Callable
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.sandbox.faults import Raised
from tests.unit.sandbox.live import LEVELS, Worker

FILE = """
import copy
import torch
from torch import Tensor, nn

def residual(x, f): return x + f(x)
def forgot_graph(x, f): return x.detach() + f(x)
def cut(x, f): return (x + f(x)).detach()
def without_grad(x, f):
    with torch.no_grad(): return x + f(x)
def in_inference_mode(x, f):
    with torch.inference_mode(): return x + f(x)
def product(a, b=None, *, c=1): return a if b is None else a * b * c
def back(x): return x
def pair(x): return x, {"double": 2 * x, "rest": [x.sum().item(), None, "text"]}
def grow(x): x.add_(1); return x
def grow_behind_torchs_back(x): x.data.mul_(2); return None
def numpy_write(x): x.numpy()[0] = 7.0
def grow_then_raise(x): x.add_(1); raise ValueError("after the fact")
def accumulate(x, f): x += f(x); return x
def lengthen(x): return x.unsqueeze_(0)
def on_top(x, f): y = f(x); y += x; return y
def use_up(x): x.requires_grad_(); (x ** 2).sum().backward()
def chain(x, modules):
    for module in modules: x = x + module(x)
    return x
def by_factory(x, make, n): return chain(x, [make() for _ in range(n)])
def same(a, b): return a is b
def twice_the_same(f): return f is f and f(1) == f(1)
def keep(x): keep.kept = x; return keep
def guarded(f, x):
    try: return f(x)
    except ValueError as error: return str(error)
def vjp(f, x, v): return torch.func.vjp(f, x)[1](v)[0]
def jvp(f, x, v): return torch.func.jvp(f, (x,), (v,))[1]
def jacrev(f, x): return torch.func.jacrev(f)(x)
def vmap(f, x): return torch.func.vmap(f)(x)
def jacobian(f, x): return torch.autograd.functional.jacobian(f, x)
def functional_vjp(f, x, v): return torch.autograd.functional.vjp(f, x, v)[1]
def hessian(f, x): return torch.autograd.functional.hessian(lambda t: f(t).sum(), x)
def functional_call(f, parameters, x): return torch.func.functional_call(f, parameters, (x,))
def own_gradient(f, x):
    x = x.detach().clone().requires_grad_()
    return torch.autograd.grad(f(x).sum(), x, create_graph=True)[0]
def train(f, x, steps):
    optimizer = torch.optim.SGD(f.parameters(), lr=0.1)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (f(x) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
def zero_last(f):
    nn.init.zeros_(f[-1].weight)
    return f
def numbers(n):
    for i in range(n): yield i * torch.ones(2)
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return 3 * x
    @staticmethod
    def backward(ctx, g): return 5 * g
def own_backward(x): return Scale.apply(x)
class Block(nn.Module):
    def __init__(self, f, width):
        super().__init__()
        self.f = f
        self.norm = nn.LayerNorm(width)
        self.calls = 0
    def forward(self, x):
        self.calls += 1
        return self.norm(x + self.f(x))
    def reset(self):
        nn.init.constant_(self.norm.weight, 3.0)
class Point:
    def __init__(self, x): self.x = x
    def moved(self, by): return Point(self.x + by)
    def __getitem__(self, key): return (self.x, key)
    def __len__(self): return 3
    def __iter__(self): return iter([self.x] * 3)
CONSTANT = torch.arange(3.0)
"""


class HereOrThere:
    """The student's names as attributes, wherever the file was run."""

    def __init__(self, lookup: Callable[[str], Any]) -> None:
        self._lookup = lookup

    def __getattr__(self, name: str) -> Any:
        return self._lookup(name)


def rand(*shape: int) -> Tensor:
    """Random entries, the same in both runs of a scenario."""
    return torch.randn(*shape, dtype=torch.float64)


def layer(width: int = 3) -> nn.Sequential:
    """A module that crosses by copy."""
    return nn.Sequential(nn.Linear(width, 4), nn.Tanh(), nn.Linear(4, width)).double()


def black_box(module: nn.Module) -> Callable[[Tensor], Tensor]:
    """The same module as a callable that the worker has to call back."""
    return lambda x: module(x)


def gradients(output: Tensor, *sources: Tensor) -> list[Tensor | None]:
    """Of a random weighting of the output."""
    return list(torch.autograd.grad((output * rand(*output.shape)).sum(), sources, allow_unused=True))


SCENARIOS: list[Callable[[Any], Any]] = []


def scenario(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Register a scenario."""
    SCENARIOS.append(function)
    return function


# --- values -----------------------------------------------------------------------------------------------------------


@scenario
def values_of_every_kind(it: Any) -> Any:
    return [it.pair(rand(2, 3)), it.product(2, 3), it.product(2, b=5, c=7), it.product("ab", 3), it.back(None)]


@scenario
def tensors_of_every_dtype(it: Any) -> Any:
    kinds = (torch.float16, torch.bfloat16, torch.float32, torch.complex64, torch.int32, torch.uint8, torch.bool)
    return [it.product(torch.ones(2, dtype=kind), torch.ones(2, dtype=kind)) for kind in kinds]


@scenario
def a_global_of_the_file(it: Any) -> Any:
    return it.CONSTANT


@scenario
def what_comes_back_is_the_object_itself(it: Any) -> Any:
    x, module, function, parameter = rand(2), layer(), lambda: 1, nn.Parameter(rand(2))
    nonleaf = parameter * 2
    return [it.back(value) is value for value in (x, module, function, parameter, nonleaf, torch.tanh, None)]


@scenario
def what_is_given_twice_is_one_object(it: Any) -> Any:
    x, module, function = rand(2), layer(), lambda: 1
    return [it.same(x, x), it.same(x, x.clone()), it.same(module, module), it.same(function, function)]


@scenario
def what_was_given_earlier_is_the_same_object_later(it: Any) -> Any:
    x, module = rand(2), layer()
    return [it.same(it.keep(value).kept, value) for value in (x, module)]


# --- gradients --------------------------------------------------------------------------------------------------------


@scenario
def gradients_of_inputs_and_parameters_by_copy(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(x, f)
    return y, gradients(y, x, *f.parameters())


@scenario
def gradients_of_inputs_and_parameters_by_callback(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(x, black_box(f))
    return y, gradients(y, x, *f.parameters())


@scenario
def backward_accumulates_in_the_checks_own_tensors(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    for _ in range(2):
        it.residual(x, f).sum().backward()
        it.residual(x, black_box(f)).sum().backward()
    return x.grad, [p.grad for p in f.parameters()]


@scenario
def a_cut_graph_is_cut(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.forgot_graph(x, f)
    return (
        gradients(y, x),
        [function(x, f).requires_grad for function in (it.cut, it.without_grad, it.in_inference_mode, it.residual)],
        [function(x, black_box(f)).requires_grad for function in (it.cut, it.without_grad, it.in_inference_mode)],
    )


@scenario
def only_the_parameters_need_gradients(it: Any) -> Any:
    x, f = rand(2, 3), layer()
    return gradients(it.residual(x, f), *f.parameters()), gradients(it.residual(x, black_box(f)), *f.parameters())


@scenario
def nobody_needs_gradients(it: Any) -> Any:
    with torch.no_grad():
        y = it.residual(rand(2, 3).requires_grad_(), layer())
    return y, y.requires_grad, it.residual(rand(2), torch.tanh).requires_grad


@scenario
def several_results_one_of_them_unused(it: Any) -> Any:
    x = rand(3).requires_grad_()
    same, rest = it.pair(x)
    return gradients(rest["double"], x), same is x


@scenario
def a_graph_that_begins_before_and_goes_on_behind_the_call(it: Any) -> Any:
    a, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(it.residual(a.sin(), f).exp(), black_box(f)).cos()
    return y, gradients(y, a, *f.parameters())


@scenario
def second_derivatives_by_copy(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    (g,) = torch.autograd.grad(it.residual(x, f).pow(3).sum(), x, create_graph=True)
    return g, gradients(g, x, *f.parameters())


@scenario
def second_derivatives_by_callback(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    (g,) = torch.autograd.grad(it.residual(x, black_box(f)).pow(3).sum(), x, create_graph=True)
    return g, gradients(g, x, *f.parameters())


@scenario
def third_derivatives(it: Any) -> Any:
    x = rand(3).requires_grad_()
    y = it.residual(x, black_box(torch.nn.Tanh())).sum()
    derivatives = []
    for _ in range(3):
        (y,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        derivatives.append(y)
    return derivatives


@scenario
def a_backward_of_the_students_own(it: Any) -> Any:
    x = rand(3).requires_grad_()
    y = it.own_backward(x)
    return y, gradients(y, x)


@scenario
def the_student_differentiates_a_callback(it: Any) -> Any:
    x, f = rand(2, 3), layer()
    return it.own_gradient(f, x), it.own_gradient(black_box(f), x), gradients(it.own_gradient(f, x), *f.parameters())


@scenario
def ninety_six_callbacks_forward_and_backward(it: Any) -> Any:
    x, modules = rand(2, 3).requires_grad_(), [layer() for _ in range(96)]
    y = it.chain(x, [black_box(module) for module in modules])
    return y, gradients(y, x, *[p for module in modules for p in module.parameters()])


@scenario
def ninety_six_modules_from_a_factory(it: Any) -> Any:
    x, modules = rand(2, 3).requires_grad_(), [layer() for _ in range(96)]
    left = list(modules)
    y = it.by_factory(x, lambda: left.pop(0), 96)
    return y, gradients(y, x, *[p for module in modules for p in module.parameters()])


@scenario
def complex_gradients(it: Any) -> Any:
    x = torch.complex(rand(3), rand(3)).requires_grad_()
    y = it.residual(x, torch.sin)
    return y, torch.autograd.grad(y.abs().sum(), x)


# --- torch.func and friends, used by the student on modules that crossed by copy --------------------------------------


@scenario
def reverse_mode(it: Any) -> Any:
    f, x, v = layer(), rand(3), rand(3)
    return it.vjp(f, x, v), it.functional_vjp(f, x, v), it.jacrev(f, x), it.jacobian(f, x), it.jacobian(black_box(f), x)


@scenario
def forward_mode(it: Any) -> Any:
    return it.jvp(layer(), rand(3), rand(3))


@scenario
def vectorised(it: Any) -> Any:
    return it.vmap(layer(), rand(5, 3))


@scenario
def of_second_order(it: Any) -> Any:
    return it.hessian(layer(), rand(3)), it.hessian(torch.sin, rand(3))


@scenario
def with_other_parameters(it: Any) -> Any:
    f, g = layer(), layer()
    return it.functional_call(f, dict(g.named_parameters()), rand(2, 3))


# --- changes ----------------------------------------------------------------------------------------------------------


@scenario
def changes_in_place_are_seen(it: Any) -> Any:
    x = rand(3)
    y = it.grow(x)
    it.grow_behind_torchs_back(x)
    it.numpy_write(x)
    return x, y is x


@scenario
def changes_before_an_exception_are_seen(it: Any) -> Any:
    x = rand(3)
    try:
        it.grow_then_raise(x)
    except (ValueError, Raised):
        return x


@scenario
def changes_of_no_leaf_keep_their_gradient(it: Any) -> Any:
    a, f = rand(2, 3).requires_grad_(), nn.Sigmoid()
    h = a * 1
    y = it.accumulate(h, f)
    return y, h.detach(), gradients(y, a)


@scenario
def changes_of_shape_are_seen(it: Any) -> Any:
    x = rand(3)
    return it.lengthen(x), x


@scenario
def requires_grad_and_grad_are_seen(it: Any) -> Any:
    x = rand(3)
    it.use_up(x)
    return x.requires_grad, x.grad


@scenario
def training_changes_the_checks_own_module(it: Any) -> Any:
    f = layer()
    losses = it.train(f, rand(2, 3), 3)
    return losses, list(f.parameters()), [p.grad for p in f.parameters()]


@scenario
def changes_by_the_check_are_seen_between_calls(it: Any) -> Any:
    f, x = layer(), rand(2, 3)
    seen = [it.residual(x, f)]
    with torch.no_grad():
        for parameter in f.parameters():
            parameter.zero_()
    seen += [it.residual(x, f)]
    f.float()
    seen += [it.residual(x.float(), f)]
    f.requires_grad_(False)
    return seen, it.residual(x.float(), f).requires_grad


@scenario
def a_module_with_other_weights_comes_back(it: Any) -> Any:
    f = layer()
    return it.zero_last(f) is f, f[-1].weight, f(rand(2, 3))


@scenario
def modes_are_those_of_the_moment(it: Any) -> Any:
    f, x = nn.Dropout(0.5), torch.ones(100)
    dropped = bool((it.residual(x, f) == 1).any())
    f.eval()
    return dropped, it.residual(x, f)


@scenario
def results_may_be_changed_in_place(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    results = []
    for sublayer in (f, black_box(f)):
        y = it.residual(x, sublayer)
        y += x
        y[0].mul_(2)
        z = it.on_top(x, sublayer)
        results += [y, z, gradients(y, x, *f.parameters()), gradients(z, x, *f.parameters())]
    return results


@scenario
def buffers_that_change_by_being_used(it: Any) -> Any:
    norm = nn.BatchNorm1d(3).double()
    y = it.residual(rand(5, 3), norm)
    return y, norm.running_mean, norm.num_batches_tracked, it.residual(rand(5, 3), norm), norm.running_mean


@scenario
def a_parameter_that_a_method_changes_is_seen_where_it_is_held(it: Any) -> Any:
    block = it.Block(nn.Identity(), 3).double()
    weight = block.norm.weight
    block.reset()
    return weight, block.norm.weight is weight


# --- callbacks --------------------------------------------------------------------------------------------------------


@scenario
def a_callback_sees_what_it_is_given(it: Any) -> Any:
    seen: list[Any] = []

    def call(*args: Any, **kwargs: Any) -> Any:
        seen.append((args, kwargs))
        return args

    it.product(call, None)
    return it.guarded(call, [1, {"a": rand(2)}]), seen


@scenario
def exceptions_of_a_callback_can_be_caught(it: Any) -> Any:
    def call(x: Tensor) -> Tensor:
        raise ValueError("too long")

    return it.guarded(call, 1)


@scenario
def a_callback_that_calls_the_student(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(x, lambda t: it.residual(t, lambda u: it.residual(u, f)))
    return y, gradients(y, x, *f.parameters())


@scenario
def a_callback_that_returns_the_students_exception(it: Any) -> Any:
    def call(x: Any) -> Any:
        return it.grow_then_raise(x)

    return it.guarded(call, rand(2)), it.back(1)


@scenario
def a_callback_of_the_students(it: Any) -> Any:
    x = rand(3).requires_grad_()
    y = it.residual(x, it.own_backward)
    return y, gradients(y, x)


@scenario
def a_callback_changes_what_the_student_gave(it: Any) -> Any:
    def call(x: Tensor) -> Tensor:
        x.add_(1)
        return x * 2

    x = rand(3)
    return it.residual(x, call), x


# --- objects of the student's -----------------------------------------------------------------------------------------


@scenario
def a_module_of_the_students(it: Any) -> Any:
    f, x = layer(), rand(2, 3).requires_grad_()
    block = it.Block(f, 3).double()
    state = {"weight": rand(3), "bias": rand(3)}
    block.norm.load_state_dict(state)
    y = block(x)
    return (
        y, gradients(y, x, *f.parameters()), block.calls, block.training, block.eval().training, block.f is f,
        [tuple(p.shape) for p in block.parameters()], sorted(block.state_dict()), block.norm.weight,
    )  # fmt: skip


@scenario
def gradients_of_the_students_parameters(it: Any) -> Any:
    block, x = it.Block(nn.Identity(), 3).double(), rand(2, 3)
    block(x).pow(2).sum().backward()
    weight = block.norm.weight
    return weight.grad, block.norm.bias.grad, weight is block.norm.weight, isinstance(weight, nn.Parameter)


@scenario
def the_check_trains_the_students_module(it: Any) -> Any:
    block, x = it.Block(nn.Identity(), 3).double(), rand(2, 3)
    optimizer = torch.optim.SGD(block.parameters(), lr=0.1)
    losses = []
    for _ in range(3):
        optimizer.zero_grad()
        loss = (block(x) - 1).pow(2).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses, block.norm.bias


@scenario
def a_module_that_changes_its_dtype_takes_the_checks_along(it: Any) -> Any:
    f = layer().float()
    block = it.Block(f, 3).double()
    y = block(rand(2, 3))
    weight = next(f.parameters())
    return y, weight.dtype, gradients(y, weight)


@scenario
def a_hook_of_the_checks(it: Any) -> Any:
    block, seen = it.Block(nn.Identity(), 3).double(), []
    handle = block.register_forward_pre_hook(lambda module, args: seen.append((module is block, args)))
    block(rand(2, 3))
    handle.remove()
    block(rand(2, 3))
    return seen


@scenario
def attributes_methods_items_length_and_iteration(it: Any) -> Any:
    point = it.Point(2)
    point.y = [1, rand(2)]
    return point.x, point.moved(3).x, point["key"], len(point), list(point), point.y, [*it.numbers(3)]


@scenario
def what_is_not_there(it: Any) -> Any:
    point = it.Point(2)
    return [hasattr(it.Point, "__wrapped__"), getattr(point, "__deepcopy__", "none"), point.moved(1) is point]


def run_here(use: Callable[[Any], Any]) -> Any:
    """The scenario with the file in this process."""
    module = ModuleType("submission")
    exec(compile(dedent(FILE), "ex3.py", "exec"), module.__dict__)
    torch.manual_seed(1)
    return detached(use(HereOrThere(functools.partial(getattr, module))))


def run_there(use: Callable[[Any], Any], worker: Worker) -> Any:
    """The scenario with the file beyond the wall."""
    torch.manual_seed(1)
    return detached(use(HereOrThere(worker.name)))


def detached(value: Any) -> Any:
    """A copy that can be compared."""
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, (list, tuple)):
        return [detached(entry) for entry in value]
    return {key: detached(entry) for key, entry in value.items()} if isinstance(value, dict) else copy.copy(value)


def assert_same(here: Any, there: Any, path: str = "result") -> None:
    """Types, shapes, dtypes and values, but for the order in which gradients are added up."""
    assert type(here) is type(there), f"{path}: {here!r} here, {there!r} there"
    if isinstance(here, Tensor):
        assert (here.dtype, here.shape) == (there.dtype, there.shape), path
        assert torch.allclose(here, there, rtol=1e-12, atol=1e-14), f"{path}: {here} here, {there} there"
    elif isinstance(here, list):
        assert len(here) == len(there), path
        for place, (a, b) in enumerate(zip(here, there, strict=True)):
            assert_same(a, b, f"{path}[{place}]")
    elif isinstance(here, dict):
        assert list(here) == list(there), path
        for key in here:
            assert_same(here[key], there[key], f"{path}[{key!r}]")
    else:
        assert here == there, path


@pytest.mark.filterwarnings("ignore:`torch.jit.script`")  # torch's own, at the first use of forward mode
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("use", SCENARIOS, ids=lambda use: use.__name__)
def test_the_same_is_seen(student: Callable[..., Worker], use: Callable[[Any], Any], level: str) -> None:
    assert_same(run_here(use), run_there(use, student(FILE, level=level)))


def test_a_toolbox_of_both_sides(student: Callable[..., Worker], monkeypatch: pytest.MonkeyPatch) -> None:
    source = "import torch\nclass Cube(torch.nn.Module):\n    def forward(self, x): return x ** 3\n"
    toolbox = ModuleType("toolbox")
    exec(source, toolbox.__dict__)
    monkeypatch.setitem(sys.modules, "toolbox", toolbox)
    worker = student(
        "import toolbox\nimport torch\ndef f(g, x): return torch.func.jacrev(g)(x), type(g) is toolbox.Cube",
        toolbox=source,
    )
    jacobian, same_class = worker.call("f", toolbox.Cube(), torch.tensor([2.0, 3.0]))
    assert jacobian.tolist() == [[12, 0], [0, 27]]
    assert same_class is True
