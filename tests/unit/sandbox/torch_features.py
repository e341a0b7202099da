"""Every torch feature that coursework uses, one function each; each returns something whose repr can be compared."""

from __future__ import annotations

import io
import linecache
import threading
import traceback
from collections.abc import Callable

import torch
from torch import nn

FEATURES: list[Callable[[], object]] = []


def feature(function: Callable[[], object]) -> Callable[[], object]:
    FEATURES.append(function)
    return function


@feature
def matmul() -> object:
    return (torch.ones(300, 200) @ torch.ones(200, 100)).sum().item()


@feature
def einsum() -> object:
    return torch.einsum("bij,bjk->bik", torch.ones(2, 3, 4), torch.ones(2, 4, 5)).sum().item()


@feature
def scaled_dot_product_attention() -> object:
    q = torch.ones(2, 4, 8, 16)
    return nn.functional.scaled_dot_product_attention(q, q, q, is_causal=True).shape


@feature
def multihead_attention() -> object:
    x = torch.randn(2, 5, 16, requires_grad=True)
    out, _ = nn.MultiheadAttention(16, 4, batch_first=True)(x, x, x)
    out.sum().backward()
    return x.grad is not None


@feature
def layer_norm() -> object:
    return nn.LayerNorm(8)(torch.randn(3, 8)).shape


@feature
def convolution() -> object:
    x = torch.randn(2, 3, 32, 32, requires_grad=True)
    nn.Conv2d(3, 8, 3)(x).relu().sum().backward()
    return x.grad is not None


@feature
def lstm() -> object:
    x = torch.randn(4, 7, 8, requires_grad=True)
    out, _ = nn.LSTM(8, 16)(x)
    out.sum().backward()
    return x.grad is not None


@feature
def transformer_encoder_layer() -> object:
    x = torch.randn(2, 5, 16, requires_grad=True)
    layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
    layer(x).sum().backward()
    layer.eval()
    with torch.no_grad():
        return layer(x).shape


@feature
def svd() -> object:
    return torch.linalg.svd(torch.randn(40, 30)).S.shape


@feature
def fft() -> object:
    return torch.fft.rfft(torch.randn(128)).shape


@feature
def double_precision_solve() -> object:
    return torch.linalg.solve(torch.eye(50, dtype=torch.float64) * 2, torch.ones(50, dtype=torch.float64)).sum().item()


@feature
def adam_and_sgd() -> object:
    model = nn.Linear(4, 4)
    for optimizer in (torch.optim.Adam(model.parameters()), torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)):
        model(torch.ones(2, 4)).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    return True


@feature
def functional_transforms() -> object:
    def f(x: torch.Tensor) -> torch.Tensor:
        return torch.tanh(x) * x

    tangent = torch.func.jvp(f, (torch.ones(3),), (torch.ones(3),))[1]
    return torch.func.vmap(torch.func.jacrev(f))(torch.ones(5, 3)).shape, tangent.shape


@feature
def checkpoint() -> object:
    from torch.utils.checkpoint import checkpoint as recompute

    x = torch.ones(3, requires_grad=True)
    recompute(torch.exp, x, use_reentrant=False).sum().backward()
    return x.grad is not None


@feature
def gradcheck() -> object:
    return torch.autograd.gradcheck(torch.tanh, torch.randn(3, dtype=torch.float64, requires_grad=True))


@feature
def save_and_load() -> object:
    buffer = io.BytesIO()
    torch.save(nn.Linear(3, 3).state_dict(), buffer)
    buffer.seek(0)
    return sorted(torch.load(buffer, weights_only=True))


@feature
def data_loader() -> object:
    from torch.utils.data import DataLoader, TensorDataset

    return sum(len(batch) for (batch,) in DataLoader(TensorDataset(torch.ones(10, 2)), batch_size=4, shuffle=True))


@feature
def threads() -> object:
    results: list[float] = []
    workers = [threading.Thread(target=lambda: results.append(torch.ones(9).sum().item())) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return results


@feature
def two_openmp_threads() -> object:
    torch.set_num_threads(2)
    total = (torch.ones(600, 600) @ torch.ones(600, 600)).sum().item()
    torch.set_num_threads(1)
    return total


@feature
def repr_of_a_tensor() -> object:
    return repr(torch.arange(4.0, requires_grad=True)), repr(torch.full((2, 2), 1e-9)), repr(nn.Linear(2, 2))


@feature
def traceback_with_source_lines() -> object:
    source = "def f(x):\n    return x.no_such_thing\n"
    linecache.cache["ex.py"] = (len(source), None, source.splitlines(True), "ex.py")
    namespace: dict[str, Callable[[object], object]] = {}
    exec(compile(source, "ex.py", "exec"), namespace)
    try:
        namespace["f"](1)
    except AttributeError:
        return "return x.no_such_thing" in traceback.format_exc()
    return False


@feature
def error_from_torch() -> object:
    try:
        torch.ones(2, 3) @ torch.ones(2, 3)
    except RuntimeError as error:
        return str(error), "RuntimeError" in traceback.format_exc()
    return None


@feature
def dtype_and_device_names() -> object:
    return str(torch.float64), str(torch.device("cpu")), torch.get_default_dtype()


@feature
def einops_like_reshapes() -> object:
    x = torch.arange(24).reshape(2, 3, 4)
    return x.permute(2, 0, 1).contiguous().view(4, 6).unfold(1, 2, 2).shape, torch.nested is not None


@feature
def random_numbers() -> object:
    return torch.randn(3, generator=torch.Generator().manual_seed(3)).shape, torch.randperm(5).sort().values.tolist()


@feature
def sorting_and_quantiles() -> object:
    return torch.sort(torch.randn(100_000)).values[0].item() < torch.tensor([1.0, 2.0]).quantile(0.5).item()


@feature
def complex_numbers_and_half_precision() -> object:
    return (torch.ones(2, dtype=torch.complex64) * 1j).sum().item(), torch.ones(4, dtype=torch.bfloat16).sum().item()


@feature
def autocast() -> object:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return (torch.ones(8, 8) @ torch.ones(8, 8)).dtype


@feature
def embedding_and_cross_entropy() -> object:
    logits = nn.Embedding(10, 5)(torch.tensor([1, 2, 3]))
    nn.functional.cross_entropy(logits, torch.tensor([0, 1, 2])).backward()
    return logits.shape


@feature
def custom_autograd_function() -> object:
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx: object, x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @staticmethod
        def backward(ctx: object, *grads: torch.Tensor) -> torch.Tensor:
            return grads[0] * 2

    x = torch.ones(3, requires_grad=True)
    Double.apply(x).sum().backward()  # type: ignore[no-untyped-call]
    return x.grad is not None and x.grad.tolist()


@feature
def hooks_and_parametrizations() -> object:
    layer = nn.utils.parametrizations.weight_norm(nn.Linear(3, 3))
    seen: list[bool] = []
    layer.register_forward_hook(lambda *_: seen.append(True))
    layer(torch.ones(1, 3))
    return seen
