"""Copies of the check's modules and functions, toward the worker only: pickling is safe where the receiver is the
untrusted one.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Any

import torch

KNOWN = (
    "torch",
    "toolbox",
    "builtins",
    "collections",
    "functools",
    "operator",
    "_operator",
    "math",
    "copyreg",
    "typing",
)
"""Top-level modules whose classes and functions exist on both sides."""


class NotCopyable(Exception):
    """The object involves code that the worker does not know."""


def blank(kind: type[torch.nn.Module]) -> torch.nn.Module:
    """A module that nothing has been put into yet. Most of what a module holds stays so, and need not cross."""
    module = kind.__new__(kind)
    torch.nn.Module.__init__(module)
    return module


_BLANK = vars(torch.nn.Module())


def _filled(module: torch.nn.Module) -> dict[str, Any] | None:
    """What a blank module has to be given to become this one; None for one that is pickled in a way of its own."""
    kind, usual = type(module), torch.nn.Module
    if any(getattr(kind, name) != getattr(usual, name) for name in ("__reduce_ex__", "__reduce__", "__getstate__")):
        return None
    state = module.__getstate__()
    if type(state) is not dict:
        return None
    return {
        name: part
        for name, part in state.items()
        if name not in _BLANK or type(part) is not type(_BLANK[name]) or part != _BLANK[name]
    }


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, number: Callable[[torch.Tensor], int]) -> None:
        super().__init__(file, protocol=5)
        self._number = number

    def persistent_id(self, value: Any) -> int | None:
        return self._number(value) if isinstance(value, torch.Tensor) else None

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, torch.nn.Module):
            filled = _filled(value)
            return NotImplemented if filled is None else (blank, (type(value),), filled)
        if value is blank:
            return NotImplemented
        if isinstance(value, type) or (callable(value) and hasattr(value, "__qualname__")):
            home = getattr(value, "__module__", None)
            if home is not None and home.partition(".")[0] not in KNOWN:
                raise NotCopyable(f"{home}.{value.__qualname__}")
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, tensor: Callable[[int], torch.Tensor]) -> None:
        super().__init__(file)
        self._tensor = tensor

    def persistent_load(self, number: int) -> torch.Tensor:
        return self._tensor(number)


def dump(value: Any, number: Callable[[torch.Tensor], int]) -> bytes:
    """Pickle `value` with every tensor replaced by the number that `number` gives it; NotCopyable if that cannot be
    done.
    """
    file = io.BytesIO()
    try:
        _Pickler(file, number).dump(value)
    except NotCopyable:
        raise
    except Exception as error:  # an object may say in its own way that it cannot be pickled
        raise NotCopyable(str(error)) from error
    return file.getvalue()


def load(data: bytes, tensor: Callable[[int], torch.Tensor]) -> Any:
    """The copy, around the tensors that crossed with it, by number. Runs in the worker only."""
    return _Unpickler(io.BytesIO(data), tensor).load()
