"""`adversario rollout`: a position played to the end many times, live."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.table import Table

from adversario.algorithms.rollouts import Rollouts
from adversario.arena.turns import with_network
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import EngineName, Json, Lang, Position, Source, engine_of
from adversario.cli.shared.output import console, print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.cli.shared.ranked_plays import rollout_table
from adversario.contract.presentation import player_label
from adversario.native.engines.rollouts import RolloutResult, roll_out

STOPPED = 130


def rollout_command(
    source: Source,
    position: Position = None,
    trials: Annotated[int, typer.Option("--trials", "-n", help=tr("cli.rollout.trials"))] = 1296,
    turns: Annotated[int, typer.Option("--turns", help=tr("cli.rollout.turns"))] = 0,
    lines: Annotated[int, typer.Option("--lines", help=tr("cli.rollout.lines"))] = 5,
    plain: Annotated[bool, typer.Option("--plain", help=tr("cli.rollout.plain"))] = False,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.rollout.seed"))] = 0,
    threads: Annotated[
        int | None, typer.Option("--threads", help=tr("cli.rollout.threads"), show_default=False)
    ] = None,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the values of the best plays by rollouts; on Ctrl-C, by the trials so far."""
    for name, given in (("lines", lines), ("threads", threads)):
        if given is not None and given < 1:
            raise InputError("limit.too_small", limit=name, given=given, least=1)
    game = with_network(game_of(source))
    settings = Rollouts(trials=trials, turns=turns, reduce=not plain, seed=seed)
    latest: list[RolloutResult[Any, Any]] = []
    live = Live(console=console(), auto_refresh=False, transient=True)
    with show_when_slow(lambda spent: text("cli.compiling", lang, seconds=f"{spent:.0f}")) as begin:

        def watch(result: RolloutResult[Any, Any]) -> None:
            if not latest:
                begin()
                if sys.stdout.isatty() and not json:
                    live.start()
            latest.append(result)
            if live.is_started:
                live.update(_table(result, lang), refresh=True)

        try:
            result = roll_out(
                game, state_of(game, position), settings=settings, lines=lines, threads=threads,
                engine=engine_of(engine), on_progress=watch,
            )  # fmt: skip
        finally:
            live.stop()
    if json:
        print_json(result.to_json())
    else:
        player = player_label(game, result.player)
        typer.echo(text("cli.rollout.title", lang, player=player, engine=result.engine))
        print_table(*rollout_table(result, lang))
    if not result.complete:
        typer.echo(text("cli.rollout.stopped", lang), err=True)
        raise typer.Exit(STOPPED)


def _table(result: RolloutResult[Any, Any], lang: str) -> Table:
    heads, rows = rollout_table(result, lang)
    table = Table(box=None)
    for head in heads:
        table.add_column(head)
    for row in rows:
        table.add_row(*row)
    return table
