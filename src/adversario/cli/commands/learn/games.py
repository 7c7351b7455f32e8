"""`adversario games` and `check`: the games, and whether a game satisfies its contract."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Annotated

import typer

from adversario.algorithms.core.requirements import fitting
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang, Source
from adversario.cli.shared.output import print_json, print_table
from adversario.games import GAMES
from adversario.games.options import format_option
from adversario.games.user_games import playable_classes
from adversario.native.check import check_game


def games_command(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE.py", help=tr("cli.games.file"))
    ] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """List the games and their options; as JSON also the algorithms that fit them."""
    rows = []
    games = GAMES if file is None else playable_classes(file)
    for name, factory in games.items():
        options = {
            key: format_option(p.default) for key, p in signature(factory).parameters.items()
        }
        rows.append((name, options, fitting(factory())))
    if json:
        print_json([{"name": n, "options": o, "algorithms": list(a)} for n, o, a in rows])
        return
    heads = [text(f"column.{column}", lang) for column in ("game", "about", "options")]
    cells = [
        [name, about(name, factory, lang), ", ".join(f"{k}={v}" for k, v in options.items())]
        for (name, options, _), factory in zip(rows, games.values(), strict=True)
    ]
    print_table(heads, cells)
    typer.echo(text("cli.games.more", lang))


def about(name: str, factory: Callable[..., object], lang: str) -> str:
    """A line on a game: of the package's own from the catalogue, of others from the docstring."""
    if GAMES.get(name) is factory:
        return text(f"games.{name}", lang)
    return (factory.__dict__.get("__doc__") or "").strip().partition("\n")[0]


def check_command(
    source: Source,
    playouts: Annotated[int, typer.Option("--playouts", help=tr("cli.playouts"))] = 100,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.seed"))] = 0,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Play random games and check the contract."""
    if playouts < 1:
        raise InputError("limit.too_small", limit="playouts", given=playouts, least=1)
    game = game_of(source)
    report = check_game(game, playouts=playouts, seed=seed)
    if json:
        print_json({"game": game.name, **report.to_json()})
        return
    typer.echo(text("cli.checked", lang, game=game.name, **report.to_json()))
    if report.refusal is not None:
        typer.echo(report.refusal.text(lang))
    elif report.compared is not None:
        typer.echo(text("cli.agree", lang, compared=report.compared))
    elif report.tabulated is not None:
        typer.echo(text("cli.agree_tabulated", lang, compared=report.tabulated))
        typer.echo(text("cli.uncompiled", lang))
