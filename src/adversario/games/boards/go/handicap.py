"""The points of handicap stones, as fixed by version 2 of the Go Text Protocol, section 4.1.1."""

from __future__ import annotations

SMALLEST = 7
"""The smallest board with handicap points."""

ORDER = ("low-left", "high-right", "high-left", "low-right")


def most_stones(size: int) -> int:
    """The largest handicap on a board: 9 on odd boards from 9x9, 4 on 7x7 and on even ones."""
    if size < SMALLEST:
        return 0
    return 9 if size % 2 and size > SMALLEST else 4


def handicap_points(size: int, stones: int) -> list[tuple[int, int]]:
    """Row from the top and column of each stone, for a handicap of 2 up to the most."""
    low = 3 if size > 12 else 2  # the third or the fourth line
    high, middle = size - 1 - low, size // 2
    # Rows from the top: "high" is Black's far side.
    corners = [(high, low), (low, high), (low, low), (high, high)]
    if stones <= 4:
        return corners[:stones]
    sides = [(middle, low), (middle, high), (high, middle), (low, middle)]
    centre = [(middle, middle)] if stones % 2 else []
    return corners + sides[: (stones - 4) // 2 * 2] + centre
