"""m,n,k games: k in a row on a board of m rows and n columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from adversario.base.bitboards import ahead, beside, has, pack_cells, set_cell
from adversario.base.errors import InputError
from adversario.game import Game
from adversario.tuples import replaced

LARGEST, LONGEST = 19, 15


class State(NamedTuple):
    """All boards as words, the mover's first.

    The player to move; whether the last stone made a line.
    """

    stones: tuple[int, ...]
    turn: int
    lined: bool


class MnkRules(Game[State, int]):
    """The rules, on boards of words.

    An action is a cell, `(columns + 1) * row + column` with rows from the top: a column that is
    always empty keeps lines from wrapping around.
    """

    def __init__(
        self,
        rows: int = 3,
        columns: int = 3,
        k: int = 3,
        gravity: bool = False,
        misere: bool = False,
        players: int = 2,
    ) -> None:
        sides = (rows, columns)
        if min(sides) < 1 or max(sides) > LARGEST or not 2 <= k <= min(max(sides), LONGEST):
            raise InputError(
                "mnk.size", rows=rows, columns=columns, k=k, most=LARGEST, longest=LONGEST
            )
        if players not in (2, 3):
            raise InputError("mnk.players", players=players)
        self.rows, self.columns, self.k = rows, columns, k
        self.gravity, self.misere, self.players = gravity, misere, players
        self.stride, self.bit_count = columns + 1, rows * (columns + 1)
        self.action_count, self.placement = self.bit_count, players == 2
        self.steps = (1, self.stride - 1, self.stride, self.stride + 1)
        self.full = pack_cells(self._cells(), self.bit_count)
        self.words = len(self.full)
        self.behind = (players - 1) * self.words  # where the board of the last player begins
        self.floor = pack_cells(self._cells()[-columns:], self.bit_count)
        self.order = tuple(sorted(self._cells(), key=self._from_centre))
        starts = [pack_cells(self._starts(step), self.bit_count) for step in self.steps]
        self.starts = tuple(word for board in starts for word in board)
        # The topmost cell of each name: with gravity a column shares one.
        self.named = {self.action_name(self.initial(), c): c for c in reversed(self._cells())}
        self.images = tuple(self._images()) if self.words == 1 else ()
        self.growth: tuple[int, ...] = (
            0,
            *(1 << 3 * stones for stones in range(k)),
        )  # of a line, by its stones
        gain, loss = players - 1, -1
        self.utility_bounds = (-gain, -loss) if misere else (loss, gain)

    def initial(self) -> State:
        """The empty board."""
        return State((0,) * (self.players * self.words), 0, False)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """From the centre outwards: cells next to a stone, then others; with gravity, columns."""
        taken = self.taken(state.stones)
        first = self.landing(taken) if self.gravity else self.near(taken)
        for cell in self.order:
            if has(first, cell):
                yield cell
        if not self.gravity:
            for cell in self.order:
                if not has(first, cell) and not has(taken, cell):
                    yield cell

    def result(self, state: State, action: int) -> State:
        """The board with a stone of the mover in that cell."""
        board = set_cell(state.stones[: self.words], action)
        lined = self.lines_up(board, action)
        return State(state.stones[self.words :] + board, (state.turn + 1) % self.players, lined)

    def is_terminal(self, state: State) -> bool:
        """Whether the last stone made a line, or the board is full."""
        return state.lined or self.taken(state.stones) == self.full

    def utility(self, state: State, player: int) -> int:
        """The utilities of winner and losers; 0 in a draw."""
        if not state.lined:
            return 0
        last = (state.turn + self.players - 1) % self.players
        gain = self.players - 1 if player == last else -1
        return -gain if self.misere else gain

    def lines_up(self, board: tuple[int, ...], cell: int) -> bool:
        """Whether a row of k goes through a cell of the board."""
        if self.words == 1:  # a bit of `run` remains where a row of k starts
            for step in self.steps:
                run = board[0]
                for _ in range(self.k - 1):
                    run &= run >> step
                if run:
                    return True
            return False
        for step in self.steps:
            found, at = 1, cell + step
            while at < self.bit_count and has(board, at):
                found, at = found + 1, at + step
            at = cell - step
            while at >= 0 and has(board, at):
                found, at = found + 1, at - step
            if found >= self.k:
                return True
        return False

    def taken(self, stones: tuple[int, ...]) -> tuple[int, ...]:
        """The cells with a stone of any player."""
        taken = self.full
        for word in range(self.words):
            union = 0
            for player in range(self.players):
                union |= stones[player * self.words + word]
            taken = replaced(taken, word, union)
        return taken

    def near(self, taken: tuple[int, ...]) -> tuple[int, ...]:
        """The free cells next to a stone."""
        near = self.full
        for word in range(self.words):
            below = taken[word - 1] if word > 0 else 0
            above = taken[word + 1] if word + 1 < self.words else 0
            spread = 0
            for step in self.steps:
                spread |= beside(below, taken[word], above, step)
            near = replaced(near, word, spread & self.full[word] & ~taken[word])
        return near

    def landing(self, taken: tuple[int, ...]) -> tuple[int, ...]:
        """The free cells on the floor or on a stone."""
        landing = self.full
        for word in range(self.words):
            above = taken[word + 1] if word + 1 < self.words else 0
            held = self.floor[word] | ahead(taken[word], above, self.stride)
            landing = replaced(landing, word, held & self.full[word] & ~taken[word])
        return landing

    # Tables.

    def _cells(self) -> list[int]:
        return [
            row * self.stride + column for row in range(self.rows) for column in range(self.columns)
        ]

    def _from_centre(self, cell: int) -> tuple[int, int]:
        row, column = divmod(cell, self.stride)
        across = abs(2 * column - self.columns + 1)
        if self.gravity:
            return across, -row
        down = abs(2 * row - self.rows + 1)
        return max(across, down), across + down

    def _starts(self, step: int) -> list[int]:
        """The cells from which k cells follow in steps of that size."""
        cells = set(self._cells())
        return [
            cell
            for cell in sorted(cells)
            if all(cell + place * step in cells for place in range(self.k))
        ]

    def _images(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """The image of each cell in each symmetry except the identity."""
        free = (False, True)
        square = self.rows == self.columns and not self.gravity
        choices = product(free if square else (False,), (False,) if self.gravity else free, free)
        for turned, upside, mirrored in list(choices)[1:]:
            pairs = []
            for cell in self._cells():
                row, column = divmod(cell, self.stride)
                row = self.rows - 1 - row if upside else row
                column = self.columns - 1 - column if mirrored else column
                row, column = (column, row) if turned else (row, column)
                pairs.append((cell, row * self.stride + column))
            yield tuple(pairs)
