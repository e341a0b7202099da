"""Builders of specimens: a solution as one of the notebooks that people have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat as untyped_nbformat

from tests.specimens.solution import cells

nbformat: Any = untyped_nbformat
Notebook = dict[str, Any]
_KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def notebook(solution: str, folder: Path) -> Path:
    """A notebook as nbformat itself writes it, format 4.5."""
    book = nbformat.v4.new_notebook(metadata=_KERNEL)
    make = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    book.cells = [make[kind](text) for kind, text in cells(solution)]
    path = folder / "ex3.ipynb"
    nbformat.write(book, path)
    return path


def notebook_44_with_ids(solution: str, folder: Path) -> Path:
    """Cells carry ids, and the file says format 4.4, which has none."""
    return _saved(_book(solution, minor=4), folder)


def notebook_45_without_ids(solution: str, folder: Path) -> Path:
    """The file says format 4.5, which wants ids, and no cell has one."""
    book = _book(solution)
    for cell in book["cells"]:
        del cell["id"]
    return _saved(book, folder)


def notebook_same_ids(solution: str, folder: Path) -> Path:
    """Cells copied by hand, ids included."""
    book = _book(solution)
    for cell in book["cells"]:
        cell["id"] = "copied"
    return _saved(book, folder)


def notebook_format_3(solution: str, folder: Path) -> Path:
    """Format 3 as nbformat writes it: worksheets, `input` in place of `source`, headings."""
    v3 = nbformat.v3
    made = [
        v3.new_code_cell(input=text) if kind == "code" else v3.new_text_cell("markdown", source=text)
        for kind, text in cells(solution)
    ]
    heading = v3.new_heading_cell(source="Exercise 3", level=1)
    book = v3.new_notebook(worksheets=[v3.new_worksheet(cells=[heading, *made])])
    path = folder / "ex3.ipynb"
    path.write_text(v3.writes_json(book), encoding="utf-8")
    return path


def notebook_bare(solution: str, folder: Path) -> Path:
    """Nothing but cells with their type and source: no metadata, outputs, counts, or format number."""
    bare = [{"cell_type": kind, "source": text} for kind, text in cells(solution)]
    return _saved({"cells": bare}, folder)


def notebook_metadata_as_list(solution: str, folder: Path) -> Path:
    """Metadata is an empty list where the format wants an object."""
    book = _book(solution)
    for cell in book["cells"]:
        cell["metadata"] = []
    return _saved(book | {"metadata": []}, folder)


def notebook_lines_with_ends(solution: str, folder: Path) -> Path:
    """Sources as lists of lines, as Jupyter saves them."""
    return _with_sources(solution, folder, lambda text: text.splitlines(keepends=True))


def notebook_lines_without_ends(solution: str, folder: Path) -> Path:
    """Sources as lists of lines from a tool that leaves the line ends out."""
    return _with_sources(solution, folder, str.splitlines)


def notebook_windows_lines(solution: str, folder: Path) -> Path:
    """Sources with carriage returns inside the strings."""
    return _with_sources(solution, folder, lambda text: text.replace("\n", "\r\n"))


def notebook_unknown_kernel(solution: str, folder: Path) -> Path:
    """The kernel is an environment on the student's own machine."""
    kernel = {"display_name": "Python [conda env:dl-course]", "language": "python", "name": "conda-env-dl-course-py"}
    return _saved(_book(solution) | {"metadata": {"kernelspec": kernel}}, folder)


def notebook_widgets(solution: str, folder: Path) -> Path:
    """Colab's state of progress bars, without the key that the format wants."""
    state = {"application/vnd.jupyter.widget-state+json": {"0a1b": {"model_name": "FloatProgressModel", "state": {}}}}
    return _saved(_book(solution, minor=0) | {"metadata": {**_KERNEL, "widgets": state}}, folder)


def notebook_huge_outputs(solution: str, folder: Path) -> Path:
    """Pictures of 12 MB in the outputs."""
    book = _book(solution)
    picture = {"data": {"image/png": "iVBORw0KGgo" + "A" * 4_000_000}, "metadata": {}, "output_type": "display_data"}
    _code(book)[0]["outputs"] = [picture] * 3
    return _saved(book, folder)


def notebook_odd_outputs(solution: str, folder: Path) -> Path:
    """Outputs with NaN, which JSON does not know, and fields that no format has."""
    book = _book(solution)
    _code(book)[0]["outputs"] = [{"output_type": "execute_result", "data": {"application/json": float("nan")}}]
    _code(book)[1] |= {"outputs": None, "execution_count": "3", "prompt": "", "extra": {"deep": [[[]]]}}
    return _saved(book, folder)


