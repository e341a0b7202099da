"""Which code is examined in one process: the kind that ordinary coursework is made of, and nothing that reaches
further.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import load_exercise
from grader.submission.collect import read_submission
from grader.submission.source import Cell
from grader.submission.tame import is_tame

COURSE = Path(__file__).parents[3]
MODULES = ("torch", "math", "itertools", "copy", "typing", "warnings")

TAME = {
    "plain": "import torch\ndef f(x, g):\n    return x + g(x)",
    "a class": "from torch import nn\nclass B(nn.Module):\n    def __init__(self, s):\n"
    "        super().__init__()\n        self.s = s\n    def forward(self, x):\n        return x + self.s(x)",
    "seeds at the top": "import torch\ntorch.manual_seed(0)\ndef f(x):\n    return x",
    "its own tensors": "import torch\ndef f(x):\n    y = x.detach().requires_grad_()\n    y.grad = None\n    return y",
    "parts of torch by name": "import torch.nn.functional as F\ndef f(x):\n    relu = F.relu\n    return relu(x)",
}
WILD = {
    "patches torch": "import torch\ndef f(x):\n    torch.add = torch.sub\n    return x",
    "patches a class by another name": "from torch import nn\nL = nn.Linear\ndef f():\n    L.forward = None",
    "sets what holds for all": "import torch\ndef f():\n    torch.set_default_dtype(torch.float64)",
    "seeds for all": "import torch\ndef f(x):\n    torch.manual_seed(0)\n    return x",
    "sets by a name of its own": "from torch import set_default_dtype\ndef f():\n    set_default_dtype(None)",
    "everything": "from torch import *\ndef f(x):\n    return x",
    "another name for setattr": "import torch\ns = setattr\ndef f():\n    s(torch, 'relu', None)",
    "patches the class of an object": "def f(m):\n    type(m).forward = None",
    "patches its class": "def f(m):\n    m.__class__.forward = None",
    "two names at once": "import torch\na, b = torch, 1\ndef f():\n    a.relu = None",
    "warnings for all": "import warnings\ndef f():\n    warnings.simplefilter('error')",
    "keeps a global": "n = 0\ndef f(x):\n    global n\n    n += 1\n    return x",
    "walks frames": "def f(x):\n    return f.__globals__",
    "looks by name": "import torch\ndef f(x):\n    getattr(torch, 'add')\n    return x",
    "runs text": "def f(x):\n    exec('y = 1')\n    return x",
    "knows more modules": "import gc\ndef f(x):\n    return gc.get_objects()",
    "fetches more modules": "def f(x):\n    import threading\n    return x",
    "in a lambda": "import os\nf = lambda x: os.getpid()",
    "does not parse": "def f(x:\n",
}


@pytest.mark.parametrize("name", TAME)
def test_tame(name: str) -> None:
    assert is_tame([Cell("ex3.py", TAME[name])], MODULES)


@pytest.mark.parametrize("name", WILD)
def test_wild(name: str) -> None:
    assert not is_tame([Cell("ex3.py", WILD[name])], MODULES)


def test_one_wild_cell_is_enough() -> None:
    assert not is_tame([Cell("cell 1", TAME["plain"]), Cell("cell 2", WILD["patches torch"])], MODULES)


@pytest.mark.parametrize("file", ["ex3.py", "ex3.ipynb"])
def test_the_full_marks_file_is_tame(file: str) -> None:
    submission = read_submission(COURSE / "tests/specimens/full_marks" / file, "ex3")
    assert is_tame(submission.cells, load_exercise(COURSE, "ex3").modules)


@pytest.mark.parametrize("attack", ["38_patches_torch", "58_leaves_a_thread", "14_searches_the_heap"])
def test_attacks_on_their_own_process_are_wild(attack: str) -> None:
    source = (COURSE / "tests/hostile/attacks" / f"{attack}.py").read_text(encoding="utf-8")
    assert not is_tame([Cell("ex3.py", source)], load_exercise(COURSE, "ex3").modules)
