"""Tiles that slide and merge, as in 2048: rules, estimate, notation and pictures of lines.

A tile is its rank: 0 is an empty cell, rank r shows 2**r.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from adversario.base.errors import InputError
from adversario.games.drawing.grid import CELL, picture

HIGHEST = 15
"""The greatest rank, 32768: four bits have no room for more, so two of these do not merge."""

ALIVE = 14_000.0
EMPTY, MERGE = 160.0, 320.0
DISORDER, DISORDER_POWER = 3.0, 3.7
CROWD, CROWD_POWER = 1.2, 3.8
"""Terms of the estimate of a line: a constant for being alive, an empty cell, two equal neighbours;
and penalties for tiles out of order and for many large ones.
"""


def slid(ranks: Sequence[int]) -> list[int]:
    """The line after its tiles slid to the front: equal neighbours merge, each tile once."""
    tiles = [rank for rank in ranks if rank]
    found: list[int] = []
    at = 0
    while at < len(tiles):
        pair = at + 1 < len(tiles) and tiles[at] == tiles[at + 1] < HIGHEST
        found.append(tiles[at] + pair)
        at += 2 if pair else 1
    return found + [0] * (len(ranks) - len(found))


def points(rank: Any) -> Any:
    """The points of a tile that grew from twos: 2**r for its last merge, and recursively."""
    return (rank - 1) * 2**rank * (rank > 0)


def line_worth(ranks: Sequence[Any]) -> Any:
    """The contribution of a row or a column to the estimate of the final points.

    Every cell lies in two lines, so half of its points count. The ranks may be arrays, for many
    lines at once, so only arithmetic is used.
    """
    worth: Any = ALIVE
    for rank in ranks:
        worth = worth + EMPTY * (rank == 0) + points(rank) / 2 - CROWD * rank**CROWD_POWER
    rising: Any = 0.0
    falling: Any = 0.0
    for one, other in pairwise(ranks):
        worth = worth + MERGE * ((one == other) & (one > 0))
        step = 1.0 * other**DISORDER_POWER - 1.0 * one**DISORDER_POWER
        rising, falling = rising + (abs(step) + step) / 2, falling + (abs(step) - step) / 2
    lesser = (rising + falling - abs(rising - falling)) / 2
    return worth - DISORDER * lesser


# Notation and pictures of a whole board, given as rows of ranks.

COLOURS = (
    "#cdc1b4", "#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72",
    "#edcc61", "#edc850", "#edc53f", "#edc22e", "#7aa95c", "#4f8f5b", "#3a7a8c", "#2f5d8c",
)  # fmt: skip


def write_rows(rows: Sequence[Sequence[int]], spawns: int) -> str:
    """The board on one line, rows separated by /, and a * for each tile that is to appear."""
    cells = "/".join(" ".join(str(1 << rank) if rank else "." for rank in row) for row in rows)
    return cells + " " * bool(spawns) + "*" * spawns


def read(text: str, rows: int, columns: int) -> tuple[list[list[int]], int]:
    """The rows of ranks and the tiles to appear, from a text by `write_rows`.

    Raises InputError if it is not one.
    """
    bare = text.strip().rstrip("*")
    spawns = len(text.strip()) - len(bare)
    found = [[_rank(word) for word in line.split()] for line in bare.split("/")]
    whole = len(found) == rows and all(len(row) == columns for row in found)
    free = sum(row.count(0) for row in found)
    if not whole or any(rank < 0 for row in found for rank in row) or spawns > min(2, free):
        raise InputError("tiles.malformed", position=text, rows=rows, columns=columns)
    if free == rows * columns and spawns == 0:
        raise InputError("tiles.empty", position=text)
    return found, spawns


def _rank(word: str) -> int:
    """The rank of a tile; -1 if the word is not a tile."""
    if word in (".", "0"):
        return 0
    number = int(word) if word.isdecimal() else 0
    rank = number.bit_length() - 1
    return rank if number == 1 << max(rank, 0) and 1 <= rank <= HIGHEST else -1


def board_text(rows: Sequence[Sequence[int]]) -> str:
    """The board for a terminal: columns as wide as the largest tile, dots for empty cells."""
    shown = [[str(1 << rank) if rank else "." for rank in row] for row in rows]
    width = max(len(cell) for row in shown for cell in row)
    return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in shown)


def board_svg(rows: Sequence[Sequence[int]]) -> str:
    """The board as SVG."""
    width, height = CELL * len(rows[0]) + 8, CELL * len(rows) + 8
    parts = ['<rect width="100%" height="100%" rx="4" fill="#bbada0"/>']
    for row, ranks in enumerate(rows):
        for column, rank in enumerate(ranks):
            x, y = 4 + CELL * column, 4 + CELL * row
            side = CELL - 4
            parts.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{side}" height="{side}" rx="3" '
                f'fill="{COLOURS[min(rank, HIGHEST)]}"/>'
            )
            if rank:
                number = str(1 << rank)
                parts.append(
                    f'<text x="{x + CELL // 2}" y="{y + CELL // 2 + 6}" text-anchor="middle" '
                    f'font-size="{24 - 3 * len(number)}" font-weight="bold" '
                    f'fill="{"#776e65" if rank < 3 else "white"}">{number}</text>'
                )
    return picture(width, height, write_rows(rows, 0), "".join(parts))
