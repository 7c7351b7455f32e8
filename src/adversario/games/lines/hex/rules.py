"""Hex: connect your two sides of the board. Exactly one player does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.bitboards import WORD, beside, has, pack_cells, set_cell
from adversario.base.errors import InputError
from adversario.bits import count, lowest
from adversario.game import Game
from adversario.tuples import replaced

SWAP = -1
"""The action of taking over the first stone."""

LARGEST = 19


class State(NamedTuple):
    """The stones of X and O as words, the player to move, whether the last stone connected."""

    x: tuple[int, ...]
    o: tuple[int, ...]
    turn: int
    connected: bool


class HexRules(Game[State, int]):
    """The rules, on boards of words.

    An action is a cell, `(size + 1) * row + column`, or SWAP: a column that is always empty
    separates the cells of two edges.
    """

    utility_bounds = (-1, 1)
    placement = True

    def __init__(self, size: int = 11, swap: bool = True) -> None:
        if not 2 <= size <= LARGEST:
            raise InputError("hex.size", size=size, most=LARGEST)
        self.size, self.swap, self.stride = size, swap, size + 1
        self.steps = (1, size, size + 1)
        cells = [row * self.stride + column for row in range(size) for column in range(size)]
        self.cells = tuple(cells)
        self.full = pack_cells(cells, size * self.stride)
        self.empty = pack_cells([], size * self.stride)
        self.words = len(self.full)
        self.action_count = size * self.stride + 1
        self.top, self.bottom = self._edge(0, 1), self._edge((size - 1) * self.stride, 1)
        self.left, self.right = self._edge(0, self.stride), self._edge(size - 1, self.stride)
        self.order = tuple(sorted(cells, key=self._from_centre))

    def _edge(self, start: int, step: int) -> tuple[int, ...]:
        cells = [start + place * step for place in range(self.size)]
        return pack_cells(cells, self.size * self.stride)

    def _from_centre(self, cell: int) -> tuple[int, int]:
        down, across = (2 * place - self.size + 1 for place in divmod(cell, self.stride))
        return max(abs(down), abs(across), abs(down + across)), abs(down - across)

    def initial(self) -> State:
        """The empty board."""
        return State(self.empty, self.empty, 0, False)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The swap if there is one, then the free cells from the centre outwards."""
        if self.can_swap(state):
            yield SWAP
        for cell in self.order:
            if not has(state.x, cell) and not has(state.o, cell):
                yield cell

    def action_index(self, state: State, action: int) -> int:
        """The cell; the swap comes last."""
        return self.size * self.stride if action == SWAP else action

    def can_swap(self, state: State) -> bool:
        """Whether O is to answer the first stone."""
        if not self.swap or state.turn == 0:
            return False
        stones = 0
        for word in range(self.words):
            stones += count(state.x[word]) + 2 * count(state.o[word])
        return stones == 1

    def result(self, state: State, action: int) -> State:
        """The board with one more stone of the mover, or with the first stone taken over."""
        if action == SWAP:
            return State(self.empty, set_cell(self.empty, self.mirror_cell(state.x)), 0, False)
        if state.turn == 0:
            x = set_cell(state.x, action)
            return State(x, state.o, 1, self.joins(x, action, self.top, self.bottom))
        o = set_cell(state.o, action)
        return State(state.x, o, 0, self.joins(o, action, self.left, self.right))

    def mirror_cell(self, board: tuple[int, ...]) -> int:
        """The cell of the only stone, mirrored in the long diagonal."""
        cell = 0
        for word in range(self.words):
            if board[word]:
                cell = word * WORD + lowest(board[word])
        return cell % self.stride * self.stride + cell // self.stride

    def is_terminal(self, state: State) -> bool:
        """Whether the last stone connected two sides."""
        return state.connected

    def utility(self, state: State, player: int) -> int:
        """1 for the player who connected, -1 for the other. There are no draws."""
        return -1 if player == state.turn else 1

    def joins(
        self, board: tuple[int, ...], cell: int, one: tuple[int, ...], other: tuple[int, ...]
    ) -> bool:
        """Whether the group of a stone touches both edges."""
        group = self.flood(set_cell(self.empty, cell), board)
        return self.meet(group, one) and self.meet(group, other)

    def flood(self, seed: tuple[int, ...], board: tuple[int, ...]) -> tuple[int, ...]:
        """The cells of the seed and all stones of the board that are linked to them."""
        growing = True
        while growing:
            growing = False
            for word in range(self.words):
                grown = seed[word] | self.neighbours(seed, word) & board[word]
                if grown != seed[word]:
                    seed = replaced(seed, word, grown)
                    growing = True
        return seed

    def neighbours(self, cells: tuple[int, ...], word: int) -> int:
        """A word of the neighbours of all those cells; it is not masked."""
        below = cells[word - 1] if word > 0 else 0
        above = cells[word + 1] if word + 1 < self.words else 0
        found = 0
        for step in self.steps:
            found |= beside(below, cells[word], above, step)
        return found

    def meet(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        """Whether two boards share a cell."""
        return any(one[word] & other[word] for word in range(self.words))
