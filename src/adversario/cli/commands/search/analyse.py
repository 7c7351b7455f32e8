"""`adversario analyse`: iterative deepening on a position, live; or a file of positions."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.turns import Horizon
from adversario.analysis.analyse import analyse
from adversario.analysis.assess import assess
from adversario.analysis.batch import analyse_all
from adversario.analysis.known_result import KnownResult
from adversario.analysis.ranking import rank_plays
from adversario.arena.turns import with_network, with_table_values
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.progress import BatchProgress
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.live_analysis import Block, Plain
from adversario.cli.shared.options import (
    Depth,
    EngineName,
    Json,
    Lang,
    Nodes,
    Position,
    Seconds,
    Source,
    engine_of,
    limit_of,
)
from adversario.cli.shared.output import console, print_json, print_result, print_table
from adversario.cli.shared.position_files import positions
from adversario.cli.shared.progress import show_when_slow
from adversario.cli.shared.ranked_plays import ranking_table
from adversario.contract.presentation import player_label
from adversario.game import Game
from adversario.native.engines.enhanced.cuts import cuts_of
from adversario.native.engines.enhanced.enhancements import usual_enhancements
from adversario.solve.endgame import open_tables

SECONDS = 5.0
"""Default time for a position, in seconds."""


def analyse_command(
    source: Source,
    position: Position = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    lines: Annotated[int, typer.Option("--lines", help=tr("cli.analyse.lines"))] = 1,
    threads: Annotated[int, typer.Option("--threads", help=tr("cli.analyse.threads"))] = 1,
    table: Annotated[int, typer.Option("--table", help=tr("cli.analyse.table"))] = 64,
    engine: EngineName = "auto",
    tables: Annotated[Path | None, typer.Option("--tables", help=tr("cli.analyse.tables"))] = None,
    search_only: Annotated[
        bool, typer.Option("--search-only", help=tr("cli.analyse.search_only"))
    ] = False,
    turns: Annotated[
        int | None, typer.Option("--turns", help=tr("cli.analyse.turns"), show_default=False)
    ] = None,
    keep: Annotated[int, typer.Option("--keep", help=tr("cli.analyse.keep"))] = 8,
    margin: Annotated[float, typer.Option("--margin", help=tr("cli.analyse.margin"))] = 0.16,
    cuts: Annotated[str | None, typer.Option("--cuts", help=tr("cli.analyse.cuts"))] = None,
    batch: Annotated[Path | None, typer.Option("--batch", help=tr("cli.analyse.batch"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print what is known exactly; otherwise deepen until the limit or Ctrl-C.

    Every iteration is shown. A position is searched, whatever is known of it, if the command says
    how: by a depth, a number of nodes, an engine, or endgame tables.
    """
    for name, given in (("lines", lines), ("threads", threads)):
        if given < 1:
            raise InputError("limit.too_small", limit=name, given=given, least=1)
    if table < 0:
        raise InputError("limit.too_small", limit="table", given=table, least=0)
    game = game_of(source)
    if turns is not None:
        trained = with_table_values(with_network(game), tables)
        _rank(trained, position, Horizon(turns, keep, margin), json=json, lang=lang)
        return
    options: dict[str, Any] = {
        "engine": engine_of(engine),
        "lines": lines,
        "enhancements": usual_enhancements(game, table),
    }
    if cuts is not None:
        own = cuts_of(cuts, game.name)
        options["enhancements"] = replace(options["enhancements"], cuts=own)
    if tables is not None:
        options["tables"] = open_tables(game, tables)
    if batch is not None:
        limit = limit_of(depth, seconds, nodes) or Limit(time=1.0)
        _batch(game, batch, limit, options, lang)
        return
    limit = limit_of(depth, seconds, nodes) or Limit(time=SECONDS)
    with show_when_slow(lambda spent: text("cli.compiling", lang, seconds=f"{spent:.0f}")) as begin:
        watch = _Json() if json else _watch(lang, begin)

        def report(result: Result[Any, Any]) -> None:
            if json or not isinstance(result, KnownResult):  # which has no iterations
                watch(result)

        try:
            told_how = depth or nodes or tables or cuts or engine != "auto"
            answer = analyse if search_only or told_how else assess
            result = answer(
                game, state_of(game, position), limit=limit, threads=threads, on_progress=report,
                **options,
            )  # fmt: skip
        finally:
            watch.close()
    if not json:
        if not isinstance(result, KnownResult):
            typer.echo()
        print_result(result, lang)


def _rank(
    game: Game[Any, Any], position: str | None, horizon: Horizon, *, json: bool, lang: str
) -> None:
    """Print the plays of a position, looked at to a horizon."""
    ranking = rank_plays(game, state_of(game, position), horizon)
    if json:
        print_json(ranking.to_json())
        return
    mover = player_label(game, game.player(ranking.state))
    typer.echo(text("cli.analyse.ranked", lang, player=mover, turns=horizon.turns))
    print_table(*ranking_table(ranking, lang))
    if not all(play.searched for play in ranking.plays):
        typer.echo(text("cli.analyse.filtered", lang))


class _Json:
    """Prints one object for each iteration."""

    def __call__(self, result: Result[Any, Any]) -> None:
        typer.echo(jsonlib.dumps(result.to_json(), ensure_ascii=False))

    def close(self) -> None:
        """Do nothing: every line has been printed."""


def _watch(lang: str, begin: Callable[[], None]) -> Plain | Block:
    """The display of an analysis: a block on a terminal, otherwise lines."""
    return Block(lang, begin, console()) if sys.stdout.isatty() else Plain(lang, begin)


def _batch(
    game: Game[Any, Any], file: Path, limit: Limit, options: dict[str, Any], lang: str
) -> None:
    """Print a JSON line for each position of a file, with a progress bar on a terminal."""
    states = [state for _, state in positions(game, file, lang)]
    console = Console(stderr=True)
    with Progress(console=console, disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task(text("cli.analyse.progress", lang), total=len(states))

        def watch(now: BatchProgress) -> None:
            progress.update(task, completed=now.done)

        results = analyse_all(game, states, limit=limit, on_progress=watch, **options)
        for result in results:
            typer.echo(jsonlib.dumps(result.to_json(), ensure_ascii=False))
