"""What a position is worth with the cube: Janowski's model, between a dead cube and a live one.

With a dead cube no player doubles, and the value is linear in the chance of winning. With a live
one the cube is turned exactly where the other side may as well pass as take, and the value is
linear between these points. The truth lies in between, at a share of `EFFICIENCY` from the dead
value to the live one (R. Janowski, "Take-points in money games", 1993).
"""

from __future__ import annotations

EFFICIENCY = 2 / 3
"""How much of a live cube's value is had in practice: two thirds, after Janowski."""


def money_cash_point(gain: float, loss: float) -> float:
    """The chance of winning from which the other side passes, with live cubes.

    `gain` and `loss` are the mean points of games won and of games lost, by a cube of 1.
    """
    return (loss + 1) / (gain + loss + 0.5)


def live_value(
    chance: float,
    lost: float,
    won: float,
    low: float,
    low_value: float,
    high: float,
    high_value: float,
) -> float:
    """The value of a chance of winning, linear between `low` and `high` and on either side.

    `lost` and `won` are the values of chances 0 and 1. At `low` the other side cashes, and at
    `high` one does oneself; a side that cannot double has its point at 0 or 1.
    """
    if chance < low:
        return lost + (low_value - lost) * chance / low
    if chance > high:
        return high_value + (won - high_value) * (chance - high) / (1 - high)
    if high <= low:
        return high_value
    return low_value + (high_value - low_value) * (chance - low) / (high - low)


def between(chance: float, lost: float, won: float, live: float) -> float:
    """The value between that of a dead cube and that of a live one."""
    dead = lost + (won - lost) * chance
    return dead + EFFICIENCY * (live - dead)


def money_value(
    chance: float, gain: float, loss: float, mine: bool, theirs: bool, jacoby: bool
) -> float:
    """The value in a game for points of a position, by a cube of 1.

    `mine` and `theirs` say who may double. With `jacoby` gammons do not count, since the cube has
    not been turned.
    """
    won, lost = (1.0, -1.0) if jacoby else (gain, -loss)
    low = 1 - money_cash_point(loss, gain) if theirs else 0.0
    high = money_cash_point(gain, loss) if mine else 1.0
    low_value, high_value = -1.0 if theirs else lost, 1.0 if mine else won
    live = live_value(chance, lost, won, low, low_value, high, high_value)
    return between(chance, lost, won, live)
