"""Tetris as a game: rules, features, notation and pictures."""

from __future__ import annotations

from string import ascii_lowercase

from adversario.base.appearance import Appearance, Side
from adversario.base.board_diagram import Diagram, grid
from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.bits import indices
from adversario.games.alone.tetris.evaluation import TetrisFeatures
from adversario.games.alone.tetris.rules import PIECES, SHAPES, UNKNOWN, State
from adversario.games.drawing.grid import picture
from adversario.games.registry import register

COLOURS = "#3a7a8c", "#e3e6ea"
"""The colours of filled and of free cells."""


@register("tetris")
class Tetris(TetrisFeatures):
    """A number of `pieces`, for lines cleared. It ends early if a piece does not fit.

    An action is the column of the piece's leftmost cell, and its quarter turns times `columns`. A
    piece fits if it comes to rest completely on the board. An outcome of chance is the piece drawn.
    """

    # Notation.

    def action_name(self, state: State, action: int) -> str:
        """The leftmost column and the quarter turns clockwise, as in d1; or the piece drawn."""
        if state.piece == UNKNOWN:
            return PIECES[action]
        return f"{ascii_lowercase[action % self.columns]}{action // self.columns}"

    def parse_action(self, state: State, text: str) -> int:
        """The placement of that name, or the piece."""
        name = text.strip()
        if state.piece != UNKNOWN and len(name) == 2 and name[1] in "0123":
            turn, column = int(name[1]), ascii_lowercase.find(name[0])
            shape = 4 * state.piece + turn
            inside = 0 <= column <= self.columns - self.widths[shape]
            if turn < self.turns[state.piece] and inside and self.fits(state.rows, shape, column):
                return turn * self.columns + column
        return super().parse_action(state, text)

    def drawn(self, rows: tuple[int, ...]) -> list[str]:
        """The rows from the top, # for a filled cell."""
        return [
            "".join("#" if row >> column & 1 else "." for column in range(self.columns))
            for row in reversed(rows)
        ]

    def position(self, state: State) -> str:
        """The rows from the highest that is not empty, piece, pieces placed, lines: `#..# T 7 2`.

        A - is an empty board, a ? a piece that is to be drawn.
        """
        rows = "/".join(row for row in self.drawn(state.rows) if "#" in row) or "-"
        piece = "?" if state.piece == UNKNOWN else PIECES[state.piece]
        return f"{rows} {piece} {state.placed} {state.lines}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the lines and pieces may be left out, and are then 0."""
        words = text.split()
        if not words or set(words[0]) - set("#./-"):
            return super().parse_position(text)  # moves
        board, piece, placed, lines = [*words, *("", "?", "0", "0")[len(words) :]][:4]
        given = [] if board == "-" else board.split("/")
        good = len(words) <= 4 and len(given) <= self.rows and piece in ("?", *PIECES)
        good = good and all(self.is_row(row) for row in given)
        good = good and all(word.isascii() and word.isdecimal() for word in (placed, lines))
        if not good or int(placed) > self.pieces or int(lines) * self.columns > 4 * int(placed):
            raise InputError(
                "tetris.malformed", position=text, rows=self.rows, columns=self.columns,
                pieces=self.pieces,
            )  # fmt: skip
        rows = [sum(1 << at for at, mark in enumerate(row) if mark == "#") for row in given[::-1]]
        rows += [0] * (self.rows - len(rows))
        known = UNKNOWN if piece == "?" else PIECES.index(piece)
        return State(tuple(rows), known, int(placed), int(lines))

    def is_row(self, row: str) -> bool:
        """Whether this can be a row of a position: neither full nor empty."""
        return len(row) == self.columns and set(row) == {"#", "."}

    # Pictures.

    def diagram(self, state: State) -> Diagram:
        """The well; the cells of placed pieces belong to the player."""
        return grid(self.drawn(state.rows), marks="#", kind="well")

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cells in which the piece would come to rest."""
        if state.piece == UNKNOWN:
            return ()
        shape, column = 4 * state.piece + action // self.columns, action % self.columns
        bottom = self.rest(state.rows, shape, column)
        return tuple(
            (self.rows - 1 - bottom - row) * self.columns + column + at
            for row in range(self.heights[shape])
            for at in indices(self.masks[4 * shape + row])
        )

    def points_so_far(self, state: State) -> tuple[int, ...]:
        """The lines so far."""
        return (state.lines,)

    def appearance(self) -> Appearance:
        """Cells filled in blue."""
        return Appearance((Side(message("side.player"), "blue"),), pieces="land")

    def text(self, state: State) -> str:
        """The board, the piece before any turn, and the lines cleared."""
        known = state.piece != UNKNOWN
        shape = SHAPES[state.piece].split("/") if known else ["?"]
        board = [*self.drawn(state.rows), ascii_lowercase[: self.columns]]
        return "\n".join([*shape, "", *board, f"{state.lines} / {state.placed}"])

    def svg(self, state: State) -> str:
        """The board drawn, with the piece above it."""
        size = 20
        shape = SHAPES[state.piece].split("/") if state.piece != UNKNOWN else []
        lines = [row.ljust(self.columns, " ") for row in shape]
        lines = [" " * self.columns] * (3 - len(lines)) + [row.replace(".", " ") for row in lines]
        lines += [" " * self.columns, *self.drawn(state.rows)]
        cells = [
            f'<rect x="{4 + size * column}" y="{4 + size * row}" width="{size - 1}" '
            f'height="{size - 1}" fill="{COLOURS[mark == "."]}"/>'
            for row, marks in enumerate(lines)
            for column, mark in enumerate(marks)
            if mark != " "
        ]
        page = '<rect width="100%" height="100%" fill="white"/>'
        width, height = size * self.columns + 8, size * len(lines) + 8
        return picture(width, height, self.position(state), page + "".join(cells))
