"""IPython commands to plain Python, with IPython's own parser and without IPython at run time.

The result calls nothing but `print`, except that `%%capture out` binds `out` to `get_ipython()`. Whoever runs the
cells provides two names for what students write themselves: `display(*objects)`, which prints each object's repr,
and `get_ipython()`, which returns an object whose every method does nothing and returns None. Cells compile with
`ast.PyCF_ALLOW_TOP_LEVEL_AWAIT`.
"""

from __future__ import annotations

import ast
import re
import textwrap
import tokenize
from typing import Any

from grader.submission.bounds import COMMAND_WORK
from grader.submission.characters import COMMENT_OR_STRING
from grader.submission.names import listed, shown

_CELL_COMMAND = re.compile(r"%%(\w+|!)(?![\w?])[ \t]*(.*)", re.DOTALL)
_PROMPT = re.compile(r"^[ \t]*(?:>>>|In \[\d+\]:)", re.MULTILINE)
_INDENTED = re.compile(r"\A\s*^[ \t]+\S", re.MULTILINE)
# A whole line, and the lines that a backslash joins to it, that may be a command if a statement can begin there.
_COMMAND = re.compile(
    r"(?=[ \t]*[%!?,;/]|[^#'\"\n]*\?[ \t]*$|[^#\n]*?=[ \t]*[%!])(?:[^\n]*\\\n)*+[^\n]*(?:\n|\Z)", re.MULTILINE
)
_TOKEN = re.compile(COMMENT_OR_STRING + r"|[^#\"'\\\[\](){}\n]++|\\\n|.", re.DOTALL)
_CALL = re.compile(r"get_ipython\(\)\.(\w+)\((.*)\)\n?\Z", re.DOTALL)
_OPTIONS = re.compile(r"\A(?:-[a-zA-Z](?:[ \t]*\d+)?(?:[ \t]+|\Z))*")
_WRITTEN_MODULE = re.compile(r"(?:\./)?([^\W\d]\w*)\.py")

_RUNS_ITS_CODE = {"time", "timeit", "prun", "memit", "lprun", "mprun", "snakeviz", "scalene", "debug", "wandb"}
_RUNS_ITS_CELL = _RUNS_ITS_CODE | {"capture"}
_SILENT = {
    "matplotlib", "load_ext", "reload_ext", "autoreload", "config", "precision", "pdb", "xmode", "colors", "pprint",
    "pinfo", "pinfo2", "psearch", "pdoc", "pdef", "psource", "who", "whos", "lsmagic", "quickref", "time", "timeit",
}  # fmt: skip


class _BudgetError(Exception):
    """The commands of this submission would take too long to understand."""


