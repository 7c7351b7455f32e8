"""The functions that queries may name: plain functions of texts and numbers, and no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adversario.course.queries import chance, counts, grids, play, searches

QUERIES: Mapping[str, Callable[..., Any]] = {
    "action": searches.action,
    "actions": counts.actions,
    "best": searches.best,
    "cell": grids.cell,
    "choose": counts.choose,
    "cutoffs": searches.cutoffs,
    "die": chance.die,
    "digits": counts.digits,
    "draws": play.draws,
    "equilibria": chance.equilibria_of,
    "equilibrium": chance.equilibrium_value,
    "expect": chance.expect,
    "full": counts.full,
    "games": counts.games,
    "grid": grids.grid,
    "heading": grids.heading,
    "knuth": counts.knuth,
    "learned": play.learned,
    "learned-losses": play.learned_losses,
    "leaves": searches.leaves,
    "losses": play.losses,
    "matrix": chance.matrix,
    "mixture": chance.mixture,
    "node": searches.node,
    "nodes": searches.nodes,
    "orders": counts.orders,
    "perft": counts.perft,
    "power": counts.power,
    "product": counts.product,
    "published": counts.published,
    "quotient": counts.quotient,
    "roll": chance.roll,
    "rolls": chance.rolls,
    "states": counts.states,
    "strategy": chance.strategy,
    "unvisited": searches.unvisited,
    "utility": play.utility,
    "value": searches.value,
    "visits": searches.visits,
    "weight": play.weight,
    "window": searches.window,
    "wins": play.wins,
    "won": counts.won,
}
