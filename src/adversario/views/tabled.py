"""A game that ends where endgame tables begin: for every search that knows nothing of them."""

from __future__ import annotations

from copy import copy
from typing import Any, Protocol

from adversario.base.numbers import Number
from adversario.game import A, Game, S

DELAY = 2.0**-24
"""What each ply takes off a win, so that the sooner one is better."""


class Entry(Protocol):
    """What endgame tables know of a position: 1, 0 or -1 for the player to move, and the plies."""

    @property
    def value(self) -> int:
        """1 for a win of the player to move, 0 for a draw, -1 for a loss."""

    @property
    def plies(self) -> int | None:
        """The plies to the end of the game; None if the tables have no distances."""


class Probe(Protocol):
    """Endgame tables, as `adversario.solve.endgame.open_tables` returns them."""

    def probe(self, state: Any) -> Entry | None:
        """What the tables know of a state; None if they do not have it."""


def with_tables(game: Game[S, A], tables: Probe, root: S | None = None) -> Game[S, A]:
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
