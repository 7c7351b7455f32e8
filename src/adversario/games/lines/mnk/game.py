"""m,n,k games as games: rules, evaluation, notation and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from adversario.base.appearance import Appearance, Side, named_by_paint
from adversario.base.bitboards import has, pack_cells
from adversario.base.board_diagram import Diagram, grid, runs
from adversario.base.errors import IllegalActionError, InputError
from adversario.games.drawing.grid import grid_svg, stones_svg
from adversario.games.lines.mnk.evaluation import MnkEvaluation
from adversario.games.lines.mnk.rules import State
from adversario.games.registry import register
from adversario.games.row_notation import label_rows, parse_rows

MARKS = "XOZ"


@register("mnk")
class MNK(MnkEvaluation):
    """Players place stones in turn; the first with `k` or more in a row wins or, misère, loses.

    With gravity a stone falls to the lowest free cell of its column. With two players the winner
    gets 1 and the loser -1; with three 2 and -1; misère, with signs changed. An action is a cell,
    `(columns + 1) * row + column` with rows from the top: a column that is always empty keeps lines
    from wrapping around.
    """

    # Notation.

    def player_name(self, player: int) -> str:
        """X, O and, of three players, Z."""
        return MARKS[player]

    def action_name(self, state: State, action: int) -> str:
        """Column and row, as in b2, rows from the bottom; with gravity the column, from 1."""
        row, column = divmod(action, self.stride)
        return str(column + 1) if self.gravity else f"{ascii_lowercase[column]}{self.rows - row}"

    def parse_action(self, state: State, text: str) -> int:
        """The free cell of that name."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        name = text.strip().lower()
        if name not in self.named:
            return super().parse_action(state, name)
        cell, taken = self.named[name], self.taken(state.stones)
        if has(taken, cell):
            raise IllegalActionError("mnk.taken", action=name, state=self.position(state))
        while (
            self.gravity
            and cell + self.stride < self.bit_count
            and not has(taken, cell + self.stride)
        ):
            cell += self.stride
        return cell

    def marks(self, state: State) -> list[str]:
        """The board from the top, a letter for each stone and a dot for each free cell."""
        return [
            "".join(self._mark(state, row * self.stride + column) for column in range(self.columns))
            for row in range(self.rows)
        ]

    def _mark(self, state: State, cell: int) -> str:
        for place in range(self.players):
            if has(state.stones[place * self.words : (place + 1) * self.words], cell):
                return MARKS[(state.turn + place) % self.players]
        return "."

    def position(self, state: State) -> str:
        """The rows from the top, as in XO./.X./..O; the player to move follows from the counts."""
        return "/".join(self.marks(state))

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the actions played, as in "b2 a1", are accepted too."""
        if "/" not in text and "." not in text:
            return super().parse_position(text)
        marks = MARKS[: self.players]
        rows = parse_rows(text, self.rows, self.columns, marks)
        if rows is None:
            raise InputError(
                "mnk.malformed", position=text, rows=self.rows, columns=self.columns, marks=marks
            )
        counts = [text.upper().count(mark) for mark in marks]
        turn = sum(counts) % self.players
        expected = [sum(counts) // self.players + (player < turn) for player in range(self.players)]
        if counts != expected:
            listed = ", ".join(f"{mark} {n}" for mark, n in zip(marks, counts, strict=True))
            raise InputError("mnk.counts", position=text, counts=listed)
        return self._state_of_rows(text, rows, turn)

    def _state_of_rows(self, text: str, rows: Sequence[str], turn: int) -> State:
        """The state of rows with consistent counts."""
        where: dict[str, list[int]] = {mark: [] for mark in (*MARKS, ".")}
        for row, line in enumerate(rows):
            for column, mark in enumerate(line):
                where[mark].append(row * self.stride + column)
        for cell in where["."]:
            if self.gravity and cell >= self.stride and cell - self.stride not in where["."]:
                raise InputError("mnk.floating", position=text)
        marks = [MARKS[(turn + place) % self.players] for place in range(self.players)]
        boards = [pack_cells(where[mark], self.bit_count) for mark in marks]
        lined = [
            any(self.lines_up(board, cell) for cell in where[mark])
            for mark, board in zip(marks, boards, strict=True)
        ]
        if any(lined[:-1]):
            raise InputError("mnk.lined", position=text, player=marks[lined.index(True)], k=self.k)
        return State(tuple(word for board in boards for word in board), turn, lined[-1])

    # Pictures.

    def text(self, state: State) -> str:
        """The board with the names of rows and columns."""
        if self.gravity:
            wide = len(str(self.columns))
            lines = [" ".join(f"{mark:>{wide}}" for mark in row) for row in self.marks(state)]
            return "\n".join([*lines, " ".join(f"{c + 1:>{wide}}" for c in range(self.columns))])
        return label_rows(self.marks(state))

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.marks(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.marks(state), marks=MARKS, kind="drop" if self.gravity else "grid")

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cell itself."""
        row, column = divmod(action, self.stride)
        return (row * self.columns + column,)

    def appearance(self) -> Appearance:
        """X, O and Z on paper; with gravity, discs in a rack."""
        if self.gravity:
            sides = named_by_paint("red", "yellow", "green")
            return Appearance(sides[: self.players], pieces="discs", ground="rack")
        sides = Side("X", "red"), Side("O", "blue"), Side("Z", "green")
        return Appearance(sides[: self.players])

    def winning_cells(self, state: State) -> tuple[int, ...]:
        """The cells of the line that decided the game."""
        return runs(self.diagram(state), self.k) if state.lined else ()


@register("gomoku")
class Gomoku(MNK):
    """Five or more in a row on a board of 15 by 15, or another size: free-style Gomoku."""

    def __init__(self, size: int = 15, k: int = 5) -> None:
        super().__init__(rows=size, columns=size, k=k)
        self.size = size

    def svg(self, state: State) -> str:
        """The board with stones on the crossings of lines."""
        return stones_svg(self.marks(state))

    def appearance(self) -> Appearance:
        """Black and white stones on a wooden board."""
        return Appearance(named_by_paint("black", "white"), pieces="discs", ground="wood")
