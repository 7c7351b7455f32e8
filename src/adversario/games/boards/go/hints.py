"""Hints for searches of Go: symmetries, and the stones that can have come last."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.base.bitboards import has, set_cell
from adversario.games.boards.go.board import State
from adversario.games.boards.go.rules import GoRules

TURNS = 8
"""The symmetries of a square, the identity first."""


class GoHints(GoRules):
    """The rules with symmetries of the board."""

    def symmetries(self, state: State) -> Iterator[State]:
        """The board turned and reflected, for boards of one word; others would be slow."""
        if self.words == 1 and not self.handicap:
            for turn in range(1, TURNS):
                ko = self.turned_cell(state.ko, turn) if state.ko >= 0 else state.ko
                yield State(
                    self.turned(state.black, turn),
                    self.turned(state.white, turn),
                    state.turn,
                    ko,
                    state.passes,
                    state.prisoners,
                )

    def turned(self, board: tuple[int, ...], turn: int) -> tuple[int, ...]:
        """A board under one of the symmetries."""
        found = self.empty
        for cell in self.cells:
            if has(board, cell):
                found = set_cell(found, self.turned_cell(cell, turn))
        return found

    def turned_cell(self, cell: int, turn: int) -> int:
        """A point under one of the symmetries: bits of `turn` are reflections and a transpose."""
        row, column, last = cell // self.stride, cell % self.stride, self.size - 1
        if turn & 1:
            column = last - column
        if turn & 2:
            row = last - row
        if turn & 4:
            row, column = column, row
        return row * self.stride + column
