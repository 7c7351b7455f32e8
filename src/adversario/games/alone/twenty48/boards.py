"""Boards of 2048 as 64 bits, four for each cell, and tables of rows that slide."""

from __future__ import annotations

from functools import cache
from typing import Any

from adversario.base.errors import InputError
from adversario.bits import Board, left, right
from adversario.games.alone.tiles import line_worth, slid

LAST_BITS: Board = 0x1111111111111111


def swap_cells(board: Board, mask: Board, places: int) -> Board:
    """The cells of the mask swapped with those `places` above (a delta swap)."""
    swap = (board ^ right(board, places)) & mask
    return left(board ^ swap ^ left(swap, places), 0)  # of 64 bits


@cache
def tables(size: int) -> tuple[Any, Any]:
    """Every row slid to the left, then every row slid to the right.

    And the estimate of each row.
    """
    try:
        import numpy as np  # noqa: PLC0415 (not needed to import the package)
    except ImportError:
        raise InputError("twenty48.numpy") from None

    ranks = np.indices((16,) * size).reshape(size, -1)[::-1]  # of every row, first cell first
    lefts = np.zeros(16**size, np.uint16)
    for row, cells in enumerate(ranks.T.tolist()):
        lefts[row] = sum(rank << 4 * at for at, rank in enumerate(slid(cells)))
    backwards = sum(ranks[at] << 4 * (size - 1 - at) for at in range(size))
    moved = sum(
        (lefts >> 4 * at & 15).astype(np.int64) << 4 * (size - 1 - at) for at in range(size)
    )
    rights = np.zeros_like(lefts)
    rights[backwards] = moved
    return np.concatenate([lefts, rights]), line_worth(list(ranks)).astype(np.float32)
