"""`grade completion`: the script that lets a shell complete verbs, exercises and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> int:
    """Print the completion script of a shell.

    \b
    bash: grade completion bash > ~/.local/share/bash-completion/completions/grade
    zsh:  grade completion zsh > a file _grade in a folder of your $fpath
    fish: grade completion fish > ~/.config/fish/completions/grade.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "grade", "_GRADE_COMPLETE").source())
    return 0
