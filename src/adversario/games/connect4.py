"""Connect Four: drop stones into columns; four in a row wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.errors import InputError
from adversario.game import Game
from adversario.games.grid import grid_svg


class State(NamedTuple):
    """A position as two bitboards; `turn` is 0 for X, who moves first."""

    mover: int
    other: int
    turn: int


class ConnectFour(Game[State, int]):
    """X and O drop stones in turn; the first with four in a row wins.

    A column takes `height` + 1 bits, the top one always empty, so that lines do not wrap around
    (Tromp's layout). An action is a column, counted from 0, and tried from the centre outwards.
    """

    utility_bounds = (-1, 1)

    def __init__(self, width: int = 7, height: int = 6) -> None:
        if not (width >= 1 and height >= 1 and width * (height + 1) <= 64):
            raise InputError("connect4.size", width=width, height=height)
        self.width, self.height, self.stride = width, height, height + 1
        self.bottom = sum(1 << self.stride * column for column in range(width))
        self.cells = self.bottom * ((1 << height) - 1)
        self.columns = tuple(sorted(range(width), key=lambda column: abs(2 * column - width + 1)))

    def initial(self) -> State:
        """The empty board."""
        return State(0, 0, 0)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The columns that are not full, from the centre outwards."""
        free = ((state.mover | state.other) + self.bottom) & self.cells
        for column in self.columns:
            if free >> self.stride * column & ((1 << self.height) - 1):
                yield column

    def result(self, state: State, action: int) -> State:
        """The board with a stone of the mover's on top of that column."""
        taken = state.mover | state.other
        column = ((1 << self.height) - 1) << self.stride * action
        stone = (taken + self.bottom) & column
        return State(state.other, state.mover | stone, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the last stone won, or the board is full."""
        return self.connects(state.other) or state.mover | state.other == self.cells

    def utility(self, state: State, player: int) -> int:
        """1 for who has four in a row, -1 for the other, 0 in a draw."""
        if not self.connects(state.other):
            return 0
        return -1 if player == state.turn else 1

    def connects(self, stones: int) -> bool:
        """Whether four of the stones stand in a row."""
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def symmetries(self, state: State) -> Iterator[State]:
        """The mirror image."""
        yield State(self.mirrored(state.mover), self.mirrored(state.other), state.turn)

    def mirrored(self, stones: int) -> int:
        """The stones with left and right exchanged."""
        column, image = (1 << self.stride) - 1, 0
        for _ in range(self.width):
            image = image << self.stride | stones & column
            stones >>= self.stride
        return image

    def player_name(self, player: int) -> str:
        """X or O."""
        return "XO"[player]

    def action_name(self, state: State, action: int) -> str:
        """The column, counted from 1."""
        return str(action + 1)

    def rows(self, state: State) -> list[str]:
        """The board from the top, X, O and dots."""
        x, o = (state.other, state.mover) if state.turn else (state.mover, state.other)
        return [
            "".join(
                "X" if x >> bit & 1 else "O" if o >> bit & 1 else "."
                for bit in range(row, self.stride * self.width, self.stride)
            )
            for row in reversed(range(self.height))
        ]

    def position(self, state: State) -> str:
        """The rows from the top."""
        return "/".join(self.rows(state))

    def parse_position(self, text: str) -> State:
        """The columns played, as in 4453; the rows that `position` writes are understood too."""
        if "/" in text or "." in text:
            return self._from_rows(text)
        state = self.initial()
        for number, digit in enumerate(text.replace(" ", ""), start=1):
            if self.is_terminal(state):
                raise InputError("connect4.over", position=text, number=number - 1)
            state = self.result(state, self.parse_action(state, digit))
        return state

    def _from_rows(self, text: str) -> State:
        rows = text.strip().upper().split("/")
        if len(rows) != self.height or any(len(row) != self.width for row in rows):
            raise InputError(
                "connect4.malformed", position=text, width=self.width, height=self.height
            )
        boards = {
            mark: sum(
                1 << self.stride * column + self.height - 1 - row
                for row, cells in enumerate(rows)
                for column, cell in enumerate(cells)
                if cell == mark
            )
            for mark in "XO"
        }
        x, o = boards["X"], boards["O"]
        floating = (x | o) & ~(((x | o) << 1) | self.bottom)
        turn = x.bit_count() - o.bit_count()
        wrong = set("".join(rows)) - set("XO.") or floating or turn not in (0, 1)
        state = State(o, x, 1) if turn else State(x, o, 0)
        if wrong or self.connects(state.mover):
            raise InputError(
                "connect4.malformed", position=text, width=self.width, height=self.height
            )
        return state

    def text(self, state: State) -> str:
        """The board over the numbers of the columns."""
        numbers = " ".join(str(column + 1) for column in range(self.width))
        return "\n".join([*(" ".join(row) for row in self.rows(state)), numbers])

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.rows(state))
