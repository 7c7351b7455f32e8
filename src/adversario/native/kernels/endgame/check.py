"""Whether an endgame table agrees with itself: each value is what the moves make of the others.

Nothing of how the table was made is used here but the way in which values are stored. A result is
ranked by one number: the greater, the better for the player to move.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.endgame.expand import HOLE, load_value
from adversario.native.kernels.layout.block import Block, Word
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import fresh

SURE = 1 << 16
"""The rank of a win in no plies."""

UNKNOWN = 2 * SURE
"""In place of the rank of a state that is neither terminal nor in a table."""

WRONG, STOPPED = -1, -2


class Tally(Block):
    """What is counted of the positions that were checked."""

    positions = Word("all of them")
    wins = Word("those that the player to move wins")
    losses = Word("those that the player to move loses")
    longest = Word("the plies of the longest win or loss")
    wrong = Word("the number of the position checked last, which is wrong if the check fails")


def rank(value: int) -> int:
    """A stored value as a number that grows with how good it is."""
    if value > 0:
        return SURE - (value - 1)
    return 0 if value == 0 else -SURE - (value + 1)


def utility_rank(state: Any, player: int) -> int:
    """The rank of the end of the game."""
    worth = self.utility(state, player)
    if worth > 0:
        return SURE
    return -SURE if worth < 0 else 0


def best_rank(state: Any, tables: Any, plies: bool) -> int:
    """The best that the moves of a state lead to."""
    mover, best = self.player(state), -2 * SURE
    for action in self.actions(state):
        after = self.result(state, action)
        if self.layer(after) >= 0 and tables[self.layer(after)] != 0:
            worth = rank(load_value(tables[self.layer(after)], self.index(after), plies))
            best = max(best, worth if self.player(after) == mover else -worth)
        elif self.is_terminal(after):
            best = max(best, utility_rank(after, mover))
        else:
            return UNKNOWN
    if best > 0:
        return best - 1
    return best + 1 if best < 0 else 0


def check(
    layer: int, first: int, last: int, tables: Any, plies: bool, counts: Any, flags: Any
) -> int:
    """Check the positions from `first` up to `last` and count them; WRONG at the first that fails.

    `tables` has the address of this layer and of those before it.
    """
    for at in range(first, last):
        if at & 1023 == 0 and fresh(flags, Flags.stop) != 0:
            return STOPPED
        state = self.unindex(layer, at)
        claimed = load_value(tables[layer], at, plies)
        there = self.layer(state) == layer and self.index(state) == at
        counts[Tally.wrong] = at
        if not there or claimed == HOLE:
            if there or claimed != HOLE:
                return WRONG
            continue
        if self.is_terminal(state):
            right = utility_rank(state, self.player(state))
        else:
            right = best_rank(state, tables, plies)
        if right == UNKNOWN or (plies and right != rank(claimed)):
            return WRONG
        if (right > 0) != (claimed > 0) or (right < 0) != (claimed < 0):
            return WRONG
        counts[Tally.positions] += 1
        counts[Tally.wins] += claimed > 0
        counts[Tally.losses] += claimed < 0
        counts[Tally.longest] = max(counts[Tally.longest], abs(claimed) - 1)
    return last - first
