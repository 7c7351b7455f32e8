"""Connect Four as a game: rules, features, hints, notation and pictures."""

from __future__ import annotations

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram, grid, runs
from adversario.base.errors import InputError
from adversario.games.drawing.grid import grid_svg
from adversario.games.lines.connect4.hints import ConnectFourHints
from adversario.games.lines.connect4.rules import State
from adversario.games.registry import register


@register("connect4")
class ConnectFour(ConnectFourHints):
    """X and O drop stones in turn; the first with four in a row wins.

    A column takes `height` + 1 bits, the top one always empty, so that lines do not wrap around
    (Tromp's layout). An action is a column, counted from 0, and tried from the centre outwards.

    With `score="stones"` a sooner win has a greater utility: 1 with the winner's last stone, 2 with
    the one before, and so on.

    It has features and no weights: without weights, the estimate of any state is 0.
    """

    k = 4
    """Stones in a row that win; maps strike them through."""

    def graded(self) -> ConnectFour:
        """The game with `score="stones"`: optimal play there is optimal here."""
        return self if self.by_stones else ConnectFour(self.width, self.height, "stones")

    # Notation.

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
        """The columns played, as in 4453; the rows that `position` writes are accepted too."""
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

    # Pictures.

    def text(self, state: State) -> str:
        """The board over the numbers of the columns."""
        numbers = " ".join(str(column + 1) for column in range(self.width))
        return "\n".join([*(" ".join(row) for row in self.rows(state)), numbers])

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.rows(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.rows(state), kind="drop")

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cell where the stone lands."""
        column = (state.mover | state.other) >> self.stride * action & ((1 << self.height) - 1)
        return ((self.height - 1 - column.bit_count()) * self.width + action,)

    def appearance(self) -> Appearance:
        """Red and yellow discs in a rack."""
        return Appearance(named_by_paint("red", "yellow"), pieces="discs", ground="rack")

    def winning_cells(self, state: State) -> tuple[int, ...]:
        """The cells of the line that won."""
        return runs(self.diagram(state), 4) if self.is_terminal(state) else ()
