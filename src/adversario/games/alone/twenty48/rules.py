"""2048: slide all tiles one way, equal ones merge, and a new tile appears at random.

A board of up to 4x4 cells is 64 bits, four for each cell, and a row is an index into tables of slid
rows and of estimates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.bits import Board, count, indices, invert, left, right
from adversario.game import CHANCE, Game
from adversario.games.alone.twenty48.boards import LAST_BITS, swap_cells, tables

UP, RIGHT, DOWN, LEFT = range(4)

FOUR = 0.1
"""The probability of a 4; the other new tiles are 2s."""

TUPLE = 1 << 20
"""The entries of a table of five cells."""

EVEN = 100_000.0
"""The expected points at which the estimated probability of reaching the target is 1/2."""


class State(NamedTuple):
    """The ranks of all cells, row by row from the lowest bits; the number of tiles to appear."""

    board: Board
    spawns: int


class Twenty48Rules(Game[State, int]):
    """The rules and an estimate, by tables of rows."""

    players = 1
    zero_sum = False
    chance = True

    def __init__(self, size: int = 4, target: int = 0) -> None:
        if not 2 <= size <= 4:
            raise InputError("twenty48.size", size=size)
        if target != 0 and (target not in (1 << rank for rank in range(2, 16))):
            raise InputError("twenty48.target", target=target)
        self.size, self.target = size, target
        self.goal = target.bit_length() - 1  # its rank
        self.width, self.row_mask = 4 * size, (1 << 4 * size) - 1
        self.cells: Board = LAST_BITS >> (64 - 4 * size * size)
        self.inner: Board = sum(1 << 4 * cell for cell in range(size * size) if (cell + 1) % size)
        self.upper: Board = self.cells >> self.width
        self.slid, self.worth = tables(size)
        self.pattern_sizes = (
            (TUPLE,) * 4 if size == 4 else (TUPLE,) * 2 if size == 3 else (1 << 16,)
        )
        if target:
            self.utility_bounds = (0, 1)

    def initial(self) -> State:
        """An empty board, on which two tiles appear."""
        return State(0, 2)

    def player(self, state: State) -> int:
        """Chance while tiles are to appear."""
        return CHANCE if state.spawns else 0

    def actions(self, state: State) -> Iterator[int]:
        """The directions in which a tile moves: into an empty cell, or onto an equal tile."""
        free = self.free(state.board)
        tiles = self.cells ^ free
        below, beside = self.twins_below(state.board), self.twins_beside(state.board)
        up = (below | right(tiles, self.width) & free) != 0
        rightwards = (beside | right(free, 4) & tiles & self.inner) != 0
        down = (below | right(free, self.width) & tiles) != 0
        leftwards = (beside | right(tiles, 4) & free & self.inner) != 0
        # A bit for each direction, and no branch for the processor to mispredict.
        yield from indices(up << UP | rightwards << RIGHT | down << DOWN | leftwards << LEFT)

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """A 2 or a 4 in any empty cell."""
        free = self.free(state.board)
        four = FOUR / count(free)
        two = 1.0 / count(free) - four
        for at in indices(free):
            yield at >> 1, two
            yield (at >> 1) + 1, four

    def result(self, state: State, action: int) -> State:
        """The board after a slide, or with a new tile."""
        if state.spawns:
            tile = left(1 + (action & 1), 4 * (action >> 1))
            return State(state.board | tile, state.spawns - 1)
        return State(self.move_tiles(state.board, action), 1)

    def is_terminal(self, state: State) -> bool:
        """Whether no tile can move, or the target is reached."""
        if self.target and self.is_reached(state.board):
            return True
        return state.spawns == 0 and not self.can_move(state.board)

    def utility(self, state: State, player: int) -> float:
        """The points of the tiles; with a target, whether it is reached."""
        if self.target:
            return 1.0 if self.is_reached(state.board) else 0.0
        total = 0
        for cell in range(self.size * self.size):
            rank = int(right(state.board, 4 * cell) & 15)
            if rank > 1:
                total += (rank - 1) << rank
        return float(total)

    def evaluate(self, state: State, player: int) -> float:
        """The expected points, by tables of lines.

        With a target, a rough probability of reaching it.
        """
        columns = self.transpose(state.board)
        total = 0.0
        for row in range(self.size):
            total += float(self.worth[int(right(state.board, self.width * row) & self.row_mask)])
            total += float(self.worth[int(right(columns, self.width * row) & self.row_mask)])
        if self.target:
            return max(total, 0.0) / (max(total, 0.0) + EVEN)
        return total

    def patterns(self, state: State, player: int) -> Iterator[int]:
        """Tuples of five cells in the eight images of the board (Szubert and Jaskowski 2014).

        A row with the cell below its start, and 2x3 cells without the last, at two places each;
        on a smaller board the first and the second kind of five cells in a row.
        """
        board = state.board
        for image in range(8):
            low = right(board, self.width)
            yield int(board & (TUPLE - 1))
            if self.size > 2:
                yield TUPLE + int(low & (TUPLE - 1))
            if self.size == 4:
                yield 2 * TUPLE + int(board & 0xFFF | right(board, 4) & 0xFF000)
                yield 3 * TUPLE + int(low & 0xFFF | right(low, 4) & 0xFF000)
            board = self.mirror(board) if image & 1 == 0 else self.transpose(board)

    def settled(self, state: State, player: int) -> float:
        """The points so far; nothing with a target."""
        return 0.0 if self.target else self.utility(state, player)

    # Boards.

    def move_tiles(self, board: Board, action: int) -> Board:
        """The board after all tiles slid in that direction."""
        backwards = (1 << self.width) if action in (RIGHT, DOWN) else 0
        if action in (UP, DOWN):
            return self.transpose(self.slide_rows(self.transpose(board), backwards))
        return self.slide_rows(board, backwards)

    def slide_rows(self, board: Board, table: int) -> Board:
        """All rows slid to the first column, or to the last, by the offset of the table."""
        found = left(0, 0)
        for row in range(self.size):
            at = self.width * row
            found |= left(int(self.slid[table + int(right(board, at) & self.row_mask)]), at)
        return found

    def transpose(self, board: Board) -> Board:
        """The board with rows and columns exchanged: single cells first, then blocks of four."""
        if self.size == 4:
            board = swap_cells(board, 0x0000F0F00000F0F0, 12)
            return swap_cells(board, 0x00000000FF00FF00, 24)
        found = left(0, 0)
        for cell in range(self.size * self.size):
            row, column = cell // self.size, cell % self.size
            found |= left(right(board, 4 * cell) & 15, 4 * (self.size * column + row))
        return found

    def free(self, board: Board) -> Board:
        """The lowest bit of every empty cell."""
        filled = board | right(board, 2)
        return invert(filled | right(filled, 1)) & self.cells

    def can_move(self, board: Board) -> bool:
        """Whether there is an empty cell, or two equal neighbours below the highest rank."""
        if self.free(board):
            return True
        return (self.twins_below(board) | self.twins_beside(board)) != 0

    def twins_below(self, board: Board) -> Board:
        """The tiles that would merge with the one below, by their lowest bit."""
        return self.free(board ^ right(board, self.width)) & self.mergeable(board) & self.upper

    def twins_beside(self, board: Board) -> Board:
        """The tiles that would merge with the next one in their row, by their lowest bit."""
        return self.free(board ^ right(board, 4)) & self.mergeable(board) & self.inner

    def mergeable(self, board: Board) -> Board:
        """The lowest bit of every tile below the highest rank."""
        pairs = board & right(board, 1)
        return invert(self.free(board) | pairs & right(pairs, 2)) & self.cells

    def is_reached(self, board: Board) -> bool:
        """Whether the board has a tile of the target's rank or a higher one."""
        for cell in range(self.size * self.size):
            if right(board, 4 * cell) & 15 >= self.goal:
                return True
        return False

    def most_states(self) -> int | None:
        """Any ranks in all cells, and up to two tiles to appear."""
        return 3 << 4 * self.size * self.size

    def symmetries(self, state: State) -> Iterator[State]:
        """The eight rotations and reflections of the board."""
        board = state.board
        for _ in range(4):
            yield State(board, state.spawns)
            board = self.mirror(board)
            yield State(board, state.spawns)
            board = self.transpose(board)

    def mirror(self, board: Board) -> Board:
        """The board with left and right exchanged."""
        found = left(0, 0)
        for cell in range(self.size * self.size):
            row, column = cell // self.size, cell % self.size
            there = self.size * row + self.size - 1 - column
            found |= left(right(board, 4 * cell) & 15, 4 * there)
        return found
