"""Tetris by placement: turn the piece, choose its column and drop it; then the next one is drawn.

Only straight drops: no piece is slid under another. Pieces are the seven tetrominoes, each drawn
with the same probability. Clearing lines cannot go on for ever against the worst pieces (Burgiel
1997), and planning for known pieces is hard (Demaine, Hohenberger and Liben-Nowell 2003), so play
rests on a look ahead and an estimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.bits import count
from adversario.game import CHANCE, Game
from adversario.games.drawing.grid import picture
from adversario.games.registry import register
from adversario.tuples import replaced

PIECES = "IOTSZJL"
UNKNOWN = -1
"""The piece before it is drawn."""

SHAPES = ("####", "##/##", "###/.#.", ".##/##.", "##./.##", "#../###", "..#/###")
"""The pieces as they come, from the top."""

COLOURS = "#3a7a8c", "#e3e6ea"
"""Of a filled cell and of a free one."""

NARROWEST, WIDEST, HIGHEST = 4, 26, 40


class State(NamedTuple):
    """The rows, from the bottom, a bit for each cell from the left; the piece; what was done."""

    rows: tuple[int, ...]
    piece: int
    placed: int
    lines: int


@register("tetris")
class Tetris(Game[State, int]):
    """So many pieces, for lines cleared. It ends early when a piece does not fit any more.

    An action is the column of the piece's leftmost cell, and its quarter turns times `columns`. A
    piece fits where it comes to rest wholly on the board. An outcome of chance is the piece drawn.
    """

    players = 1
    zero_sum = False
    chance = True
    feature_names = (
        "lines", "promised", "always", "possible", "holes", "pierced_rows", "steps", "height",
        "wells", "changes", "highest",
    )  # fmt: skip
    weights = (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)

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
        self.utility_bounds = (0, 4 * pieces / columns)

    def initial(self) -> State:
        """An empty board; the first piece is drawn."""
        return State((0,) * self.rows, UNKNOWN, 0, 0)

    def player(self, state: State) -> int:
        """Nature while a piece is drawn."""
        return CHANCE if state.piece == UNKNOWN else 0

    def actions(self, state: State) -> Iterator[int]:
        """All turns that differ, in all columns where the piece fits."""
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
        """A piece drawn, or placed and the full rows removed."""
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

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """The lines so far, and of those that the pieces to come could fill the fewer the rougher.

        Rough is a board with free cells below filled ones, uneven columns and high ones. What comes
        after these two has no weight unless it is fitted: a constant; the lines that the pieces to
        come could fill; free cells below filled ones, and rows with such; steps between columns;
        the height of all columns; cells of wells one wide; changes along rows; the highest column.
        """
        covered, holes, pierced, bumps, high, wells, changes, top = 0, 0, 0, 0, 0, 0, 0, 0
        for above in range(self.rows):
            row = state.rows[self.rows - 1 - above]
            covered |= row
            free = self.full & ~row
            holes += count(covered & free)
            pierced += (covered & free) != 0
            bumps += count((covered ^ covered >> 1) & self.full >> 1)
            high += count(covered) * (self.rows - above)
            top += covered != 0
            if covered:
                walled = (row << 1 | 1) & (row >> 1 | 1 << self.columns - 1)
                wells += count(free & ~covered & walled)
                changes += count((row ^ (row << 1 | 1)) & self.full)
        roughness = 0.25 * holes + 0.05 * bumps + 0.5 * high / (self.rows * self.columns)
        possible = 4 * (self.pieces - state.placed) / self.columns
        return (
            float(state.lines), possible / (1 + roughness), 1.0, possible,
            float(holes), float(pierced), float(bumps), high / self.rows,
            float(wells), float(changes), float(top),
        )  # fmt: skip

    # Boards.

    def fits(self, rows: tuple[int, ...], shape: int, column: int) -> bool:
        """Whether a piece that was dropped there is wholly on the board."""
        return self.rest(rows, shape, column) + self.heights[shape] <= self.rows

    def rest(self, rows: tuple[int, ...], shape: int, column: int) -> int:
        """The lowest row of a piece that was dropped there: it falls while all below is free."""
        bottom = self.rows
        while bottom > 0 and rows[bottom - 1] == 0:
            bottom -= 1
        while bottom > 0 and not self.hits(rows, shape, column, bottom - 1):
            bottom -= 1
        return bottom

    def hits(self, rows: tuple[int, ...], shape: int, column: int, bottom: int) -> bool:
        """Whether a piece would overlap what is there."""
        for row in range(min(self.heights[shape], self.rows - bottom)):
            if rows[bottom + row] & self.masks[4 * shape + row] << column:
                return True
        return False

    # Notation and pictures.

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
        """What `position` writes; the lines and pieces may be left out, and are 0 then."""
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
        """Whether that can be a row of a position: filled somewhere, and free somewhere."""
        return len(row) == self.columns and set(row) == {"#", "."}

    def text(self, state: State) -> str:
        """The board, the piece as it comes, and the lines cleared."""
        known = state.piece != UNKNOWN
        shape = SHAPES[state.piece].split("/") if known else ["?"]
        board = [*self.drawn(state.rows), ascii_lowercase[: self.columns]]
        return "\n".join([*shape, "", *board, f"{state.lines} / {state.placed}"])

    def svg(self, state: State) -> str:
        """The board drawn, the piece above it."""
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


def turns(shape: str) -> list[tuple[int, ...]]:
    """The piece after each quarter turn clockwise that makes a difference, as rows from below."""
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
