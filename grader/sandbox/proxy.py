"""What stands on the trusted side for an object of the student's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

from grader.sandbox.faults import Raised
from grader.sandbox.values import Reference

MODULE_METHODS = {"double", "eval", "load_state_dict", "parameters", "state_dict", "train", "zero_grad"}
"""What every `torch.nn.Module` has to be called, so that it need not be asked for first."""


class Owner(Protocol):
    """Who asks the student's process."""

    def ask(self, operation: str, *arguments: Any) -> Any:
        """Have the worker do something; a StudentFault if it does not."""

    def length(self, value: StudentObject) -> int:
        """The length of an object of the student's."""

    def entries(self, value: StudentObject) -> list[Any]:
        """What iteration over an object of the student's gives."""


class StudentObject:
    """A proxy of an object that lives in the student's process: attributes, calls, items and iteration go there."""

    _client: Owner
    _reference: Reference
    type_name: str
    is_module: bool

    def __init__(self, client: Owner, number: int, type_name: str, is_module: bool) -> None:
        object.__setattr__(self, "_client", client)
        object.__setattr__(self, "_reference", ["your-object", number])
        object.__setattr__(self, "type_name", type_name)
        object.__setattr__(self, "is_module", is_module)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # deepcopy, pickle and friends look for these; they are nobody's attributes
            raise AttributeError(name)
        if self.is_module and name in MODULE_METHODS:
            return partial(self._call_method, name)
        return self._client.ask("get", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._client.ask("set", self, name, value)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._client.ask("call", self, args, kwargs)

    def _call_method(self, name: str, *args: Any, **kwargs: Any) -> Any:
        return self._client.ask("call-method", self, name, args, kwargs)

    def __getitem__(self, key: Any) -> Any:
        return self._client.ask("item", self, key)

    def __len__(self) -> int:
        try:
            return self._client.length(self)
        except Raised as fault:
            if fault.sign == "TypeError":
                raise NoLength(fault) from fault
            raise

    def __iter__(self) -> Iterator[Any]:
        return iter(self._client.entries(self))

    def __repr__(self) -> str:
        return f"<the student's {self.type_name}>"


class NoLength(Raised, TypeError):
    """`list` asks for the length of what has none, and expects a TypeError."""

    def __init__(self, fault: Raised) -> None:
        super().__init__(fault.sign, fault.text, traceback=fault.traceback, place=fault.place)
