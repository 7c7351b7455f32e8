"""The commands put together, and how they end: 0 done, 2 bad input, 130 stopped by Ctrl-C."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from adversario import __version__
from adversario.catalogue import text
from adversario.cli.draw import draw_command
from adversario.cli.exercise import exercise_command
from adversario.cli.games import check_command, games_command
from adversario.cli.language import asked_for, tr
from adversario.cli.play import play_command
from adversario.cli.search import compare_command, search_command, trace_command
from adversario.errors import AdversarioError

BAD_INPUT, STOPPED = 2, 130

app = typer.Typer(
    help=tr("cli.app"), no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False
)
app.command("search", help=tr("cli.search.help"))(search_command)
app.command("trace", help=tr("cli.trace.help"))(trace_command)
app.command("draw", help=tr("cli.draw.help"))(draw_command)
app.command("compare", help=tr("cli.compare.help"))(compare_command)
app.command("exercise", help=tr("cli.exercise.help"))(exercise_command)
app.command("play", help=tr("cli.play.help"))(play_command)
app.command("games", help=tr("cli.games.help"))(games_command)
app.command("check", help=tr("cli.check.help"))(check_command)


@app.callback()
def _top(
    version: Annotated[
        bool, typer.Option("--version", help=tr("cli.version"), is_eager=True)
    ] = False,
) -> None:
    if version:
        typer.echo(f"adversario {__version__}")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    given = sys.argv[1:] if arguments is None else arguments
    lang = asked_for(given)
    try:
        app(given, prog_name="adversario")
    except AdversarioError as error:
        _end(text("cli.error", lang, problem=error.text(lang)), BAD_INPUT)
    except KeyboardInterrupt:
        _end(text("cli.stopped", lang), STOPPED)
    except BrokenPipeError:
        # Whoever read our output has seen enough; do not fail again when flushing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _end(words: str, code: int) -> None:
    typer.echo(words, err=True)
    sys.exit(code)