class Commands:
    """Makes the cells of one submission plain Python, and remembers what does not run here."""

    def __init__(self) -> None:
        self.helpers: list[tuple[str, str]] = []
        """Name and source of the modules that cells wrote with %%writefile."""
        self._work_left = COMMAND_WORK
        self._skipped: dict[str, str] = {}
        self._not_understood: list[str] = []

    def plain(self, label: str, source: str, *, notebook: bool = True) -> str:
        """The cell, which ends in a newline, as Python whose lines keep their numbers.

        In a notebook, prompts copied from a terminal and indentation of the whole cell are removed as well.
        """
        skipped, helpers = self._skipped.copy(), self.helpers.copy()
        try:
            return self._line_commands(label, self._cell_commands(label, _bare(source)) if notebook else source)
        except _BudgetError:
            self._not_understood.append(label)
            self._skipped, self.helpers = skipped, helpers
            return source

    def notes(self) -> tuple[str, ...]:
        """What the student should know about commands that did not run."""
        notes = []
        if self._skipped:
            commands = listed(f"{command} ({label})" for command, label in self._skipped.items())
            notes.append(f"Not run: {commands}. Shell commands, installs and the like do nothing in grading.")
        if self._not_understood:
            notes.append(
                f"{listed(self._not_understood)}: the IPython commands were not understood, because there are too many "
                "or a line is too long. Move them into a cell of their own."
            )
        return tuple(notes)

    def _cell_commands(self, label: str, source: str) -> str:
        """Resolve `%%name` at the top; several may stand above each other."""
        if not source.lstrip().startswith("%%"):
            return source
        lines = source.splitlines(keepends=True)
        for number, line in enumerate(lines):
            if not line.strip():
                continue
            command = _CELL_COMMAND.match(line.rstrip())
            if not command:
                break
            name, rest = command[1], command[2]
            if name not in _RUNS_ITS_CELL:
                return "\n" * number + self._instead_of_cell(label, name, rest, lines[number:])
            lines[number] = _above_the_cell(name, rest) + "\n"
        return "".join(lines)

    def _instead_of_cell(self, label: str, name: str, rest: str, lines: list[str]) -> str:
        if name in {"writefile", "file"} and (written := _WRITTEN_MODULE.fullmatch(rest)):
            self.helpers.append((written[1], "".join(lines[1:])))
            return "None\n"
        return self._skip(label, lines[0])

    def _skip(self, label: str, command: str) -> str:
        """A line that says what did not run."""
        quoted = shown(command.strip())
        self._skipped.setdefault(quoted, label)
        return f"print({f'Not run: {quoted}'!r})\n"

    def _line_commands(self, label: str, source: str) -> str:
        """Replace the commands where statements begin: outside strings and brackets, not in a continued line.

        IPython's parser gets each by itself. On a whole cell its time can grow with the square of a line's length.
        """
        parts: list[str] = []
        position, depth, at_start = 0, 0, True
        while position < len(source):
            command = _COMMAND.match(source, position) if at_start else None
            if command and (plain := self._plain_command(label, command[0])):
                parts.append(plain)
                position = command.end()
                continue
            token = _TOKEN.match(source, position)
            assert token  # the last alternative takes any character
            text = token[0]
            depth = max(0, depth + (text in {"(", "[", "{"}) - (text in {")", "]", "}"}))
            at_start = text == "\n" and depth == 0
            parts.append(text)
            position = token.end()
        return "".join(parts)

    def _plain_command(self, label: str, statement: str) -> str | None:
        """The statement as plain Python; None if IPython finds no command in it, or gives up."""
        self._work_left -= len(statement) ** 2 + 500
        if self._work_left < 0:
            raise _BudgetError
        from IPython.core import inputtransformer2

        ipython: Any = inputtransformer2  # it has no types
        lines = [line + "\n" for line in statement.removesuffix("\n").split("\n")]
        try:
            tokens = ipython.make_tokens_by_line(lines)
            found = [
                command
                for kind in ipython.TransformerManager().token_transformers
                if (command := kind.find(tokens)) is not None
            ]
        except (SyntaxError, tokenize.TokenError, IndexError):
            return None
        for command in sorted(found, key=lambda command: command.sortby()):
            try:
                changed = command.transform(lines)
            except SyntaxError:
                continue
            start, column = command.start_line, command.start_col
            before, call, original = changed[start][:column], changed[start][column:], lines[start][column:]
            changed[start] = before + self._plain_call(label, call, original, assigned=bool(before.strip()))
            # A command over several lines became one: the lines after it keep their numbers.
            return "".join(changed) + "\n" * (len(lines) - len(changed))
        return None

    def _plain_call(self, label: str, call: str, original: str, *, assigned: bool) -> str:
        matched = _CALL.match(call)
        if not matched:
            return call  # automatic parentheses or quotes, which IPython made plain Python
        method = matched[1]
        name, code = ast.literal_eval(f"({matched[2]})") if method == "run_line_magic" else ("", "")
        if name in _RUNS_ITS_CODE and (statement := _OPTIONS.sub("", code).strip()):
            return self._plain_command(label, f"{statement}\n") or f"{statement}\n"
        if name in _SILENT or name.startswith("%") or method == "show_usage":
            return "None\n"
        said = self._skip(label, original)
        return said.removesuffix("\n") + " or []\n" if assigned and method == "getoutput" else said


def _bare(source: str) -> str:
    """The cell as IPython would have it before it looks for commands: no prompts, no common indentation."""
    if _PROMPT.search(source):
        from IPython.core import inputtransformer2

        lines = source.splitlines(keepends=True)
        source = "".join(inputtransformer2.ipython_prompt(inputtransformer2.classic_prompt(lines)))
    return textwrap.dedent(source) if _INDENTED.search(source) else source


def _above_the_cell(name: str, rest: str) -> str:
    """What takes the place of a cell command whose cell runs: the setup of %%timeit, the variable of %%capture."""
    if name == "timeit":
        return _OPTIONS.sub("", rest)
    variable = rest.partition(" ")[0]
    return f"{variable} = get_ipython()" if name == "capture" and variable.isidentifier() else ""
