"""Backgammon a second time: boards as lists, all sequences of moves, duplicates removed by sets."""

from __future__ import annotations

from collections.abc import Iterator

Side = tuple[int, ...]
"""The men on the points 0 (borne off) to 25 (the bar), as their owner counts them."""

Position = tuple[Side, Side]
"""The men of the side on roll and of the other."""


def single(position: Position, die: int) -> Iterator[Position]:
    """All positions after one man of the side on roll has moved by the die."""
    mine, theirs = position
    for point in range(25, 0, -1):
        if not mine[point] or (mine[25] and point < 25):
            continue
        target = point - die
        if target >= 1:
            if theirs[25 - target] > 1:
                continue
        else:
            rearmost = max(place for place in range(26) if mine[place])
            if rearmost > 6 or (target < 0 and point != rearmost):
                continue
        own, other = list(mine), list(theirs)
        own[point] -= 1
        own[max(target, 0)] += 1
        if target >= 1 and other[25 - target] == 1:
            other[25 - target], other[25] = 0, other[25] + 1
        yield tuple(own), tuple(other)


def sequences(position: Position, dice: tuple[int, ...]) -> Iterator[tuple[int, Position]]:
    """Every way to play the dice in this order as far as possible: pips used, and the position."""
    after = list(single(position, dice[0])) if dice else []
    if not after:
        yield 0, position
    for following in after:
        for used, end in sequences(following, dice[1:]):
            yield used + dice[0], end


def plays(position: Position, one: int, two: int) -> set[Position]:
    """The positions that a roll can lead to: most dice played, and of one die only the larger."""
    orders = [(one,) * 4] if one == two else [(one, two), (two, one)]
    found = [item for order in orders for item in sequences(position, order)]
    most = max(used for used, _ in found)
    return {end for used, end in found if used == most}
