"""`adversario map`: a player's complete plan of optimal play, drawn as nested boards."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang, Position, Source
from adversario.cli.shared.output import print_json, write_text
from adversario.cli.shared.progress import show_when_slow
from adversario.game import Game, mover_of
from adversario.render.map import svg_map
from adversario.solve.play_map import play_map


class PaperName(StrEnum):
    """The sizes of paper."""

    A4 = "a4"
    A3 = "a3"


def map_command(
    source: Source,
    position: Position = None,
    player: Annotated[str | None, typer.Option("--for", help=tr("cli.map.for"))] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help=tr("cli.map.depth"))] = None,
    paper: Annotated[PaperName, typer.Option("--paper", help=tr("cli.map.paper"))] = PaperName.A4,
    output: Annotated[Path | None, typer.Option("--output", "-o", help=tr("cli.output"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Draw the best move of a player after every move of the opponent."""
    game = game_of(source)
    state = state_of(game, position)
    who = mover_of(game, state) if player is None else player_of(game, player)
    with show_when_slow(lambda spent: text("cli.map.solving", lang, seconds=f"{spent:.0f}")):
        plan = play_map(game, who, state, depth=depth)
    if json:
        print_json(plan.to_json())
        return
    write_text(svg_map(plan, paper=paper.value, title=_title(game, source), lang=lang), output)
    if output is not None:
        counted = text("map.decisions", lang, decisions=plan.decisions, **plan.endings())
        typer.echo(f"{output}: {counted}")


def player_of(game: Game[Any, Any], name: str) -> int:
    """The player of that name, or of that number from 1 on; raises InputError if there is none."""
    names = [game.player_name(player) for player in range(game.players)]
    for player, known in enumerate(names):
        if name.strip().lower() in (known.lower(), str(player + 1)):
            return player
    raise InputError("map.nobody", given=name, game=game.name, known=", ".join(names))


def _title(game: Game[Any, Any], source: str) -> str:
    """The name of the game, with its options if any were given."""
    options = source.rpartition(":")[2]
    return f"{game.name} ({options})" if "=" in options else game.name
