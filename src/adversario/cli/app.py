"""The command-line application: its commands, grouped, and what it prints without one."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from adversario import __version__
from adversario.cli.command_table import EXAMPLES, GROUPS, NESTED
from adversario.cli.framework import Group, help_of
from adversario.cli.shared.language import LANG, tr


def _outline() -> None:
    """What the help lists; `framework.load_command` makes the command that runs."""


def _add_outline(app: typer.Typer, name: str, group: str | None = None) -> None:
    """List a command in the help, within a group."""
    panel = None if group is None else tr(f"cli.group.{group}")
    app.command(name.rpartition(" ")[2], help=help_of(name), rich_help_panel=panel)(_outline)


app = typer.Typer(
    cls=Group, help=tr("cli.app"), invoke_without_command=True,
    add_completion=True, pretty_exceptions_enable=False,
)  # fmt: skip

for _group, _names in GROUPS.items():
    for _name in _names:
        if _name in NESTED:
            _nested = typer.Typer(cls=Group, help=help_of(_name), no_args_is_help=True)
            for _last in NESTED[_name]:
                _add_outline(_nested, f"{_name} {_last}")
            app.add_typer(_nested, name=_name, rich_help_panel=tr(f"cli.group.{_group}"))
        else:
            _add_outline(app, _name, _group)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"adversario {__version__}")
        raise typer.Exit


@app.callback()
def _root_command(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", help=tr("cli.version"), is_eager=True, callback=_version
        ),
    ] = False,
    lang: Annotated[str, typer.Option("--lang", metavar="<en|es>", help=tr("cli.lang"))] = LANG,
) -> None:
    """Print how to begin, unless there is a command."""
    if ctx.invoked_subcommand is None:
        commands = "\n".join(f"  {line}" for line in EXAMPLES[""])
        typer.echo(tr("cli.start", version=__version__, commands=commands))


def run(arguments: list[str]) -> None:
    """Run the command line; it ends with SystemExit, or with an error (see `faults`)."""
    sys.exit(app(arguments, prog_name="adversario", standalone_mode=False))
