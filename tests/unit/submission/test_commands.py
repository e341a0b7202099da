"""IPython commands become plain Python that needs no IPython."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from grader.submission.commands import Commands


def plain(source: str) -> str:
    """One cell, made plain."""
    return Commands().plain("cell 1", source)


def run(source: str) -> dict[str, object]:
    """The names after running a cell that calls nothing but print."""
    names: dict[str, object] = {}
    exec(compile(plain(source), "cell 1", "exec"), names)
    return names


@pytest.mark.parametrize(
    "source",
    [
        "x = 7 % 3\n",
        "x = (7\n     % 3)\n",
        'text = """\n%matplotlib inline\n!ls\n"""\n',
        "# !pip install einops\n# %matplotlib inline\n",
        "x = 'really?'\n",
        "x = 1 if 2 != 3 else 4\n",
        "await answer()\n",
        "ls\n",
    ],
)
def test_python_stays_as_it_is(source: str) -> None:
    """What only looks like a command, in a text, a comment or an expression, is none."""
    assert plain(source) == source


@pytest.mark.parametrize(
    "command", ["%matplotlib inline", "%load_ext autoreload", "%autoreload 2", "?print", "print?", "x.y??"]
)
def test_settings_and_questions_do_nothing(command: str) -> None:
    """And say nothing."""
    commands = Commands()
    assert commands.plain("cell 1", f"{command}\nx = 1\n") == "None\nx = 1\n"
    assert commands.notes() == ()


@pytest.mark.parametrize(
    "command", ["!pip install einops", "%pip install einops", "%run other.py", "%cd ..", "!!ls", "%unheard of"]
)
def test_what_does_not_run_says_so(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In the output of the cell and in a note."""
    commands = Commands()
    exec(commands.plain("cell 7", f"if True:\n    {command}\n"))
    assert capsys.readouterr().out == f'Not run: "{command}"\n'
    assert commands.notes() == (
        f'Not run: "{command}" (cell 7). Shell commands, installs and the like do nothing in grading.',
    )


@pytest.mark.parametrize(
    "command", ["%%time", "%%timeit", "%%timeit -n 10 -r3", "%%capture", "%%capture --no-stderr", "%%prun -l 5"]
)
def test_measured_and_captured_cells_run(command: str) -> None:
    """What they define counts."""
    assert run(f"{command}\ndef f():\n    return 3\n")["f"].__call__() == 3  # type: ignore[operator]


def test_commands_above_each_other() -> None:
    """The setup of %%timeit runs too."""
    assert run("\n%%capture\n%%timeit -n 1 start = 4\nx = start + 1\n")["x"] == 5


def test_captured_output_has_a_name() -> None:
    """Bound to an object whose every method does nothing; `out.show()` later must not fail."""
    assert plain("%%capture out\nx = 1\n") == "out = get_ipython()\nx = 1\n"


@pytest.mark.parametrize("command", ["%%bash", "%%html", "%%javascript", "%%writefile notes.txt", "%%unheard", "%%!"])
def test_other_cells_do_not_run(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They hold no Python, or nobody knows what they hold."""
    assert set(run(f"{command}\necho 'it is\nx = 1\n")) == {"__builtins__"}
    assert capsys.readouterr().out == f'Not run: "{command}"\n'


def test_a_written_module_becomes_a_helper() -> None:
    """%%writefile is how a notebook makes a module."""
    commands = Commands()
    assert commands.plain("cell 1", "%%writefile ./adding.py\ndef add(): ...\n") == "None\n"
    assert commands.helpers == [("adding", "def add(): ...\n")]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("%time x = sum([1, 2])\n", {"x": 3}),
        ("x = %time sum([1, 2])\n", {"x": 3}),
        ("%timeit -n 5 x = 3\n", {"x": 3}),
        ("files = !ls *.pt\nx = len(files)\n", {"x": 0}),
        ("x = %who_knows\n", {"x": None}),
    ],
)
def test_commands_inside_statements(source: str, names: dict[str, object]) -> None:
    """A measured statement runs; a shell command gives no lines, any other command None."""
    assert {name: run(source)[name] for name in names} == names


def test_line_numbers_stay() -> None:
    """Empty lines above, commands over several lines, and a cell command above."""
    source = "\n\n%%time\n!pip install \\\n  einops \\\n  torch\n%timeit \\\n  1\nlast = 1\n"
    made = plain(source)
    assert made.split("\n").index("last = 1") == source.split("\n").index("last = 1")


def test_prompts_and_common_indentation_go() -> None:
    """As they do in Jupyter."""
    assert plain(">>> def f():\n...     return 1\n") == "def f():\n    return 1\n"
    assert plain("In [3]: x = 1\n   ...: y = 2\n") == "x = 1\ny = 2\n"
    assert plain("    x = 1\n    y = 2\n") == "x = 1\ny = 2\n"


def test_a_python_file_keeps_its_indentation_and_prompts() -> None:
    """They are errors there, and the student has to see them."""
    for source in ("    x = 1\n", ">>> x = 1\n"):
        assert Commands().plain("ex3.py", source, notebook=False) == source
    assert Commands().plain("ex3.py", "!ls\n%%time\nx = 1\n", notebook=False).endswith("None\nx = 1\n")


def test_a_syntax_error_elsewhere_is_left_to_python() -> None:
    """The cell comes back; the worker will report the error."""
    for source in ("!ls\nif x:\n        a\n    b\n", "foo(1)?\n", "/ \n"):
        plain(source)


@pytest.mark.parametrize("source", ["!x\n" * 70_000, "!" + "x" * 6000 + "\n", "a" * 6000 + " b?\n"])
def test_too_much_to_understand_is_left_alone_with_a_note(source: str) -> None:
    """IPython's parser takes time with the square of some texts; the bound is far above what people write."""
    commands = Commands()
    assert commands.plain("cell 2", source) == source
    assert commands.notes()[0].startswith("cell 2: the IPython commands were not understood")


def test_the_result_is_python() -> None:
    """Whatever was quoted in a command."""
    for command in ('!echo "it\'s"', "!echo '''", "!echo \\", "%x \\n \"'", "!echo \u2028"):
        ast.parse(plain(f"{command}\n"))


def test_a_python_file_never_loads_ipython() -> None:
    """Nor does a notebook without commands: it would cost more than all the rest of reading."""
    code = (
        "import sys; from grader.submission.contents import read_contents\n"
        "read_contents(b'# why?\\nx = 7 % 3 != 2', 'ex3.py')\n"
        'read_contents(b\'{"cells": [{"cell_type": "code", "source": "x = 1"}]}\', \'ex3.ipynb\')\n'
        "assert not {'IPython', 'nbformat', 'torch'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
