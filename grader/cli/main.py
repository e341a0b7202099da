"""The command `grade`: its verbs, and the one place where errors become words and exit statuses."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from grader.cli.audit import audit
from grader.cli.autograde import autograde
from grader.cli.batch import batch
from grader.cli.bundle import bundle
from grader.cli.completion import completion
from grader.cli.doctor import doctor
from grader.cli.gradebook import gradebook
from grader.cli.list import list_
from grader.cli.new import new
from grader.cli.options import complete_exercise
from grader.cli.release import release
from grader.cli.report import report
from grader.cli.run import run
from grader.cli.show import show
from grader.cli.start import start
from grader.cli.watch import watch
from grader.errors import GraderError, NotGraded
from grader.result.text import clean

INTERRUPTED = 130
_MESSAGE_LIMIT = 4_000


class DefaultsToRun(click.Group):
    """A group in which whatever is not a verb belongs to `run`, so that `grade ex3` is `grade run ex3`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb and what is left of the arguments."""
        if args and args[0] not in self.commands:
            args = ["run", *args]
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete verbs and, as the default verb takes them, exercises."""
        return [*super().shell_complete(ctx, incomplete), *complete_exercise(ctx, None, incomplete)]


def _version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    from grader.result.version import grader_version

    if asked and not ctx.resilient_parsing:
        click.echo(f"torchgrader {grader_version()}")
        ctx.exit()


@click.group(
    cls=DefaultsToRun,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--debug", is_flag=True, expose_value=False, help="Tell what a fault of ours was. Also GRADE_DEBUG=1.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def grade() -> None:
    """Grade PyTorch exercises, with feedback on what the code does and why.

    `grade ex3` grades the file ex3.py or ex3.ipynb of the current folder.

    \b
    Exit status: 0 full marks, 1 points missing, 2 wrong usage, 3 not graded
    (a fault of the grader's or the exercise's), 4 submission refused.
    """


for verb in (
    run, watch, list_, show, start, batch, report, gradebook, bundle, autograde, audit, release, new, doctor, completion
):  # fmt: skip
    grade.add_command(verb)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    given = sys.argv[1:] if args is None else args
    rest = [arg for arg in given if arg != "--debug"]
    debug = len(rest) < len(given) or bool(os.environ.get("GRADE_DEBUG"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = grade.main(args=rest, prog_name="grade", standalone_mode=False, obj=debug)
        return status if isinstance(status, int) else 0
    except click.ClickException as problem:
        problem.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        _tell("Stopped.")
        return INTERRUPTED
    except GraderError as problem:
        _tell(f"{problem.message}\n{problem.advice}")
        if debug and isinstance(problem, NotGraded):
            traceback.print_exc()
        return problem.exit_status
    except Exception as problem:
        _tell(
            f"The grader failed: {type(problem).__name__}: {problem}\n"
            "Your file is not to blame. Please report this to your instructor, with the output of the same command "
            "and --debug."
        )
        if debug:
            traceback.print_exc()
        return GraderError.exit_status


def _tell(message: str) -> None:
    click.echo(clean(message.strip(), _MESSAGE_LIMIT), err=True)
