"""A kernel that looks ahead: who wins by force within so many plies, by nothing but the rules.

It knows neither values nor orders, nor remembers anything. So it shares nothing with the solver of
endgame tables but the rules, and the way in which positions are numbered and values are stored.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.endgame.expand import HOLE, load_value


def wins(state: Any, plies: int, winner: int) -> bool:
    """Whether a player can win within so many plies, whatever the other does."""
    if self.is_terminal(state):
        return bool(self.utility(state, winner) > 0)
    if plies == 0:
        return False
    moves = bool(self.player(state) == winner)
    for action in self.actions(state):
        if wins(self.result(state, action), plies - 1, winner) == moves:
            return moves
    return not moves


def look_ahead(state: Any, deepest: int) -> int:
    """The value of a state as a table stores it; 0 if nobody wins within so many plies."""
    mover = self.player(state)
    for plies in range(deepest + 1):
        if wins(state, plies, mover):
            return plies + 1
        if wins(state, plies, 1 - mover):
            return -(plies + 1)
    return 0


def compare(layer: int, numbers: Any, deepest: int, tables: Any, counts: Any) -> int:
    """Look ahead from the positions of those numbers; -1, or the first where the table differs.

    A table of distances must say the same of all wins and losses within so many plies, and that
    there is none in all others. `counts` gets how many end in so many plies, and last the others.
    """
    for number in numbers:
        state = self.unindex(layer, number)
        claimed = load_value(tables[layer], number, True)
        if self.layer(state) != layer or self.index(state) != number:
            if claimed != HOLE:
                return int(number)
            continue
        found = look_ahead(state, deepest)
        if found != (claimed if abs(claimed) <= deepest + 1 else 0):
            return int(number)
        counts[abs(found) - 1 if found != 0 else deepest + 1] += 1
    return -1
