"""Tetris by placement: turn the piece, choose its column and drop it; then the next one is drawn.

Only straight drops: no piece is slid under another. Pieces are the seven tetrominoes, each drawn
with the same probability. Clearing lines cannot go on for ever against the worst pieces (Burgiel
1997), and planning for known pieces is hard (Demaine, Hohenberger and Liben-Nowell 2003), so play
rests on a look ahead and an estimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.tuples import replaced

PIECES = "IOTSZJL"
UNKNOWN = -1
"""The piece before it is drawn."""

SHAPES = ("####", "##/##", "###/.#.", ".##/##.", "##./.##", "#../###", "..#/###")
"""The pieces before any turn, from the top."""

NARROWEST, WIDEST, HIGHEST = 4, 26, 40


class State(NamedTuple):
    """The rows, from the bottom, a bit for each cell from the left.

    The piece; pieces and lines so far.
    """

    rows: tuple[int, ...]
    piece: int
    placed: int
    lines: int


class TetrisRules(Game[State, int]):
    """The rules, on rows of bits.

    An action is the column of the piece's leftmost cell, and its quarter turns times `columns`. A
    piece fits if it comes to rest completely on the board. An outcome of chance is the piece drawn.
    """

    players = 1
    zero_sum = False
    chance = True

    def __init__(self, rows: int = 20, columns: int = 10, pieces: int = 100) -> None:
        if not (NARROWEST <= rows <= HIGHEST and NARROWEST <= columns <= WIDEST):
            raise InputError(
                "tetris.size", rows=rows, columns=columns, least=NARROWEST, highest=HIGHEST,
                widest=WIDEST,
            )  # fmt: skip
        if pieces < 1:
            raise InputError("tetris.pieces", pieces=pieces)
        self.rows, self.columns, self.pieces = rows, columns, pieces
        self.full = (1 << columns) - 1
        turned = [turns(shape) for shape in SHAPES]
        self.turns = tuple(len(each) for each in turned)
        shapes = [each[turn % len(each)] for each in turned for turn in range(4)]
        self.widths = tuple(max(row.bit_length() for row in shape) for shape in shapes)
        self.heights = tuple(len(shape) for shape in shapes)
        self.masks = tuple(row for shape in shapes for row in (*shape, 0, 0, 0)[:4])
        self.utility_bounds = (0, min(4 * pieces, rows + 4 * pieces / columns))

    def initial(self) -> State:
        """An empty board; the first piece is drawn."""
        return State((0,) * self.rows, UNKNOWN, 0, 0)

    def player(self, state: State) -> int:
        """Chance while a piece is drawn."""
        return CHANCE if state.piece == UNKNOWN else 0

    def actions(self, state: State) -> Iterator[int]:
        """All distinct turns, in all columns where the piece fits."""
        for turn in range(self.turns[state.piece]):
            shape = 4 * state.piece + turn
            for column in range(self.columns - self.widths[shape] + 1):
                if self.fits(state.rows, shape, column):
                    yield turn * self.columns + column

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Each of the seven pieces."""
        for piece in range(7):
            yield piece, 1 / 7

    def result(self, state: State, action: int) -> State:
        """The state with the piece drawn, or placed and the full rows removed."""
        if state.piece == UNKNOWN:
            return State(state.rows, action, state.placed, state.lines)
        shape, column = 4 * state.piece + action // self.columns, action % self.columns
        bottom, rows = self.rest(state.rows, shape, column), state.rows
        for row in range(self.heights[shape]):
            mask = self.masks[4 * shape + row] << column
            rows = replaced(rows, bottom + row, rows[bottom + row] | mask)
        left = 0
        for row in range(self.rows):
            if rows[row] != self.full:
                rows = replaced(rows, left, rows[row])
                left += 1
        for row in range(left, self.rows):
            rows = replaced(rows, row, 0)
        return State(rows, UNKNOWN, state.placed + 1, state.lines + self.rows - left)

    def is_terminal(self, state: State) -> bool:
        """Whether all pieces are placed, or this one does not fit."""
        if state.placed == self.pieces:
            return True
        if state.piece == UNKNOWN:
            return False
        for _ in self.actions(state):
            return False
        return True

    def utility(self, state: State, player: int) -> int:
        """The lines cleared."""
        return state.lines

    # Boards.

    def fits(self, rows: tuple[int, ...], shape: int, column: int) -> bool:
        """Whether a piece dropped there is completely on the board."""
        return self.rest(rows, shape, column) + self.heights[shape] <= self.rows

    def rest(self, rows: tuple[int, ...], shape: int, column: int) -> int:
        """The lowest row of a piece dropped there."""
        bottom = self.rows
        while bottom > 0 and rows[bottom - 1] == 0:
            bottom -= 1
        while bottom > 0 and not self.hits(rows, shape, column, bottom - 1):
            bottom -= 1
        return bottom

    def hits(self, rows: tuple[int, ...], shape: int, column: int, bottom: int) -> bool:
        """Whether a piece would overlap filled cells."""
        for row in range(min(self.heights[shape], self.rows - bottom)):
            if rows[bottom + row] & self.masks[4 * shape + row] << column:
                return True
        return False


def turns(shape: str) -> list[tuple[int, ...]]:
    """The piece after each distinct quarter turn clockwise, as rows from the bottom."""
    rows = shape.split("/")
    found: list[tuple[int, ...]] = []
    for _ in range(4):
        masks = tuple(
            sum(1 << at for at, mark in enumerate(row) if mark == "#") for row in reversed(rows)
        )
        if masks not in found:
            found.append(masks)
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return found
