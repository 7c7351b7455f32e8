"""The table of `adversario compare` for a game with opponents of several kinds."""

from __future__ import annotations

from typing import Any

from adversario.arena.model_table import ModelCell, model_table
from adversario.base.catalogue import text
from adversario.base.numbers import show
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.contract.opponents import Opponents
from adversario.game import Game
from adversario.games.weights import given_weights
from adversario.native.engines.engine_choice import Engine

DEPTH, GAMES = 2, 20


def compare_models(
    game: Game[Any, Any],
    opponents: Opponents[Any, Any],
    *,
    games: int | None,
    depth: int | None,
    seed: int,
    engine: Engine,
    json: bool,
    lang: str,
) -> None:
    """Print score and wins of every player against every kind of opponents."""
    cells: list[ModelCell] = []

    def words(spent: float) -> str:
        done = sum(len(cell.outcomes) for cell in cells)
        return text("compare.playing", lang, games=done, seconds=f"{spent:.0f}")

    with show_when_slow(words):
        cells.extend(
            model_table(
                opponents, games=GAMES if games is None else games,
                depth=DEPTH if depth is None else depth, seed=seed, engine=engine,
                weights=given_weights(game),
            )
        )  # fmt: skip
    if json:
        print_json([_to_json(cell, opponents) for cell in cells])
        return
    heads = [text(f"column.{head}", lang) for head in (*opponents.roles, "score", "wins")]
    print_table([*heads, text("column.share", lang)], [_row(c, opponents) for c in cells])


def _to_json(cell: ModelCell, opponents: Opponents[Any, Any]) -> dict[str, Any]:
    player, others = opponents.roles
    return {player: cell.player, others: cell.opponents, **cell.to_json()}


def _row(cell: ModelCell, opponents: Opponents[Any, Any]) -> list[str]:
    low, high = cell.win_interval
    return [
        cell.player,
        opponents.kinds[cell.opponents],
        f"{show(round(cell.score))} ± {show(round(cell.error))}",
        f"{cell.wins}/{len(cell.outcomes)}",
        f"{100 * low:.0f}-{100 * high:.0f}%",
    ]