def notebook_colab(solution: str, folder: Path) -> Path:
    """As Colab downloads it: format 4.0, an accelerator, form comments, a drive to mount, an install."""
    book = _book(solution, minor=0)
    for cell in book["cells"]:
        del cell["id"]
    book["metadata"] = {
        "accelerator": "GPU",
        "colab": {"name": "ex3.ipynb", "provenance": [], "collapsed_sections": []},
        "kernelspec": {"display_name": "Python 3", "name": "python3"},
    }
    _code(book)[0]["metadata"] = {"id": "x1Y2z3", "cellView": "form", "colab": {"base_uri": "https://localhost:8080/"}}
    first = "#@title Imports {display-mode: 'form'}\n!pip install -q einops\nfrom google.colab import drive\n"
    _code(book)[0]["source"] = first + "drive.mount('/content/drive')\n%cd /content/drive\n" + _code(book)[0]["source"]
    return _saved(book, folder)


def notebook_kaggle(solution: str, folder: Path) -> Path:
    """As Kaggle downloads it: its own metadata, and the first cell that lists files."""
    book = _book(solution)
    book["metadata"] |= {"kaggle": {"accelerator": "none", "dataSources": [], "isInternetEnabled": True}}
    listing = "import os\nfor dirname, _, filenames in os.walk('/kaggle/input'):\n    print(dirname, filenames)"
    book["cells"].insert(0, {"cell_type": "code", "source": listing, "metadata": {"_uuid": "8f2839f25d086af7"}})
    return _saved(book, folder)


def notebook_vscode(solution: str, folder: Path) -> Path:
    """As VS Code saves it: a language on each cell, and one cell set to the shell."""
    book = _book(solution, minor=2)
    for cell in _code(book):
        cell["metadata"] = {"vscode": {"languageId": "python"}}
    shell = {
        "cell_type": "code",
        "source": "echo 'no Python here",
        "metadata": {"vscode": {"languageId": "shellscript"}},
    }
    book["cells"].append(shell)
    return _saved(book, folder)


def notebook_bom(solution: str, folder: Path) -> Path:
    """Saved by a Windows editor with a byte order mark."""
    return _encoded(solution, folder, "utf-8-sig")


def notebook_utf16(solution: str, folder: Path) -> Path:
    """Redirected into a file by PowerShell."""
    return _encoded(solution, folder, "utf-16")


def notebook_cp1252(solution: str, folder: Path) -> Path:
    """Written by a tool that took the system's code page for UTF-8."""
    return _encoded(solution.replace("import math", "import math  # größer"), folder, "cp1252")


def notebook_magics(solution: str, folder: Path) -> Path:
    """%matplotlib, !pip, and graded functions in cells that begin with %%time, %%capture and %%timeit."""
    book = _book(solution)
    first, add, *others = _code(book)
    first["source"] = "%matplotlib inline\n!pip install einops\n%load_ext autoreload\n%autoreload 2\n" + first["source"]
    add["source"] = "%%time\n" + add["source"]
    others[0]["source"] = "\n%%capture caught\n" + others[0]["source"]
    others[1]["source"] = "%%timeit -n 1 -r 1 seed = 3\n" + others[1]["source"]
    return _saved(book, folder)


def notebook_shell_cells(solution: str, folder: Path) -> Path:
    """Cells in other languages and commands in the middle of code."""
    book = _book(solution)
    others = ["%%bash\npip install 'einops\nrm -rf ~", "%%html\n<b>bold</b>", "%%javascript\nalert('hello')"]
    book["cells"] = [_cell("code", text, f"other-{n}") for n, text in enumerate(others)] + book["cells"]
    _code(book)[3]["source"] += (
        "\nfiles = !ls *.pt\nfor name in files:\n    !rm {name}\n%time total = math.comb(4, 2)\ntotal"
    )
    return _saved(book, folder)


def notebook_help(solution: str, folder: Path) -> Path:
    """Questions left in the code."""
    book = _book(solution)
    _code(book)[0]["source"] += "\n?math.comb\nmath.comb?\nnn.LayerNorm??\n"
    return _saved(book, folder)


def notebook_prompts(solution: str, folder: Path) -> Path:
    """A definition pasted from a terminal with its prompts."""
    book = _book(solution)
    lines = _code(book)[1]["source"].split("\n")
    _code(book)[1]["source"] = "\n".join([">>> " + lines[0], *("... " + line for line in lines[1:])])
    return _saved(book, folder)


def notebook_indented_cell(solution: str, folder: Path) -> Path:
    """A cell that is indented as a whole, as it was copied out of a class."""
    book = _book(solution)
    source = _code(book)[1]["source"]
    _code(book)[1]["source"] = "\n".join("    " + line if line else line for line in source.split("\n"))
    return _saved(book, folder)


def notebook_await(solution: str, folder: Path) -> Path:
    """`await` at top level, in the cell of a graded function."""
    book = _book(solution)
    _code(book)[1]["source"] += "\n\nasync def answer():\n    return 42\n\nprint(await answer())"
    return _saved(book, folder)


