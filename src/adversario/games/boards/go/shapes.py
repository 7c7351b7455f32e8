"""Patterns of 3x3 points around a good move of Go: hane, cuts, and moves at the edge.

Those of MoGo (S. Gelly, Y. Wang, R. Munos and O. Teytaud, Modification of UCT with Patterns in
Monte-Carlo Go, 2006). X and O are the two players, in either order, x and o any point that is not
theirs, - a point off the board, and ? any point. The middle is where the move is.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError:  # in a browser, where whole rollouts are not asked for
    np = None  # type: ignore[assignment]

SHAPES = (
    "XOX ... ???", "XO. ... ?.?", "XO? X.. x.?", ".O. X.. ...",  # hane
    "XO? O.o ?o?", "XO? O.X ???", "?X? O.O ooo", "OX? o.O ???",  # cuts
    "X.? O.? ---", "OX? X.O ---", "?X? x.O ---", "?XO x.x ---", "?OX X.O ---",  # at the edge
)  # fmt: skip

CODES = {
    "X": (0,),
    "O": (1,),
    ".": (2,),
    "-": (3,),
    "?": (0, 1, 2, 3),
    "x": (1, 2, 3),
    "o": (0, 2, 3),
}
AROUND = ((0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0))
"""Rows and columns of the points around the middle, clockwise from above."""

SWAPPED = str.maketrans("XOxo", "OXox")


def images(shape: str) -> set[tuple[str, ...]]:
    """A pattern turned, reflected, and with the players exchanged."""
    rows, found = tuple(shape.split()), set()
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        for image in (rows, tuple(row[::-1] for row in rows)):
            found |= {image, tuple(row.translate(SWAPPED) for row in image)}
    return found


@cache
def shape_table() -> Any:
    """For each code of the eight points around one, two bits each, whether a pattern fits."""
    table = np.zeros(4 ** len(AROUND), np.int8)
    for shape in SHAPES:
        for rows in images(shape):
            for codes in product(*(CODES[rows[row][column]] for row, column in AROUND)):
                table[sum(code << 2 * place for place, code in enumerate(codes))] = 1
    return table
