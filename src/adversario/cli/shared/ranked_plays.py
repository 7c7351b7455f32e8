"""Tables of ranked plays and of rollouts."""

from __future__ import annotations

from math import isfinite
from typing import Any

from adversario.analysis.ranking import Ranking, outcome_name
from adversario.base.catalogue import text
from adversario.base.numbers import show
from adversario.native.engines.rollouts import RolloutResult

SHOWN = 12
"""The most plays that are listed."""


def ranking_table(ranking: Ranking[Any, Any], lang: str) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: plays, values, costs, and chances in percent. Estimates have a mark."""
    game, state = ranking.game, ranking.state
    heads = [text(f"column.{name}", lang) for name in ("action", "value", "cost")]
    heads += [outcome_name(outcome) for outcome in ranking.outcomes]
    rows = [
        [
            game.action_name(state, play.action),
            f"{play.value:+.3f}" + ("" if play.searched else " ~"),
            f"{-play.cost:+.3f}" if play.cost else "",
            *(f"{100 * chance:.1f}" for chance in play.chances),
        ]
        for play in ranking.plays[:SHOWN]
    ]
    return heads, rows


def rollout_table(result: RolloutResult[Any, Any], lang: str) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: plays, means, standard errors, costs, and trials."""
    names = ("action", "value", "error", "cost", "trials")
    heads = [text(f"column.{name}", lang) for name in names]
    best = result.plays[0].sample.mean
    rows = []
    for play in result.plays:
        mean, error = play.sample.mean, play.sample.error
        rows.append([
            "-" if play.action is None else result.game.action_name(result.state, play.action),
            f"{mean:+.4f}",
            f"{error:.4f}" if isfinite(error) else "-",
            f"{mean - best:+.4f}" if mean != best else "",
            show(play.sample.trials),
        ])  # fmt: skip
    return heads, rows
