"""Builders of specimens: a solution in the folders that people hand in."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.specimens.files import file
from tests.specimens.notebooks import notebook
from tests.specimens.solution import FULL_MARKS, cells
from tests.specimens.solution import solution as full_marks

STUB = FULL_MARKS.parents[3] / "exercises" / "ex3"


def folder_in_folder(solution: str, folder: Path) -> Path:
    """The file three folders down."""
    return _tree(folder, {"submission/week 3/my work/ex3.py": solution})


def with_leftovers(solution: str, folder: Path) -> Path:
    """What a Mac, Jupyter, Python and editors leave beside a file."""
    return _tree(
        folder,
        {
            "ex3.py": solution,
            ".DS_Store": "\0\0\0\1Bud1",
            "._ex3.py": "\0\5\x16\7",
            ".ipynb_checkpoints/ex3-checkpoint.py": "old",
            "__pycache__/ex3.cpython-311.pyc": "\0",
            ".vscode/settings.json": "{}",
            ".ex3.py.swp": "b0VIM",
            "~$report.docx": "",
            "desktop.ini": "",
            "venv/lib/ex3.py": "not this one",
        },
    )


def with_checkpoint(solution: str, folder: Path) -> Path:
    """A notebook and an older state of it that Jupyter kept."""
    notebook(solution, folder)
    kept = folder / ".ipynb_checkpoints"
    kept.mkdir()
    (kept / "ex3-checkpoint.ipynb").write_text("{}", encoding="utf-8")
    return folder


def with_helper(solution: str, folder: Path) -> Path:
    """A function moved into a module beside the file, which itself imports another one."""
    before, adding, after = _without_first_function(solution)
    return _tree(
        folder,
        {
            "work/ex3.py": f"{before}from adding import residual_add\n{after}",
            "work/adding.py": f"from __future__ import annotations\nimport checking\n\n\n{adding}",
            "work/checking.py": "# nothing to see here\nlimit = 3\n",
            "work/unused.py": "raise RuntimeError",
        },
    )


def with_tests(solution: str, folder: Path) -> Path:
    """The student's own tests and an older attempt, beside a file with the wanted name."""
    return _tree(
        folder, {"ex3.py": solution, "test_ex3.py": "from ex3 import *", "ex3_old.py": "def residual_add(): ..."}
    )


def both_formats_alike(solution: str, folder: Path) -> Path:
    """The file and a notebook of the same code, as jupytext keeps them."""
    file(solution, folder)
    notebook(solution, folder)
    return folder


def same_file_twice(solution: str, folder: Path) -> Path:
    """The same file in two folders."""
    return _tree(folder, {"ex3.py": solution, "backup/ex3.py": solution.replace("\n", "\r\n")})


def beside_untouched_notebook(solution: str, folder: Path) -> Path:
    """Worked on in the .py; the .ipynb is still as it was handed out."""
    shutil.copy(STUB / "ex3.ipynb", folder)
    file(solution, folder)
    return folder


def copy_beside_untouched(solution: str, folder: Path) -> Path:
    """The handout was downloaded twice, and the second copy worked on."""
    shutil.copy(STUB / "ex3.py", folder)
    return _tree(folder, {"ex3 (1).py": solution})


def beside_empty(solution: str, folder: Path) -> Path:
    """An empty notebook beside the file, from a sync that failed."""
    return _tree(folder, {"ex3.py": solution, "ex3.ipynb": ""})


def untouched_stub(solution: str, folder: Path) -> Path:
    """The file as handed out, under the wanted name."""
    return Path(shutil.copy(STUB / "ex3.py", folder))


def both_formats_differ(solution: str, folder: Path) -> Path:
    """A file and a notebook with different code, both with the wanted name."""
    return _tree(folder, {"ex3.py": solution, "ex3.ipynb": notebook(_other(), folder).read_text(encoding="utf-8")})


