"""Small searches are interpreted, until they have taken as long as to compile the game."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

from adversario.algorithms.core.limit import Limit
from adversario.game import Game
from adversario.native.engines.engine_choice import (
    Engine,
    has_run,
    head_start_left,
    mark_run,
    or_interpreted,
    spend_head_start,
)

T = TypeVar("T")

SMALL = 2_000
"""The simulations that the interpreter does before a game would be compiled."""


def run_search(
    game: Game[Any, Any], form: str, engine: Engine, limit: Limit,
    native: Callable[[], T], interpreted: Callable[[], T],
) -> T:  # fmt: skip
    """What a search returns, compiled or interpreted; small ones share a head start of a second."""
    small = limit.nodes is not None and limit.nodes <= SMALL
    if engine == "auto" and small and not has_run(game, form) and head_start_left(game, form) > 0:
        started = perf_counter()
        try:
            return interpreted()
        finally:
            spend_head_start(game, form, perf_counter() - started)

    def compiled() -> T:
        found = native()
        mark_run(game, form)
        return found

    return or_interpreted(game, engine, compiled, interpreted)
