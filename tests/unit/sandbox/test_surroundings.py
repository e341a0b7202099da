"""What student code finds around it: helper files, tools of notebooks that do nothing, and clear refusals."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from grader.sandbox.surroundings import INERT, Surroundings

HELPERS = (("helper", "import other_helper\nVALUE = other_helper.VALUE + 1\n"), ("other_helper", "VALUE = 1\n"))
ADDED = ("input", "display", "get_ipython")


@pytest.fixture(autouse=True)
def surroundings() -> Iterator[None]:
    """In place for one test; this process has its own afterwards."""
    finders, modules = sys.meta_path[:], dict(sys.modules)
    names = {name: getattr(builtins, name, None) for name in ADDED}
    for name in [name for name in sys.modules if name.partition(".")[0] in INERT]:
        del sys.modules[name]
    Surroundings(HELPERS).install()
    yield
    sys.meta_path[:] = finders
    sys.modules.clear()
    sys.modules.update(modules)
    for name, value in names.items():
        if value is None:
            delattr(builtins, name)
        else:
            setattr(builtins, name, value)


def execute(source: str) -> dict[str, object]:
    """The names that the code defines."""
    names: dict[str, object] = {}
    exec(source, names)
    return names


class TestImports:
    def test_helpers_also_one_from_another(self) -> None:
        assert execute("import helper\nvalue = helper.VALUE")["value"] == 2
        assert sys.modules["helper"].__spec__ is not None

    def test_what_is_in_memory(self) -> None:
        assert execute("import math, json\nvalue = math.pi")["value"] == pytest.approx(3.14159, abs=1e-5)

    @pytest.mark.parametrize("name", ["requests", "torchvision", "sandbox_that_is_not_there", "this"])
    def test_what_is_not(self, name: str) -> None:
        sys.modules.pop(name, None)
        with pytest.raises(ModuleNotFoundError, match=f"module {name} is not available in this exercise") as caught:
            execute(f"import {name}")
        assert caught.value.name == name

    def test_a_missing_import_can_be_caught_as_usual(self) -> None:
        source = "try:\n  import torchvision\nexcept ImportError:\n  torchvision = None"
        assert execute(source)["torchvision"] is None

    def test_a_helper_that_raises_says_so(self) -> None:
        Surroundings([("broken", "1 / 0")]).install()
        with pytest.raises(ZeroDivisionError):
            execute("import broken")
        assert "broken" not in sys.modules

    def test_a_helper_does_not_replace_a_module_that_is_there(self) -> None:
        Surroundings([("math", "pi = 3")]).install()
        assert execute("import math\nvalue = math.pi")["value"] != 3


class TestTools:
    @pytest.mark.parametrize(
        "source",
        [
            "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()",
            "from matplotlib import pyplot\nfigure, axes = pyplot.subplots()\naxes[0].set_title('x')",
            "import matplotlib\nmatplotlib.use('Agg')\nmatplotlib.rcParams['x'] = 1",
            "import seaborn as sns\nsns.set_theme().x.y(1)[2]",
            "from IPython.display import display, Image\ndisplay(Image('x.png'))",
            "from google.colab import drive\ndrive.mount('/content')",
            "get_ipython().run_line_magic('matplotlib', 'inline')",
            "import plotly.express as px\nwith px.context() as c: c.show()",
        ],
    )
    def test_tools_for_looking_at_things_do_nothing(self, source: str) -> None:
        execute(source)

    def test_display_prints(self, capsys: pytest.CaptureFixture[str]) -> None:
        execute("display('a', 1)")
        assert capsys.readouterr().out == "'a'\n1\n"

    def test_nobody_answers(self) -> None:
        with pytest.raises(EOFError, match="nobody is there while your file is graded"):
            execute("input('n = ')")

    def test_an_inert_module_is_a_module(self) -> None:
        module = execute("import matplotlib.pyplot\nmodule = matplotlib")["module"]
        assert isinstance(module, ModuleType)
        assert not hasattr(module, "__file__")
