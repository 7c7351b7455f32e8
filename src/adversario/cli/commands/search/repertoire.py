"""`adversario repertoire`: openings that an analysis found good, in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from adversario.analysis.repertoire.build import build_repertoire
from adversario.analysis.repertoire.openings import Settings
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import GameSource, Json, Lang
from adversario.cli.shared.output import print_json

MOST_POSITIONS = 100_000
MOST_ACTIONS = 16
MARGIN = 0.3
"""The default margin in units of the estimate: a third of a pawn in chess."""


def repertoire_command(
    source: GameSource,
    save: Annotated[Path, typer.Option("--save", help=tr("cli.repertoire.save"))],
    positions: Annotated[
        int, typer.Option("--positions", help=tr("cli.repertoire.positions"))
    ] = 100,
    nodes: Annotated[int, typer.Option("--nodes", help=tr("cli.repertoire.nodes"))] = 200_000,
    actions: Annotated[int, typer.Option("--lines", help=tr("cli.repertoire.lines"))] = 4,
    margin: Annotated[
        float | None, typer.Option("--margin", help=tr("cli.repertoire.margin"))
    ] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Analyse the openings of a game, what is likeliest first.

    Ctrl-C keeps the results so far, for a later run to resume.
    """
    _require(1 <= positions <= MOST_POSITIONS, "--positions", positions, 1, MOST_POSITIONS)
    _require(nodes >= 1, "--nodes", nodes, 1, 2**62)
    _require(1 <= actions <= MOST_ACTIONS, "--lines", actions, 1, MOST_ACTIONS)
    game = game_of(source)
    low, high = (float(bound) for bound in game.utility_bounds or (-1, 1))
    if margin is None:
        margin = MARGIN * game.estimate_unit or 0.02 * (high - low)
    _require(0 <= margin <= high - low, "--margin", margin, 0, high - low)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(text("cli.analyse.progress", lang), total=positions)
        repertoire = build_repertoire(
            game, positions, save, Settings(nodes, actions, margin),
            on_progress=lambda now: bar.update(task, completed=now.openings),
        )  # fmt: skip
    plies = max((len(opening.line) for opening in repertoire.openings), default=0)
    if json:
        print_json({"game": game.name, "positions": len(repertoire), "plies": plies})
        return
    done = {"game": game.name, "positions": len(repertoire), "plies": plies, "file": save}
    typer.echo(text("repertoire.done", lang, **done))


def _require(holds: bool, option: str, given: float, least: float, most: float) -> None:
    if not holds:
        raise InputError("repertoire.range", option=option, given=given, least=least, most=most)
