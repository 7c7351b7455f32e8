"""`adversario compare`: the cost of several algorithms on one position."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from adversario.algorithms.core.algorithm import ALGORITHMS, algorithm_named
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.requirements import fitting, undeclared
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.numbers import show
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.model_table import compare_models
from adversario.cli.shared.options import (
    Depth,
    EngineName,
    Json,
    Lang,
    Position,
    Source,
    engine_of,
    limit_of,
)
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import watched_search
from adversario.contract.capability import as_capability
from adversario.contract.opponents import Contested


def compare_command(
    source: Source,
    position: Position = None,
    algorithms: Annotated[
        str | None, typer.Option("--algorithms", help=tr("cli.algorithms"))
    ] = None,
    depth: Depth = None,
    games: Annotated[int | None, typer.Option("--games", "-n", help=tr("cli.ghost_games"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.seed"))] = 0,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print value, nodes, cut-offs and time of several algorithms on one position.

    For Pac-Man without a position or algorithms, games are played, and the table has score and wins
    by model of the ghosts.
    """
    game = game_of(source)
    opponents = as_capability(game, Contested).opponents()
    if opponents is not None and position is None and algorithms is None:
        compare_models(
            game, opponents, games=games, depth=depth, seed=seed, engine=engine_of(engine),
            json=json, lang=lang,
        )  # fmt: skip
        return
    if games is not None:
        raise InputError("compare.only", game=game.name)
    state = state_of(game, position)
    if algorithms is None:  # by default, estimates are not compared with values
        names = [name for name in fitting(game) if not ALGORITHMS[name].anytime]
    else:
        names = algorithms.replace(" ", "").split(",")
    for name in names:
        algorithm_named(name)
    chosen = "python" if engine == "auto" else engine_of(engine)
    results = [
        # One engine for all by default, so that the times compare.
        watched_search(game, state, lang, algorithm=name, limit=limit_of(depth), engine=chosen)
        for name in names
    ]
    if json:
        print_json([result.to_json() for result in results])
        return
    columns = ("algorithm", "value", "action", "nodes", "leaves", "cutoffs", "pruned", "seconds")
    heads = [text(f"column.{column}", lang) for column in columns]
    print_table(heads, list(map(_row, results)))
    if algorithms is None and (left_out := undeclared(game)):
        typer.echo(text("compare.left_out", lang, game=game.name, names=", ".join(left_out)))


def _row(result: Result[Any, Any]) -> list[str]:
    cost = result.statistics
    action = "-" if result.action is None else result.game.action_name(result.state, result.action)
    counts = (cost.nodes, cost.leaves, cost.cutoffs, cost.pruned)
    return [
        result.algorithm, show(result.value), action, *map(str, counts), f"{cost.seconds:.4f}"
    ]  # fmt: skip
