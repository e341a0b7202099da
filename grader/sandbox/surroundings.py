"""What student code finds around it in a worker: helper modules, stand-ins for what a notebook offers, clear
refusals.
"""

from __future__ import annotations

import builtins
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

INERT = ("matplotlib", "seaborn", "plotly", "IPython", "ipywidgets", "google", "kaggle_secrets", "torchviz", "graphviz")
"""Packages for looking at things. Nobody looks here, so they do nothing, and cost nobody a mark."""


class Inert:
    """Does nothing, whatever is asked of it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Inert:
        return self

    def __getattr__(self, name: str) -> Inert:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, key: Any) -> Inert:
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        return None

    def __iter__(self) -> Iterator[Inert]:
        return iter((self, self))  # so that `figure, axes = plt.subplots()` works

    def __enter__(self) -> Inert:
        return self

    def __exit__(self, *error: object) -> None:
        return None


class _InertModule(ModuleType):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Inert()


class Surroundings(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last finder of the import system, and here the only one that can find anything new."""

    def __init__(self, helpers: Sequence[tuple[str, str]]) -> None:
        self._helpers: Mapping[str, str] = dict(helpers)

    def install(self) -> None:
        """Put everything in place. Modules that are not in memory cannot be imported any more."""
        sys.meta_path[:] = [importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter, self]
        names = {"input": _no_input, "display": _display, "get_ipython": Inert}
        for name, value in names.items():
            setattr(builtins, name, value)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec:
        """The spec of a helper or an inert module; ModuleNotFoundError, in the student's terms, for any other."""
        if name in self._helpers:
            return importlib.machinery.ModuleSpec(name, self, origin=f"{name}.py")
        if name.partition(".")[0] in INERT:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        raise ModuleNotFoundError(f"module {name} is not available in this exercise", name=name)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """An inert module, or None for an ordinary one."""
        return None if spec.name in self._helpers else _InertModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Run a helper's source."""
        source = self._helpers.get(module.__name__)
        if source is not None:
            exec(compile(source, f"{module.__name__}.py", "exec", dont_inherit=True), module.__dict__)


def _no_input(prompt: object = "") -> str:
    raise EOFError("input() cannot be answered here: nobody is there while your file is graded")


def _display(*objects: object, **options: object) -> None:
    for value in objects:
        print(repr(value))