def notebook_display(solution: str, folder: Path) -> Path:
    """display and get_ipython, from nowhere and from IPython, in the cell of a graded function."""
    book = _book(solution)
    before = (
        "from IPython.display import HTML, clear_output\nclear_output(wait=True)\ndisplay(HTML('<b>hello</b>'))\n"
        "get_ipython().run_line_magic('matplotlib', 'inline')\nget_ipython().system('ls')\n"
    )
    _code(book)[1]["source"] = before + _code(book)[1]["source"] + "\n\ndisplay(residual_add, 3)"
    return _saved(book, folder)


def notebook_plots(solution: str, folder: Path) -> Path:
    """A plot in the cell of a graded function."""
    book = _book(solution)
    before = "import matplotlib.pyplot as plt\n"
    after = "\n\nfig, ax = plt.subplots()\nax.plot([1, 2, 3])\nplt.title('three')\nplt.show()"
    _code(book)[1]["source"] = before + _code(book)[1]["source"] + after
    return _saved(book, folder)


def notebook_failing_cell(solution: str, folder: Path) -> Path:
    """A cell that raises, one with a syntax error, and one that asks for input, before all the others that count."""
    book = _book(solution)
    broken = ["1 / 0", "def half(:\n", "name = input('Your name? ')", "raise SystemExit"]
    book["cells"][2:2] = [_cell("code", text, f"broken-{n}") for n, text in enumerate(broken)]
    return _saved(book, folder)


def notebook_redefined(solution: str, folder: Path) -> Path:
    """Two early attempts stand above the definition that counts."""
    book = _book(solution)
    attempts = [
        "def residual_add(x, sublayer):\n    return sublayer(x)",
        "def residual_add(x, sublayer):\n    return 2 * x",
    ]
    book["cells"][2:2] = [_cell("code", text, f"attempt-{n}") for n, text in enumerate(attempts)]
    return _saved(book, folder)


def notebook_redefined_wrongly(solution: str, folder: Path) -> Path:
    """A cell at the end, for trying things, redefines a right function wrongly."""
    book = _book(solution)
    book["cells"].append(_cell("code", "def residual_add(x, sublayer):\n    return sublayer(x)", "last"))
    return _saved(book, folder)


def notebook_one_cell(solution: str, folder: Path) -> Path:
    """Everything in one cell."""
    source = "\n\n".join(text for kind, text in cells(solution) if kind == "code")
    return _saved({"cells": [_cell("code", source, "all")], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}, folder)


def notebook_writefile(solution: str, folder: Path) -> Path:
    """A function is written to a module by %%writefile and imported from there."""
    book = _book(solution)
    add = _code(book)[1]
    written = "%%writefile adding.py\nfrom __future__ import annotations\n" + add["source"]
    book["cells"].insert(book["cells"].index(add), _cell("code", written, "written"))
    add["source"] = "from adding import residual_add"
    return _saved(book, folder)


def notebook_code_in_text_cell(solution: str, folder: Path) -> Path:
    """A graded function stands in a cell that was turned into text by accident."""
    book = _book(solution)
    _code(book)[1]["cell_type"] = "markdown"
    return _saved(book, folder)


def notebook_cut_off(solution: str, folder: Path) -> Path:
    """The upload stopped half way."""
    path = notebook(solution, folder)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return path


def notebook_merge_conflict(solution: str, folder: Path) -> Path:
    """Git could not merge two versions and wrote both into the file."""
    path = notebook(solution, folder)
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[5:6] = ["<<<<<<< HEAD", lines[5], "=======", lines[5] + " ", ">>>>>>> work-at-home"]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def notebook_without_code(solution: str, folder: Path) -> Path:
    """Only the text was kept."""
    book = _book(solution)
    book["cells"] = [cell for cell in book["cells"] if cell["cell_type"] == "markdown"]
    return _saved(book, folder)


def notebook_not_one(solution: str, folder: Path) -> Path:
    """JSON of another kind under a notebook's name."""
    return _saved({"version": 2, "data": [1, 2, 3]}, folder)


def _book(solution: str, minor: int = 5) -> Notebook:
    made = [_cell(kind, text, f"cell-{number}") for number, (kind, text) in enumerate(cells(solution))]
    return {"cells": made, "metadata": {**_KERNEL}, "nbformat": 4, "nbformat_minor": minor}


def _cell(kind: str, source: str, name: str) -> dict[str, Any]:
    extra: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "id": name, "metadata": {}, "source": source, **extra}


def _code(book: Notebook) -> list[dict[str, Any]]:
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def _with_sources(solution: str, folder: Path, change: Any) -> Path:
    book = _book(solution)
    for cell in book["cells"]:
        cell["source"] = change(cell["source"])
    return _saved(book, folder)


def _encoded(solution: str, folder: Path, encoding: str) -> Path:
    path = folder / "ex3.ipynb"
    path.write_bytes(json.dumps(_book(solution), ensure_ascii=False, indent=1).encode(encoding))
    return path


def _saved(book: Notebook, folder: Path) -> Path:
    path = folder / "ex3.ipynb"
    path.write_text(json.dumps(book, indent=1), encoding="utf-8")
    return path
