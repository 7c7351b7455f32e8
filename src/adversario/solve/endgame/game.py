"""A game that ends where endgame tables begin: for every search that knows nothing of them."""

from __future__ import annotations

from copy import copy
from typing import Any

from adversario.game import A, Game, S
from adversario.solve.endgame.tables import Tables
from adversario.values import Number

DELAY = 2.0**-24
"""What each ply takes off a win, so that the sooner one is better."""


def with_tables(game: Game[S, A], tables: Tables[S, A], root: S | None = None) -> Game[S, A]:
    """The same game, over in every position that the tables have, but for the root.

    There it is worth what they say: a win as much as the game's best utility, with distances a
    little less for every ply. It is searched interpreted.
    """
    kind: Any = type(game)
    start = game.initial() if root is None else root

    def is_terminal(self: Any, state: S) -> bool:
        if game.is_terminal(state):
            return True
        return bool(state != start and tables.probe(state) is not None)

    def utility(self: Any, state: S, player: int) -> Number:
        found = None if game.is_terminal(state) else tables.probe(state)
        if found is None:
            return game.utility(state, player)
        worst, best = game.utility_bounds or (-1, 1)
        mover = game.player(state)
        worth = found.value if mover == 0 else -found.value
        late = DELAY * (found.plies or 0)
        value = 0 if worth == 0 else best * (1 - late) if worth > 0 else worst * (1 - late)
        return value if player == 0 else -value

    made = copy(game)
    made.__class__ = type(kind.__name__, (kind,), {"is_terminal": is_terminal, "utility": utility})
    return made
