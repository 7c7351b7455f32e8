"""2048 on a board of any size: the rules of `twenty48` without its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.alone.tiles import (
    ALIVE,
    CROWD,
    CROWD_POWER,
    DISORDER,
    DISORDER_POWER,
    EMPTY,
    HIGHEST,
    MERGE,
    board_svg,
    board_text,
    points,
    read,
    write_rows,
)
from adversario.games.alone.twenty48 import DOWN, FOUR, LEFT, NAMES, RIGHT, parse_slide, tile_name
from adversario.games.registry import register
from adversario.tuples import replaced

LARGEST = 15
"""A line of more cells would not be a whole number of 64 bits with a sign."""


class State(NamedTuple):
    """The rows, four bits for each cell from the lowest on, and the number of tiles to appear."""

    rows: tuple[int, ...]
    spawns: int


@register("wide2048")
class Wide2048(Game[State, int]):
    """2048 without a target, on a board of any number of rows and columns."""

    players = 1
    zero_sum = False
    chance = True

    def __init__(self, rows: int = 5, columns: int = 5) -> None:
        if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST and rows * columns > 1):
            raise InputError("wide2048.size", rows=rows, columns=columns, most=LARGEST)
        self.rows, self.columns = rows, columns
        ranks = range(HIGHEST + 1)
        self.heights = tuple(rank**DISORDER_POWER for rank in ranks)
        self.shares = tuple(
            EMPTY * (rank == 0) + points(rank) / 2 - CROWD * rank**CROWD_POWER for rank in ranks
        )

    def initial(self) -> State:
        """An empty board, on which two tiles appear."""
        return State((0,) * self.rows, 2)

    def player(self, state: State) -> int:
        """Chance while tiles are to appear."""
        return CHANCE if state.spawns else 0

    def actions(self, state: State) -> Iterator[int]:
        """The directions in which a tile moves."""
        for action in range(4):
            if self.move_tiles(state.rows, action) != state.rows:
                yield action

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """A 2 or a 4 in any empty cell."""
        free = 0
        for cell in range(self.rows * self.columns):
            if self.rank(state.rows, cell) == 0:
                free += 1
        four = FOUR / free
        two = 1.0 / free - four
        for cell in range(self.rows * self.columns):
            if self.rank(state.rows, cell) == 0:
                yield 2 * cell, two
                yield 2 * cell + 1, four

    def result(self, state: State, action: int) -> State:
        """The board after a slide, or with a new tile."""
        if state.spawns:
            row, column = (action >> 1) // self.columns, (action >> 1) % self.columns
            line = state.rows[row] | (1 + (action & 1)) << 4 * column
            return State(replaced(state.rows, row, line), state.spawns - 1)
        return State(self.move_tiles(state.rows, action), 1)

    def is_terminal(self, state: State) -> bool:
        """Whether no tile can move."""
        if state.spawns:
            return False
        for _ in self.actions(state):
            return False
        return True

    def utility(self, state: State, player: int) -> float:
        """The points of the tiles."""
        total = 0
        for cell in range(self.rows * self.columns):
            rank = self.rank(state.rows, cell)
            if rank > 1:
                total += (rank - 1) << rank
        return float(total)

    def evaluate(self, state: State, player: int) -> float:
        """The expected points."""
        total = 0.0
        for row in range(self.rows):
            total += self.line_worth(state.rows[row], self.columns)
        for column in range(self.columns):
            total += self.line_worth(self.column(state.rows, column), self.rows)
        return total

    # Lines and boards.

    def rank(self, rows: tuple[int, ...], cell: int) -> int:
        """The rank of a cell, counted row by row."""
        return rows[cell // self.columns] >> 4 * (cell % self.columns) & 15

    def column(self, rows: tuple[int, ...], column: int) -> int:
        """A column as a line, from the top."""
        line = 0
        for row in range(self.rows):
            line |= (rows[row] >> 4 * column & 15) << 4 * row
        return line

    def line_worth(self, line: int, length: int) -> float:
        """The contribution of a line to the estimate: `tiles.line_worth` on a number."""
        worth, rising, falling, before = ALIVE, 0.0, 0.0, line & 15
        for at in range(length):
            rank = line >> 4 * at & 15
            worth += self.shares[rank]
            rise = self.heights[rank] - self.heights[before]
            if rise > 0:
                rising += rise
            else:
                falling -= rise
            if at > 0 and rank == before and rank > 0:
                worth += MERGE
            before = rank
        return worth - DISORDER * min(rising, falling)

    def move_tiles(self, rows: tuple[int, ...], action: int) -> tuple[int, ...]:
        """The rows after all tiles slid in that direction."""
        backwards = action in (RIGHT, DOWN)
        if action in (LEFT, RIGHT):
            for row in range(self.rows):
                rows = replaced(rows, row, self.slid(rows[row], self.columns, backwards))
            return rows
        for column in range(self.columns):
            line = self.slid(self.column(rows, column), self.rows, backwards)
            for row in range(self.rows):
                kept = rows[row] & ~(15 << 4 * column)
                rows = replaced(rows, row, kept | (line >> 4 * row & 15) << 4 * column)
        return rows

    def slid(self, line: int, length: int, backwards: bool) -> int:
        """The line after its tiles slid to its start, or its end: `tiles.slid` on a number."""
        found, many, last = 0, 0, 0  # `last` is the tile before, if it may still merge
        for step in range(length):
            at = length - 1 - step if backwards else step
            rank = line >> 4 * at & 15
            if rank and rank == last and rank < HIGHEST:
                found += 1 << 4 * (length - many if backwards else many - 1)
                last = 0
            elif rank:
                found |= rank << 4 * (length - 1 - many if backwards else many)
                many += 1
                last = rank
        return found

    def most_states(self) -> int | None:
        """Any ranks in all cells, and up to two tiles to appear."""
        return 3 << 4 * self.rows * self.columns

    # Notation and pictures.

    def grid(self, state: State) -> list[list[int]]:
        """The ranks, row by row."""
        return [[row >> 4 * column & 15 for column in range(self.columns)] for row in state.rows]

    def action_name(self, state: State, action: int) -> str:
        """The direction; for an outcome the cell and the tile."""
        return tile_name(action, self.columns) if state.spawns else NAMES[action]

    def parse_action(self, state: State, text: str) -> int:
        """The inverse of `action_name`; the first letter of a direction is enough."""
        return parse_slide(self, state, text)

    def position(self, state: State) -> str:
        """The tiles row by row, and a * for each tile that is to appear."""
        return write_rows(self.grid(state), state.spawns)

    def parse_position(self, text: str) -> State:
        """The inverse of `position`."""
        rows, spawns = read(text, self.rows, self.columns)
        lines = (sum(rank << 4 * at for at, rank in enumerate(row)) for row in rows)
        return State(tuple(lines), spawns)

    def text(self, state: State) -> str:
        """The board, each tile as its number."""
        return board_text(self.grid(state))

    def svg(self, state: State) -> str:
        """The board drawn."""
        return board_svg(self.grid(state))
