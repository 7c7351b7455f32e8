"""The command-line application: its commands and groups."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from adversario import __version__
from adversario.cli.commands.analyse import analyse_command
from adversario.cli.commands.bench import bench_command
from adversario.cli.commands.book import book_command
from adversario.cli.commands.count import count_command, perft_command
from adversario.cli.commands.doctor import doctor_command
from adversario.cli.commands.draw import draw_command
from adversario.cli.commands.exercise import exercise_command
from adversario.cli.commands.games import check_command, games_command
from adversario.cli.commands.holdem import (
    equity_command,
    push_command,
    rank_command,
)
from adversario.cli.commands.holdem import solve_command as solve_spot_command
from adversario.cli.commands.map import map_command
from adversario.cli.commands.match import match_command
from adversario.cli.commands.matrix import matrix_command
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
from adversario.cli.faults import report
from adversario.cli.shared.language import LANG, tr
from adversario.cli.signals import raising_exceptions

app = typer.Typer(
    help=tr("cli.app"), no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False
)

groups = {
    name: typer.Typer(help=tr(f"cli.{name}.help"), no_args_is_help=True)
    for name in ("tablebase", "holdem")
}
"""Command groups, by their first word."""

for _name, _group in groups.items():
    app.add_typer(_group, name=_name)


def _add(name: str, command: Callable[..., None], group: str = "") -> None:
    """Register a command, with its help from the catalogue; Ctrl-C ends it."""

    @wraps(command)
    def run_command(*arguments: Any, **options: Any) -> None:
        try:
            with raising_exceptions():
                command(*arguments, **options)
        except KeyboardInterrupt:  # of which typer would make an exit code of its own
            lang = str(options.get("lang", LANG))
            raise typer.Exit(report(KeyboardInterrupt(), ["--lang", lang])) from None

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
_add("matrix", matrix_command)
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
_add("rank", rank_command, "holdem")
_add("equity", equity_command, "holdem")
_add("push", push_command, "holdem")
_add("solve", solve_spot_command, "holdem")


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


def run(arguments: list[str]) -> None:
    """Run the command line; it ends with SystemExit, or with an error (see `faults`)."""
    app(arguments, prog_name="adversario")
