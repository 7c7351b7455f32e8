"""A layer of an endgame table solved from what is known of it backwards. No rules are needed here.

Retrograde analysis (Bellman 1965; Ströhlein 1970; Thompson 1986), in the order of distance. The
values are those of `endgame`; a target or source is twice the position, and 1 if the same player
moves on.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels.endgame.expand import HOLE, LOST, NOTHING, WON
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import fresh

LONGEST = 32000
"""The most plies that a value has room for."""

DONE, TOO_LONG, STOPPED = 0, 1, 2


def count_entries(targets: Any, firsts: Any) -> None:
    """Add to `firsts`, which has zeros at first and is one longer than the positions.

    Done for all blocks, `firsts[at + 1]` is how many moves lead to a position.
    """
    for move in range(len(targets)):
        firsts[(targets[move] >> 1) + 1] += 1


def accumulate(firsts: Any) -> None:
    """Make of these numbers where the sources of each position begin."""
    for at in range(1, len(firsts)):
        firsts[at] += firsts[at - 1]


def reverse_moves(first: int, counts: Any, targets: Any, firsts: Any, sources: Any) -> None:
    """Write to `sources` from where the moves of a block lead to each position.

    Once that was done for all blocks `firsts` has the ends.
    """
    move = 0
    for place in range(len(counts)):
        for _ in range(counts[place]):
            target = targets[move] >> 1
            sources[firsts[target]] = 2 * (first + place) + (targets[move] & 1)
            firsts[target] += 1
            move += 1


def propagate(
    values: Any, floors: Any, open_moves: Any, firsts: Any, sources: Any, flags: Any
) -> int:
    """Give every position its value, the draws included; returns DONE, or why it ended early.

    At ply n all values of n plies are final, as what may still improve them is decided earlier.
    Each then decides positions before it: a player who can move to a loss of the opponent wins, and
    a player all of whose moves lead to wins of the opponent loses.
    """
    plies, last = 0, 0
    for at in range(len(values)):
        if values[at] != HOLE:
            last = max(last, abs(values[at]))
    while plies < last:
        if last > LONGEST:
            return TOO_LONG
        if fresh(flags, Flags.stop) != 0:
            return STOPPED
        plies += 1
        for at in range(len(values)):
            if values[at] != plies and values[at] != -plies:
                continue
            for place in range(firsts[at - 1] if at else 0, firsts[at]):
                source = sources[place] >> 1
                same = sources[place] & 1 == 1
                if (values[at] > 0) == same:
                    if values[source] == 0 or values[source] > plies + 1:
                        values[source] = plies + 1
                        last = max(last, plies + 1)
                    continue
                open_moves[source] -= 1
                if open_moves[source] == 0 and values[source] == 0:
                    lost = min(floors[source], -(plies + 1))
                    values[source] = lost
                    last = max(last, -lost)
    return DONE


def pack(values: Any, first: int, last: int, packed: Any) -> None:
    """The values in two bits each, four a byte, from the lowest bits up (see `endgame`)."""
    for at in range(first, last):
        code = NOTHING if values[at] == HOLE else 0
        if values[at] != HOLE and values[at] != 0:
            code = WON if values[at] > 0 else LOST
        packed[(at - first) >> 2] |= code << 2 * ((at - first) & 3)
