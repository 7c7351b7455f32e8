"""Tic-tac-toe: three in a row on a 3x3 board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario import bits
from adversario.base.appearance import Appearance, Side
from adversario.base.board_diagram import Diagram, grid, runs
from adversario.base.errors import IllegalActionError, InputError
from adversario.game import Game
from adversario.games.drawing.grid import grid_svg
from adversario.games.registry import register

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
FULL = 0b111_111_111
NAMED = {"abc"[cell % 3] + "321"[cell // 3]: cell for cell in range(9)}


class State(NamedTuple):
    """A position; bit 3 * row + column of a board is set where that player has a mark."""

    mover: int
    other: int
    turn: int


def has_line(board: int) -> bool:
    """Whether three marks of the board are in a row."""
    return any(all(board >> cell & 1 for cell in line) for line in LINES)


@register("tictactoe")
class TicTacToe(Game[State, int]):
    """X (player 0) and O take turns; the first with three in a row wins. An action is a cell.

    `win` is the utility of a win and `-win` that of a loss; a draw is 0.
    """

    k = 3
    """Marks in a row that win; maps strike them through."""

    action_count, placement = len(NAMED), True

    def __init__(self, win: int = 1) -> None:
        if win < 1:
            raise InputError("tictactoe.win", win=win)
        self.win, self.utility_bounds = win, (-win, win)
        self.won = tuple(has_line(board) for board in range(FULL + 1))

    def initial(self) -> State:
        """The empty board, X to move."""
        return State(0, 0, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The empty cells, 0 to 8."""
        return bits.indices(FULL & ~(state.mover | state.other))

    def result(self, state: State, action: int) -> State:
        """The board with the mover's mark in that cell."""
        return State(state.other, state.mover | 1 << action, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the last move won, or the board is full."""
        return self.won[state.other] or state.mover | state.other == FULL

    def utility(self, state: State, player: int) -> int:
        """1 (or `win`) for the player with three in a row, -1 for the other, 0 in a draw."""
        if not self.won[state.other]:
            return 0
        return -self.win if player == state.turn else self.win

    # Not needed by searches: symmetries, notation, pictures.

    def symmetries(self, state: State) -> Iterator[State]:
        """The eight rotations and reflections of the board."""
        for cells in SYMMETRIES:
            yield State(_permute(state.mover, cells), _permute(state.other, cells), state.turn)

    def player_name(self, player: int) -> str:
        """X or O."""
        return "XO"[player]

    def rows(self, state: State) -> list[str]:
        """The board as three rows of X, O and dots."""
        x, o = (state.other, state.mover) if state.turn else (state.mover, state.other)
        marks = ["X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in range(9)]
        return ["".join(marks[row : row + 3]) for row in (0, 3, 6)]

    def position(self, state: State) -> str:
        """The rows from the top, as in XO./.X./..O; the turn follows from the count."""
        return "/".join(self.rows(state))

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the cells played, as in "4 0 8", are accepted too."""
        marks = text.strip().upper().replace("/", "").replace("-", ".")
        if "/" not in text and not (marks and set(marks) <= set("XO.")):
            return super().parse_position(text)
        if len(marks) != 9 or set(marks) - set("XO."):
            raise InputError("tictactoe.malformed", position=text)
        x, o = (sum(1 << cell for cell in range(9) if marks[cell] == mark) for mark in "XO")
        turn = x.bit_count() - o.bit_count()
        if turn not in (0, 1):
            raise InputError("tictactoe.counts", position=text, x=x.bit_count(), o=o.bit_count())
        state = State(o, x, 1) if turn else State(x, o, 0)
        if self.won[state.mover]:
            raise InputError("tictactoe.won", position=text, player=self.player_name(state.turn))
        return state

    def parse_action(self, state: State, text: str) -> int:
        """A free cell, 0 to 8, or by column and row, a1 at the bottom left to c3."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        name = text.strip().lower()
        return super().parse_action(state, str(NAMED.get(name, name)))

    def text(self, state: State) -> str:
        """The board with the number of each empty cell."""
        marks = "".join(self.rows(state))
        cells = [str(cell) if mark == "." else mark for cell, mark in enumerate(marks)]
        return "\n".join(" " + " │ ".join(cells[row : row + 3]) for row in (0, 3, 6)).replace(
            "\n", "\n───┼───┼───\n"
        )

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.rows(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.rows(state), names="012345678")

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cell itself."""
        return (action,)

    def appearance(self) -> Appearance:
        """X in red and O in blue."""
        return Appearance((Side("X", "red"), Side("O", "blue")))

    def winning_cells(self, state: State) -> tuple[int, ...]:
        """The cells of the line that won."""
        return runs(self.diagram(state), 3) if self.is_terminal(state) else ()


def _permute(board: int, cells: tuple[int, ...]) -> int:
    return sum(1 << to for cell, to in enumerate(cells) if board >> cell & 1)


def _symmetries() -> tuple[tuple[int, ...], ...]:
    turned = tuple(3 * (cell % 3) + 2 - cell // 3 for cell in range(9))
    mirrored = tuple(3 * (cell // 3) + 2 - cell % 3 for cell in range(9))
    found = [tuple(range(9))]
    for _ in range(3):
        found.append(tuple(turned[cell] for cell in found[-1]))
    return tuple(found + [tuple(mirrored[cell] for cell in image) for image in found])


SYMMETRIES = _symmetries()
