"""Stones on a board of Go: chains, liberties and the points that they reach.

A point is `(size + 1) * row + column`, rows from the top: a column that is always empty keeps
neighbours from wrapping around. Boards are tuples of words (`base.bitboards`).
"""

from __future__ import annotations

from typing import NamedTuple

from adversario.base.bitboards import WORD, beside, has, pack_cells, set_cell
from adversario.base.errors import InputError
from adversario.game import Game
from adversario.tuples import replaced

SMALLEST, LARGEST = 2, 19

PASS = -1
"""The action of passing."""

NOWHERE = -1
"""No point: beyond the edge of the board, or no ko."""


class State(NamedTuple):
    """A position. `turn` is 0 for Black."""

    black: tuple[int, ...]
    white: tuple[int, ...]
    turn: int
    ko: int  # the point where a single stone was just taken and may not be retaken; or NOWHERE
    passes: int  # in a row
    prisoners: int  # White's stones taken less Black's; only counted if they score


class GoBoard(Game[State, int]):
    """A board of `size` by `size` points, and what stones on it have."""

    placement = True

    def __init__(self, size: int) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise InputError("go.size", size=size, least=SMALLEST, most=LARGEST)
        self.size, self.stride = size, size + 1
        self.bit_count = size * self.stride
        self.action_count = self.bit_count + 1
        self.cells = tuple(
            row * self.stride + column for row in range(size) for column in range(size)
        )
        self.full = pack_cells(list(self.cells), self.bit_count)
        self.empty = pack_cells([], self.bit_count)
        self.words = len(self.full)
        self.near = self._steps(-self.stride, -1, 1, self.stride)
        up, down = -self.stride, self.stride
        self.diagonal = self._steps(up - 1, up + 1, down - 1, down + 1)
        self.round = (up, up + 1, 1, down + 1, down, down - 1, -1, up - 1)
        self.longest = 3 * size * size
        """The plies after which a rollout ends: cycles longer than a ko are not noticed there."""

    def _steps(self, *steps: int) -> tuple[tuple[int, ...], ...]:
        """For each point, the points that those steps lead to, or NOWHERE."""
        cells = set(self.cells)
        return tuple(
            tuple(cell + step if cell + step in cells else NOWHERE for step in steps)
            for cell in range(self.bit_count)
        )

    def neighbours(self, board: tuple[int, ...], word: int) -> int:
        """A word of the neighbours of all stones of a board; points off the board are included."""
        below = board[word - 1] if word > 0 else 0
        above = board[word + 1] if word + 1 < self.words else 0
        here = board[word]
        return beside(below, here, above, 1) | beside(below, here, above, self.stride)

    def has_liberty(
        self, own: tuple[int, ...], other: tuple[int, ...], cell: int, but: int
    ) -> bool:
        """Whether the chain of own stones at a point has a liberty other than `but`.

        The flood stops at the first one.
        """
        chain = set_cell(self.empty, cell)
        growing = True
        while growing:
            growing = False
            for word in range(self.words):
                near = self.neighbours(chain, word)
                free = near & self.full[word] & ~(own[word] | other[word])
                if word == but // WORD:
                    free &= ~(1 << but % WORD)
                if free:
                    return True
                grown = chain[word] | near & own[word]
                if grown != chain[word]:
                    chain = replaced(chain, word, grown)
                    growing = True
        return False

    def chain_at(self, own: tuple[int, ...], cell: int) -> tuple[int, ...]:
        """The stones connected with the own stone at a point."""
        return self.flood(set_cell(self.empty, cell), own)

    def flood(self, seed: tuple[int, ...], within: tuple[int, ...]) -> tuple[int, ...]:
        """The seed and all points of a region that are connected with it."""
        growing = True
        while growing:
            growing = False
            for word in range(self.words):
                grown = seed[word] | self.neighbours(seed, word) & within[word]
                if grown != seed[word]:
                    seed = replaced(seed, word, grown)
                    growing = True
        return seed

    def reached_by(self, own: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        """The own stones and all points that a path of empty points links to one of them."""
        within = self.empty
        for word in range(self.words):
            within = replaced(within, word, self.full[word] & ~other[word])
        return self.flood(own, within)

    def is_playable(self, own: tuple[int, ...], other: tuple[int, ...], cell: int) -> bool:
        """Whether a stone of one's own on an empty point would have a liberty, after captures."""
        for at in self.near[cell]:
            if at >= 0 and not has(own, at) and not has(other, at):
                return True
        for at in self.near[cell]:
            if at >= 0:
                if has(own, at):
                    if self.has_liberty(own, other, at, cell):
                        return True
                elif not self.has_liberty(other, own, at, cell):
                    return True
        return False