def two_numbered(solution: str, folder: Path) -> Path:
    """Two numbered copies with different code, and none with the wanted name."""
    return _tree(folder, {"ex3 (1).py": solution, "ex3 (2).py": _other()})


def two_other_names(solution: str, folder: Path) -> Path:
    """Two files of which neither has the wanted name."""
    return _tree(folder, {"main.py": solution, "attempt.py": _other()})


def two_folders(solution: str, folder: Path) -> Path:
    """The wanted name in two folders, with different code."""
    return _tree(folder, {"draft/ex3.py": _other(), "final/ex3.py": solution})


def only_other_formats(solution: str, folder: Path) -> Path:
    """A report, a text and a picture, and no code."""
    return _tree(folder, {"ex3.txt": solution, "report.docx": "PK", "plot.png": "PNG"})


def only_checkpoint(solution: str, folder: Path) -> Path:
    """Only the hidden folder that Jupyter keeps was copied."""
    return _tree(folder, {".ipynb_checkpoints/ex3-checkpoint.ipynb": "{}"})


def empty_folder(solution: str, folder: Path) -> Path:
    """Nothing at all."""
    return folder


def link_in_folder(solution: str, folder: Path) -> Path:
    """The file is a link to somewhere else."""
    (folder / "ex3.py").symlink_to(FULL_MARKS)
    return folder


def link_itself(solution: str, folder: Path) -> Path:
    """A link is handed in."""
    (folder / "ex3.py").symlink_to(FULL_MARKS)
    return folder / "ex3.py"


def empty_file(solution: str, folder: Path) -> Path:
    """No bytes."""
    return _bytes(folder, b"")


def blank_file(solution: str, folder: Path) -> Path:
    """Spaces and line ends."""
    return _bytes(folder, b"\xef\xbb\xbf \r\n\t\r\n")


def null_file(solution: str, folder: Path) -> Path:
    """A file that a crash filled with null bytes."""
    return _bytes(folder, b"\0" * len(solution))


def word_document(solution: str, folder: Path) -> Path:
    """A Word document renamed to .py."""
    return _bytes(folder, b"PK\x03\x04\x14\0\6\0\x08\0\0\0!\0word/document.xml", "work/ex3.py").parent


def rich_text(solution: str, folder: Path) -> Path:
    """Written in TextEdit, which saves rich text."""
    return _bytes(folder, rb"{\rtf1\ansi\cocoartf2709 def residual_add(x, sublayer):\par}")


def web_page(solution: str, folder: Path) -> Path:
    """The page around a notebook on the web was saved instead of the notebook."""
    return _bytes(folder, b"\n<!DOCTYPE html>\n<html><head><title>ex3.ipynb</title></head></html>", "ex3.ipynb")


def lfs_pointer(solution: str, folder: Path) -> Path:
    """Git LFS handed over its note about the file."""
    return _bytes(folder, b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "ex3.ipynb")


def compiled(solution: str, folder: Path) -> Path:
    """A file of bytecode renamed to .py."""
    return _bytes(folder, b"\xa7\r\r\n" + bytes(range(32)) * 40)


def too_much_code(solution: str, folder: Path) -> Path:
    """A table of numbers of 3 MB in the code."""
    return _bytes(folder, (solution + "table = [" + "0.123, " * 450_000 + "]\n").encode())


def a_text_file(solution: str, folder: Path) -> Path:
    """The right code under a name that says nothing."""
    return _bytes(folder, solution.encode(), "ex3.txt")


def _other() -> str:
    return full_marks({"count_paths": "def count_paths(num_sublayers, length=None):\n    return 2 * num_sublayers\n"})


def _without_first_function(solution: str) -> tuple[str, str, str]:
    """The code before the first function, the function, and the code after it."""
    code = [text for kind, text in cells(solution) if kind == "code"]
    return code[0] + "\n", code[1] + "\n", "\n\n\n".join(code[2:]) + "\n"


def _tree(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


def _bytes(folder: Path, data: bytes, name: str = "ex3.py") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path
