"""Breakthrough (Troyka, 2000): two rows of pieces each; the first to reach the far row wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import comb
from string import ascii_lowercase
from typing import NamedTuple

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import Board, bit, count, indices, left, right, subtract
from adversario.game import Game
from adversario.games.drawing.grid import checkered_svg
from adversario.games.registry import register
from adversario.games.row_notation import label_rows, parse_rows_and_mover

MARKS = "XO"


class State(NamedTuple):
    """The pieces of X, moving up, and of O; `turn` is 0 for X."""

    x: Board
    o: Board
    turn: int


class Move(NamedTuple):
    """From one square to another; square `columns * row + column`, rows from the bottom."""

    origin: int
    target: int


@register("breakthrough")
class Breakthrough(Game[State, Move]):
    """A piece moves one square ahead, straight or diagonally, and captures only diagonally.

    The first player to reach the far row, or to capture all pieces, wins. Each player starts with
    `ranks` full rows. There is always a move: the foremost piece can go diagonally.
    """

    utility_bounds = (-1, 1)

    def __init__(self, rows: int = 8, columns: int = 8, ranks: int = 2) -> None:
        fits = columns >= 2 and rows * columns <= 64 and ranks >= 1 and rows >= 3
        if not (fits and 2 * ranks <= rows):
            raise InputError("breakthrough.size", rows=rows, columns=columns, ranks=ranks)
        self.rows, self.columns, self.ranks = rows, columns, ranks
        self.row = (1 << columns) - 1
        self.squares = (1 << rows * columns) - 1
        self.first = sum(1 << columns * row for row in range(rows))
        self.last = self.first << columns - 1
        self.home = (1 << ranks * columns) - 1
        self.top = self.row << (rows - 1) * columns

    def initial(self) -> State:
        """X's rows at the bottom, O's at the top."""
        return State(self.home, self.home << (self.rows - self.ranks) * self.columns, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[Move]:
        """Captures first, then other moves."""
        for side in (-1, 1):
            for target in indices(self.captures(state, side)):
                yield Move(self.origin(state, target, side), target)
        for side in (0, -1, 1):
            for target in indices(self.steps(state, side)):
                yield Move(self.origin(state, target, side), target)

    def captures(self, state: State, side: int) -> Board:
        """The squares where the player to move can capture, one column to that side."""
        return self.squares_ahead(state, side) & (state.x if state.turn else state.o)

    def steps(self, state: State, side: int) -> Board:
        """The squares that can be reached without capturing, `side` columns to the side."""
        return self.squares_ahead(state, side) & (state.x ^ state.o ^ self.squares)

    def squares_ahead(self, state: State, side: int) -> Board:
        """The squares one row ahead of the mover's pieces and `side` columns to the side."""
        pieces = state.o if state.turn else state.x
        if side < 0:
            pieces = subtract(pieces, pieces & self.first)
        elif side > 0:
            pieces = subtract(pieces, pieces & self.last)
        if state.turn:
            return right(pieces, self.columns - side)
        return left(pieces, self.columns + side)

    def origin(self, state: State, target: int, side: int) -> int:
        """The square that a piece came from."""
        return target - side + (self.columns if state.turn else -self.columns)

    def result(self, state: State, action: Move) -> State:
        """The state after the move, without a captured piece."""
        moved = bit(action.origin) | bit(action.target)
        if state.turn:
            return State(state.x & ~bit(action.target), state.o ^ moved, 0)
        return State(state.x ^ moved, state.o & ~bit(action.target), 1)

    def is_terminal(self, state: State) -> bool:
        """Whether a piece has reached the far row, or a player has no pieces left."""
        through = state.x & self.top != 0 or state.o & self.row != 0
        return through or state.x == 0 or state.o == 0

    def utility(self, state: State, player: int) -> int:
        """1 for the winner, -1 for the other, who is to move."""
        return -1 if player == state.turn else 1

    # Hints for searches.

    def evaluate(self, state: State, player: int) -> float:
        """Pieces, those further ahead counting more."""
        x, o = 0, 0
        for row in range(self.rows):
            worth = self.rows * self.rows + row * row
            x += worth * count(right(state.x, row * self.columns) & self.row)
            o += worth * count(right(state.o, (self.rows - 1 - row) * self.columns) & self.row)
        lead = (x - o) / (x + o)
        return lead if player == 0 else -lead

    def is_quiet(self, state: State) -> bool:
        """Whether there is nothing to capture."""
        return self.captures(state, -1) == 0 and self.captures(state, 1) == 0

    def noisy_actions(self, state: State) -> Iterator[Move]:
        """The captures."""
        for side in (-1, 1):
            for target in indices(self.captures(state, side)):
                yield Move(self.origin(state, target, side), target)

    def symmetries(self, state: State) -> Iterator[State]:
        """The mirror image."""
        yield State(self._mirror(state.x), self._mirror(state.o), state.turn)

    def _mirror(self, board: int) -> int:
        return sum(
            1 << square - square % self.columns + self.columns - 1 - square % self.columns
            for square in indices(board)
        )

    def most_states(self) -> int | None:
        """Any number of pieces of each player on any squares, and either player to move."""
        squares, most = self.rows * self.columns, self.ranks * self.columns + 1
        ways = (comb(squares, x) * comb(squares - x, o) for x in range(most) for o in range(most))
        return 2 * sum(ways)

    # Notation and pictures.

    def player_name(self, player: int) -> str:
        """X or O."""
        return MARKS[player]

    def action_name(self, state: State, action: Move) -> str:
        """Both squares, as in a2-b3, with an x for a capture."""
        captures = (state.x | state.o) >> action.target & 1
        return f"{self._name(action.origin)}{'x' if captures else '-'}{self._name(action.target)}"

    def _name(self, square: int) -> str:
        return f"{ascii_lowercase[square % self.columns]}{square // self.columns + 1}"

    def parse_action(self, state: State, text: str) -> Move:
        """The legal move between two squares; - or x may be left out."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        found = re.fullmatch(r"([a-z]\d+)\s*[-x]?\s*([a-z]\d+)", text.strip().lower())
        if found:
            move = Move(*(self._square(name) for name in found.groups()))
            if move in self.actions(state):
                return move
        return super().parse_action(state, text)

    def _square(self, name: str) -> int:
        column = ascii_lowercase.index(name[0])
        return (int(name[1:]) - 1) * self.columns + column if column < self.columns else -1

    def marks(self, state: State) -> list[str]:
        """The rows from the top, of X, O and dots."""
        marks = [
            "X" if state.x >> square & 1 else "O" if state.o >> square & 1 else "."
            for square in range(self.rows * self.columns)
        ]
        starts = range((self.rows - 1) * self.columns, -1, -self.columns)
        return ["".join(marks[start : start + self.columns]) for start in starts]

    def position(self, state: State) -> str:
        """The rows from the top and the player to move, as in OOO/.../XXX X."""
        return f"{'/'.join(self.marks(state))} {MARKS[state.turn]}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the moves played, as in "a2-a3 b7-b6", are accepted too."""
        if "/" not in text:
            return super().parse_position(text)
        found = parse_rows_and_mover(text, self.rows, self.columns, MARKS)
        if found is None:
            raise InputError(
                "breakthrough.malformed", position=text, rows=self.rows, columns=self.columns
            )
        rows, turn = found
        marks = "".join(reversed(rows))
        x, o = (sum(1 << at for at, cell in enumerate(marks) if cell == mark) for mark in MARKS)
        most = self.ranks * self.columns
        if x.bit_count() > most or o.bit_count() > most or not x | o:
            raise InputError("breakthrough.counts", position=text, most=most)
        state = State(x, o, turn)
        far, other = (o & self.row, x) if state.turn else (x & self.top, o)
        if far or not other:
            raise InputError("breakthrough.over", position=text, player=MARKS[state.turn])
        return state

    def text(self, state: State) -> str:
        """The board with the names of rows and columns."""
        return label_rows(self.marks(state))

    def svg(self, state: State) -> str:
        """The board drawn."""
        return checkered_svg(self.marks(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.marks(state))

    def action_cells(self, state: State, action: Move) -> tuple[int, ...]:
        """From one square to the other."""
        return tuple(
            (self.rows - 1 - square // self.columns) * self.columns + square % self.columns
            for square in action
        )

    def appearance(self) -> Appearance:
        """White moves up, Black down a chequered board."""
        return Appearance(
            named_by_paint("white", "black"), pieces="men", ground="chequered", bottom=0
        )

    def winning_cells(self, state: State) -> tuple[int, ...]:
        """The piece that has reached the far row."""
        far = {0: 0, 1: self.rows - 1}
        return tuple(
            index
            for index, cell in enumerate(self.diagram(state).cells)
            if cell.owner is not None and cell.row == far[cell.owner]
        )
