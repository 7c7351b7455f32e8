"""`adversario nimber`: the nim-value of a position, explained, and those of single heaps."""

from __future__ import annotations

from typing import Annotated

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import GameSource, Json, Lang, Position
from adversario.cli.shared.output import print_json
from adversario.contract.nim_values import MOST_COUNTERS
from adversario.game import Game
from adversario.solve.nimber import nimber, values_of_heaps


def nimber_command(
    source: GameSource,
    position: Position = None,
    values: Annotated[int | None, typer.Option("--values", help=tr("cli.nimber.values"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Explain who wins a position of an impartial game, and by which moves."""
    game = game_of(source)
    if values is not None:
        _print_values(game, values, json=json, lang=lang)
        return
    found = nimber(game, state_of(game, position))
    if json:
        print_json(found.to_json())
    else:
        typer.echo(found.text(lang))


def _print_values(game: Game[object, object], largest: int, *, json: bool, lang: str) -> None:
    """Print the values of heaps of 0 to `largest` counters, in tens, and the period if any."""
    if not 0 <= largest <= MOST_COUNTERS:
        raise InputError("nimber.largest", given=largest, most=MOST_COUNTERS)
    found, period = values_of_heaps(game, largest + 1)
    if json:
        print_json(
            {
                "game": game.name, "values": found,
                "period": None if period is None else period._asdict(),
            }
        )  # fmt: skip
        return
    margin, width = len(str(largest)), max(len(str(value)) for value in found)
    for first in range(0, len(found), 10):
        cells = " ".join(f"{value:>{width}}" for value in found[first : first + 10])
        typer.echo(f"{first:>{margin}}: {cells}")
    if period is not None:
        typer.echo(text("nimber.period", lang, start=period.start, length=period.length))
