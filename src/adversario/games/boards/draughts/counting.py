"""The number of placements of pieces on a board of draughts, no men on the row that crowns them."""

from __future__ import annotations

from math import comb


def placements(size: int, pieces: int, most: int) -> int:
    """The number of placements of `pieces` pieces of both players, at most `most` of each.

    With 8 by 8 squares and at most 12 of each, the sum over all numbers of pieces is
    500,995,484,682,338,672,639 (Schaeffer et al. 2007).
    """
    area, half = size * size // 2, size // 2
    total = 0
    for black in range(max(0, pieces - most), min(most, pieces) + 1):
        white = pieces - black
        for black_men in range(black + 1):
            for white_men in range(white + 1):
                free = area - black_men - white_men
                kings = comb(free, pieces - black_men - white_men)
                shares = comb(pieces - black_men - white_men, black - black_men)
                total += men(area, half, black_men, white_men) * kings * shares
    return total


def men(area: int, half: int, black: int, white: int) -> int:
    """The number of placements of men: each player's are kept off the far row."""
    middle = area - 2 * half
    return sum(
        comb(half, black - shared) * comb(middle, shared) * comb(middle - shared + half, white)
        for shared in range(min(middle, black) + 1)
    )
