"""The command-line application, and its exit codes: 0 done, 2 bad input, 130 stopped by Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from adversario import __version__
from adversario.base.catalogue import text
from adversario.base.errors import AdversarioError
from adversario.base.plugins import user_fault
from adversario.cli.commands.analyse import analyse_command
from adversario.cli.commands.bench import bench_command
from adversario.cli.commands.book import book_command
from adversario.cli.commands.count import count_command, perft_command
from adversario.cli.commands.doctor import doctor_command
from adversario.cli.commands.draw import draw_command
from adversario.cli.commands.exercise import exercise_command
from adversario.cli.commands.games import check_command, games_command
from adversario.cli.commands.map import map_command
from adversario.cli.commands.match import match_command
from adversario.cli.commands.mdp import mdp_command
from adversario.cli.commands.nimber import nimber_command
from adversario.cli.commands.pacman import pacman_command
from adversario.cli.commands.play import play_command
from adversario.cli.commands.search import compare_command, search_command, trace_command
from adversario.cli.commands.serve import serve_command
from adversario.cli.commands.solve import solve_command, verify_command
from adversario.cli.commands.tablebase import build_command, info_command, probe_command
from adversario.cli.commands.tablebase import verify_command as verify_tables_command
from adversario.cli.commands.train import train_command
from adversario.cli.shared.language import LANG, language_asked_for, tr

BAD_INPUT, STOPPED = 2, 130

app = typer.Typer(
    help=tr("cli.app"), no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False
)

groups = {"tablebase": typer.Typer(help=tr("cli.tablebase.help"), no_args_is_help=True)}
"""Command groups, by their first word."""

for _name, _group in groups.items():
    app.add_typer(_group, name=_name)


def _add(name: str, command: Callable[..., None], group: str = "") -> None:
    """Register a command, with its help from the catalogue and a message for Ctrl-C."""

    @wraps(command)
    def run_command(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except KeyboardInterrupt:
            _end(text("cli.stopped", options.get("lang", LANG)), STOPPED)

    where = groups[group] if group else app
    where.command(name, help=tr(f"cli.{group}.{name}.help" if group else f"cli.{name}.help"))(
        run_command
    )


_add("serve", serve_command)
_add("search", search_command)
_add("trace", trace_command)
_add("draw", draw_command)
_add("compare", compare_command)
_add("exercise", exercise_command)
_add("play", play_command)
_add("match", match_command)
_add("pacman", pacman_command)
_add("train", train_command)
_add("games", games_command)
_add("check", check_command)
_add("analyse", analyse_command)
_add("perft", perft_command)
_add("count", count_command)
_add("doctor", doctor_command)
_add("bench", bench_command)
_add("nimber", nimber_command)
_add("map", map_command)
_add("solve", solve_command)
_add("mdp", mdp_command)
_add("verify", verify_command)
_add("book", book_command)
_add("build", build_command, "tablebase")
_add("verify", verify_tables_command, "tablebase")
_add("probe", probe_command, "tablebase")
_add("info", info_command, "tablebase")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"adversario {__version__}")
        raise typer.Exit


@app.callback()
def _root_command(
    version: Annotated[
        bool,
        typer.Option("--version", help=tr("cli.version"), is_eager=True, callback=_version),
    ] = False,
) -> None:
    """Options that need no command."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    given = sys.argv[1:] if arguments is None else arguments
    lang = language_asked_for(given)
    try:
        app(given, prog_name="adversario")
    except AdversarioError as error:
        _end(text("cli.error", lang, problem=error.text(lang)), BAD_INPUT)
    except BrokenPipeError:
        # The reader of the output has closed the pipe; do not fail again when flushing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        fault = user_fault(error)
        if fault is None:
            raise
        _end(text("cli.error", lang, problem=fault.text(lang)), BAD_INPUT)


def _end(words: str, code: int) -> None:
    typer.echo(words, err=True)
    sys.exit(code)
