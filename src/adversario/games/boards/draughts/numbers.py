"""Numbering of draughts positions with few pieces, for endgame tables.

A layer has all positions with the same pieces, with either player to move: the side with more
pieces may be either. Seen from the player to move, with White at the bottom, a position is a choice
of squares for the mover's men, for the opponent's men, and of the remaining squares for the mover's
kings and the opponent's. A choice is numbered in the combinatorial number system (Lehmer 1964).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from adversario.bits import count, indices
from adversario.games.boards.draughts.state import State

MOST = 6
"""The most pieces of the layers that are listed by default."""

KINDS = 16
"""The most men or kings of a side in a layer are one less."""

CHOICES = tuple(tuple(comb(size, chosen) for chosen in range(9)) for size in range(51))
"""CHOICES[n][k] is the number of ways to choose k of n squares."""


def rank(board: int) -> int:
    """The number of a set of squares among all sets of the same size."""
    number = 0
    for before, square in enumerate(indices(board)):
        number += CHOICES[square][before + 1]
    return number


def unrank(number: int, chosen: int) -> int:
    """The set of `chosen` squares with that number; the inverse of `rank`."""
    board, square = 0, 50
    while chosen > 0:
        while CHOICES[square][chosen] > number:
            square -= 1
        board |= 1 << square
        number -= CHOICES[square][chosen]
        chosen -= 1
    return board


def squeeze(board: int, taken: int) -> int:
    """The board without the squares that are taken; the others are moved together."""
    found = 0
    for square in indices(board):
        found |= 1 << square - count(taken & (1 << square) - 1)
    return found


def spread(board: int, taken: int) -> int:
    """The inverse of `squeeze`."""
    found = 0
    for place in indices(board):
        square = place
        while True:
            shifted = place + count(taken & (1 << square + 1) - 1)
            if shifted == square:
                break
            square = shifted
        found |= 1 << square
    return found


class DraughtsNumbers:
    """The numbering for endgame tables, as a mixin for games of draughts."""

    area: int
    half: int
    black_turn: int

    def layers(self, pieces: int = 0) -> Iterator[int]:
        """Layers with fewer pieces first; among those of the same size, with fewer men first."""
        most = pieces if pieces > 0 else MOST
        sides = [(men, kings) for men in range(most + 1) for kings in range(most + 1 - men)]
        found = [
            (sum(one) + sum(other), one[0] + other[0], KINDS * one[0] + one[1],
             KINDS * other[0] + other[1])
            for one in sides for other in sides if one >= other
        ]  # fmt: skip
        for total, _, one, other in sorted(found):
            if 0 < total <= most:
                yield KINDS * KINDS * one + other

    def layer_name(self, layer: int) -> str:
        """The kings and men of both sides, as 2k1m-1k0m."""
        sides = divmod(layer, KINDS * KINDS)
        return "-".join(f"{side % KINDS}k{side // KINDS}m" for side in sides)

    def layer_size(self, layer: int) -> int:
        """The number of indices; doubled if the sides differ, as either may be to move."""
        one, other = divmod(layer, KINDS * KINDS)
        return self.ways(one, other) * (1 if one == other else 2)

    def ways(self, own: int, others: int) -> int:
        """The number of placements, including men of both sides on one square."""
        rows, men = self.area - self.half, own // KINDS + others // KINDS
        found = CHOICES[rows][own // KINDS] * CHOICES[rows][others // KINDS]
        found *= CHOICES[self.area - men][own % KINDS]
        return found * CHOICES[self.area - men - own % KINDS][others % KINDS]

    def layer(self, state: State) -> int:
        """The pieces of both sides, the greater side first."""
        if state.black & state.white != 0:
            return -1
        black, white = self.side(state.black, state.kings), self.side(state.white, state.kings)
        if black < 0 or white < 0:
            return -1
        return max(black, white) * KINDS * KINDS + min(black, white)

    def side(self, board: int, kings: int) -> int:
        """The pieces of a side as a number; -1 if there are too many."""
        men, crowned = count(board & ~kings), count(board & kings)
        return KINDS * men + crowned if men < KINDS and crowned < KINDS else -1

    def rotate(self, board: int) -> int:
        """The board seen from the other side."""
        found = 0
        for square in indices(board):
            found |= 1 << self.area - 1 - square
        return found

    def index(self, state: State) -> int:
        """The index of the position as the player to move sees it."""
        own, others, kings = state.white, state.black, state.kings
        if state.turn == self.black_turn:
            own, others, kings = self.rotate(state.black), self.rotate(own), self.rotate(kings)
        mine, theirs = self.side(own, kings), self.side(others, kings)
        men = (own | others) & ~kings
        taken = men | own
        free = self.area - mine // KINDS - theirs // KINDS
        number = rank((own & ~kings) >> self.half)
        number = number * CHOICES[self.area - self.half][theirs // KINDS] + rank(others & ~kings)
        number = number * CHOICES[free][mine % KINDS] + rank(squeeze(own & kings, men))
        number *= CHOICES[free - mine % KINDS][theirs % KINDS]
        number += rank(squeeze(others & kings, taken))
        return number if mine >= theirs else number + self.ways(theirs, mine)

    def unindex(self, layer: int, index: int) -> State:
        """The position with that index, White to move; men may share a square."""
        mine, theirs = layer // (KINDS * KINDS), layer % (KINDS * KINDS)
        ways = self.ways(mine, theirs)
        if index >= ways:
            index -= ways
            mine, theirs = theirs, mine
        free = self.area - mine // KINDS - theirs // KINDS
        size = CHOICES[free - mine % KINDS][theirs % KINDS]
        their_kings, index = index % size, index // size
        size = CHOICES[free][mine % KINDS]
        own_kings, index = index % size, index // size
        size = CHOICES[self.area - self.half][theirs // KINDS]
        others = unrank(index % size, theirs // KINDS)
        own = unrank(index // size, mine // KINDS) << self.half
        if own & others != 0:
            return State(others, own, 0, 1 - self.black_turn, 0)
        kings = spread(unrank(own_kings, mine % KINDS), own | others)
        own |= kings
        crowned = spread(unrank(their_kings, theirs % KINDS), own | others)
        return State(others | crowned, own, kings | crowned, 1 - self.black_turn, 0)
