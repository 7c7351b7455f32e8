"""The moves of a block of positions of an endgame table, and what is known of where they lead.

Positions are numbered by the game's hints: `layer`, `index`, `unindex`. Values are those to the
player to move: 0 a draw or not known, n + 1 a win in n plies, -(n + 1) a loss in n plies.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.block import Block, Word
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import fresh, word

HOLE = -32768
"""In place of the value of a number that stands for no position."""

WON, LOST, NOTHING = 1, 2, 3
"""Two bits for a value without its distance; 0 is a draw, NOTHING a hole."""


class Failure(Block):
    """Where a block failed."""

    position = Word("the number of the position")


STOPPED, FULL, STUCK, MISSING = -1, -2, -3, -4
"""Why a block came to no end: asked to stop, no room for moves, a state that is not terminal and
has no moves, and a move to a layer that is not there."""

POLLED = 1023
"""The stop flag is read once for this many positions, and one."""


def load_value(address: int, index: int, plies: bool) -> int:
    """A value of a finished table: 16 bits each if it has plies, else two."""
    if plies:
        value = word(address, index >> 2) >> 16 * (index & 3) & 0xFFFF
        return value - 0x10000 if value >= 0x8000 else value
    value = word(address, index >> 5) >> 2 * (index & 31) & 3
    if value == WON:
        return 1
    return -1 if value == LOST else HOLE if value == NOTHING else 0


def one_ply_earlier(value: int) -> int:
    """A win or loss seen from one ply before."""
    return value + 1 if value > 0 else value - 1 if value < 0 else 0


def terminal_value(state: Any, player: int) -> int:
    """What a terminal state is worth to a player."""
    utility = self.utility(state, player)
    return 1 if utility > 0 else -1 if utility < 0 else 0


def expand(
    layer: int,
    first: int,
    last: int,
    tables: Any,
    plies: bool,
    values: Any,
    floors: Any,
    counts: Any,
    open_moves: Any,
    targets: Any,
    failure: Any,
    flags: Any,
) -> int:
    """Find the moves of the positions from `first` up to `last`; return how many stay in the layer.

    `tables` has the address of every finished layer. For each position: `values` gets the best win
    by a move that leaves the layer, or the end of the game itself; `floors` the latest loss by
    such a move; `counts` how many moves stay, `open_moves` those and one more if some move that
    leaves draws. `targets` gets where moves lead that stay: twice the position, and 1 if the same
    player moves on. `failure` gets the position at which that was impossible, see `Failure`.
    """
    found = 0
    for at in range(first, last):
        if at & POLLED == 0 and fresh(flags, Flags.stop) != 0:
            return STOPPED
        place = at - first
        values[place], floors[place], counts[place], open_moves[place] = 0, 0, 0, 0
        state = self.unindex(layer, at)
        if self.layer(state) != layer or self.index(state) != at:
            values[place] = HOLE
            continue
        mover = self.player(state)
        if self.is_terminal(state):
            values[place] = terminal_value(state, mover)
            open_moves[place] = 1
            continue
        win, loss, draws, moves, stay = 0, 0, 0, 0, found
        for action in self.actions(state):
            moves += 1
            after = self.result(state, action)
            reached = self.layer(after)
            same = self.player(after) == mover
            if reached == layer:
                if found == len(targets):
                    return FULL
                targets[found] = 2 * self.index(after) + same
                found += 1
                continue
            if 0 <= reached < len(tables) and tables[reached] != 0:
                value = load_value(tables[reached], self.index(after), plies)
                value = value if same else -value
            elif self.is_terminal(after):
                value = terminal_value(after, mover)
            else:
                failure[Failure.position] = at
                return MISSING
            value = one_ply_earlier(value)
            if value > 0:
                win = value if win == 0 or value < win else win
            elif value < 0:
                loss = min(loss, value)
            else:
                draws = 1
        if moves == 0:
            failure[Failure.position] = at
            return STUCK
        values[place], floors[place] = win, loss
        counts[place], open_moves[place] = found - stay, found - stay + draws
        if win == 0 and found == stay and draws == 0:
            values[place] = loss
    return found
