"""Bearing off without contact: positions with all men at home, by number.

The men of a side on its points 1 to 6 have the number of their combination (of partial sums). A
layer has the positions with the same numbers of men left, the larger one first,
whichever player is to roll.
"""

from __future__ import annotations

from math import comb

HOME = 6
"""The points of a home."""

MOST = 15
"""The most men of a side."""

CHOOSE = tuple(comb(top, bottom) for top in range(MOST + HOME) for bottom in range(HOME))
"""The binomial coefficients with bottoms below 6."""


def position_count(men: int) -> int:
    """The positions of exactly that many men on six points."""
    return comb(men + HOME - 1, HOME - 1)


def layer_numbers(most: int) -> list[int]:
    """The layers with at most that many men on each side: 16 times the greater number of men."""
    pairs = [(more, fewer) for more in range(1, most + 1) for fewer in range(1, more + 1)]
    return [16 * more + fewer for more, fewer in sorted(pairs, key=lambda pair: (sum(pair), pair))]


def home_number(low: int) -> int:
    """The number of the men on the points 1 to 6 among the positions of as many men."""
    number, partial = 0, 0
    for point in range(1, HOME):
        partial += low >> 4 * point & 15
        number += CHOOSE[HOME * (partial + point - 1) + point]
    return number


def home_of(number: int, men: int) -> int:
    """The inverse of `home_number`: the men on the points 1 to 6, four bits a point."""
    low, above = 0, men
    for back in range(1, HOME):
        point = HOME - back
        top = point - 1
        while CHOOSE[HOME * (top + 1) + point] <= number:
            top += 1
        number -= CHOOSE[HOME * top + point]
        partial = top - point + 1
        low |= (above - partial) << 4 * (point + 1)
        above = partial
    return low | above << 4
