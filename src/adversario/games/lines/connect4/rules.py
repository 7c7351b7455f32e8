"""Connect Four: drop stones into columns; four in a row wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from adversario import bits
from adversario.base.errors import InputError
from adversario.game import Game


class State(NamedTuple):
    """A position as two bitboards; `turn` is 0 for X, the first player."""

    mover: int
    other: int
    turn: int


PATTERN = 4**4
"""The patterns of a line of four: a cell is empty, empty and next to be filled, or a player's."""


def line_places(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """The lines of four: the bit of the first cell, and the step from a cell to the next."""
    stride = height + 1
    return tuple(
        (stride * column + row, stride * across + up)
        for across, up in ((0, 1), (1, -1), (1, 0), (1, 1))
        for column in range(width - 3 * across)
        for row in range(height)
        if 0 <= row + 3 * up < height
    )


class ConnectFourRules(Game[State, int]):
    """The rules, on two boards of bits.

    A column takes `height` + 1 bits, the top one always empty, so that lines do not wrap around
    (Tromp's layout). An action is a column, counted from 0, and tried from the centre outwards.
    """

    def __init__(
        self, width: int = 7, height: int = 6, score: Literal["result", "stones"] = "result"
    ) -> None:
        if not (width >= 1 and height >= 1 and width * (height + 1) <= 64):
            raise InputError("connect4.size", width=width, height=height)
        if score not in ("result", "stones"):
            raise InputError("connect4.score", given=score)
        self.width, self.height, self.stride, self.score = width, height, height + 1, score
        self.by_stones = score == "stones"
        most = (width * height + 1) // 2 if self.by_stones else 1
        self.utility_bounds = (-most, most)
        self.bottom = sum(1 << self.stride * column for column in range(width))
        self.cells = self.bottom * ((1 << height) - 1)
        self.odd = self.cells & sum(self.bottom << row for row in range(0, height, 2))
        self.even = self.cells & ~self.odd
        column = (1 << height) - 1
        inner = {(width - 1) // 2, width // 2}
        outer = {min(inner) - 1, max(inner) + 1} & set(range(width))
        self.middle = sum(column << self.stride * each for each in inner)
        self.beside = sum(column << self.stride * each for each in outer)
        self.action_count = width
        self.line_places = line_places(width, height)
        self.pattern_sizes = (PATTERN,) * (2 * len(self.line_places))
        self.columns = tuple(sorted(range(width), key=lambda column: abs(2 * column - width + 1)))

    def initial(self) -> State:
        """The empty board."""
        return State(0, 0, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The columns that are not full, from the centre outwards."""
        free = ((state.mover | state.other) + self.bottom) & self.cells
        for column in self.columns:
            if free >> self.stride * column & ((1 << self.height) - 1):
                yield column

    def result(self, state: State, action: int) -> State:
        """The board with a stone of the mover on top of that column."""
        taken = state.mover | state.other
        column = ((1 << self.height) - 1) << self.stride * action
        stone = (taken + self.bottom) & self.cells & column
        return State(state.other, state.mover | stone, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the last stone won, or the board is full."""
        return self.connects(state.other) or state.mover | state.other == self.cells

    def utility(self, state: State, player: int) -> int:
        """The value of a win for the player with four in a row, its negative for the opponent."""
        if not self.connects(state.other):
            return 0
        worth = self.worth(state) if self.by_stones else 1
        return -worth if player == state.turn else worth

    def worth(self, state: State) -> int:
        """The value of a win with the last stone: 1, plus the stones that the winner still has."""
        played = bits.count(state.mover | state.other)
        return (self.width * self.height + 2 - played) // 2

    def connects(self, stones: int) -> bool:
        """Whether four of the stones are in a row."""
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def fours(self, stones: int, taken: int) -> int:
        """The empty cells that would complete four in a row.

        What is shifted is masked in the same expression: beyond 64 bits nothing is kept.
        """
        found = stones << 1 & stones << 2 & stones << 3 & self.cells
        for step in (self.stride - 1, self.stride, self.stride + 1):
            pairs = stones << step & stones << 2 * step & self.cells
            found |= pairs & stones << 3 * step & self.cells
            found |= pairs & stones >> step
            pairs = stones >> step & stones >> 2 * step
            found |= pairs & stones << step & self.cells
            found |= pairs & stones >> 3 * step
        return found & (self.cells & ~taken)

    def symmetries(self, state: State) -> Iterator[State]:
        """The mirror image."""
        yield State(self.mirror(state.mover), self.mirror(state.other), state.turn)

    def mirror(self, stones: int) -> int:
        """The stones with left and right exchanged."""
        column, image = (1 << self.stride) - 1, 0
        for _ in range(self.width):
            image = image << self.stride | stones & column
            stones >>= self.stride
        return image
