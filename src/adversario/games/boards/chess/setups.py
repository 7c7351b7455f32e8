"""The boards on which chess is played, and their first positions."""

from __future__ import annotations

from typing import NamedTuple

STANDARD = 518
"""The number of the standard position among those of Chess960."""


class Setup(NamedTuple):
    """A board: its rows and columns, the pieces on the first row, the space between the pawns.

    `promotions` are the letters of the pieces that a pawn may become. Double steps and castling
    exist on the full board only.
    """

    rows: int
    columns: int
    pieces: str
    promotions: str = "qrbn"


SETUPS = {
    "standard": Setup(8, 8, "rnbqkbnr"),
    "los-alamos": Setup(6, 6, "rnqknr", "qrn"),  # Wells and others, MANIAC I, 1956
    "gardner": Setup(5, 5, "rnbqk"),  # Martin Gardner, 1969
    "silverman": Setup(4, 4, "rqkr", "qr"),  # David Silverman, 1981
}


def placement_of(setup: Setup, number: int = STANDARD) -> str:
    """The first position as in a FEN: pieces, then pawns, on both sides of empty rows."""
    pieces = setup.pieces if setup.columns < 8 else chess960_pieces(number)
    pawns, empty = "p" * setup.columns, str(setup.columns)
    middle = [empty] * (setup.rows - 4)
    return "/".join([pieces, pawns, *middle, pawns.upper(), pieces.upper()])


def chess960_pieces(number: int) -> str:
    """The first row of a position of Chess960 by its number, from 0 to 959 (Reinhard Scharnagl)."""
    row = [""] * 8
    number, light = divmod(number, 4)
    row[2 * light + 1] = "b"
    number, dark = divmod(number, 4)
    row[2 * dark] = "b"
    number, queen = divmod(number, 6)
    free = [at for at in range(8) if not row[at]]
    row[free.pop(queen)] = "q"
    pairs = [(one, two) for one in range(5) for two in range(one + 1, 5)]
    for knight in reversed(pairs[number]):
        row[free.pop(knight)] = "n"
    for at, letter in zip(free, "rkr", strict=True):
        row[at] = letter
    return "".join(row)
