"""Numbers of positions with at most four men, for endgame tables.

A layer is a set of men, such as KRK and KQKR: the side of the greater man is the first. Positions
are seen with the first side as White, and up to the symmetries of the board: left and right always,
all eight without pawns. The index has the player to move and the squares of the men.
"""

from __future__ import annotations

from collections.abc import Iterator

from adversario.bits import bit, count, invert, lowest
from adversario.games.boards.chess.hashing import ZOBRIST
from adversario.games.boards.chess.hints import ChessHints
from adversario.games.boards.chess.pieces import BISHOP, KING, LETTERS, PAWN, code_at, rest
from adversario.games.boards.chess.state import State

OPPOSED = 36
"""Added to the number of a layer in which the second man is of the other side."""

MOST_MEN = 4

CORNER = tuple(8 * row + column for column in range(4) for row in range(column + 1))
"""Squares of the first king without pawns, up to symmetry: a1, b1, b2, c1, ..., d4."""

PLACES = tuple(CORNER.index(square) if square in CORNER else -1 for square in range(64))


class ChessNumbering(ChessHints):
    """The rules with numbers for positions: on the full board, and without a limit of moves.

    A table does not know how many moves were made without a capture, so there are none for games
    with such a limit. Two pawns of different sides are left out, since one may capture the other in
    passing.
    """

    def layers(self, pieces: int = 0) -> Iterator[int]:
        """The layers in an order in which captures and promotions lead to earlier ones."""
        if self.variant != "standard" or self.clock_limit:
            return
        most = MOST_MEN if pieces == 0 else min(pieces, MOST_MEN)
        one = [first for first in (5, 4, 1) if most >= 3]
        yield from one
        two = [
            first + 6 * second + opposed
            for first in range(PAWN, KING)
            for second in range(PAWN, first + 1)
            for opposed in (0, OPPOSED)
            if most >= 4 and not (first == second == PAWN and opposed)
        ]
        yield from sorted(two, key=lambda layer: (layer % 6 == PAWN) + (layer // 6 % 6 == PAWN))

    def layer_name(self, layer: int) -> str:
        """As KRK or KQKR."""
        first, second = LETTERS[layer % 6].upper(), LETTERS[layer // 6 % 6].upper().strip(".")
        return f"K{first}K{second}" if layer >= OPPOSED else f"K{first}{second}K"

    def layer(self, state: State) -> int:
        """The men on the board; -1 if there are too many, or the position cannot be."""
        p0, p1, p2 = state.p0, state.p1, state.p2
        occupied, kings = p0 | p1 | p2, p1 & p2
        men = count(occupied)
        if men < 3 or men > MOST_MEN or state.castling or state.passant:
            return -1
        if self.clock_limit or count(kings & invert(p0)) != 2 or count(kings & state.own) != 1:
            return -1
        pawns = p0 & invert(p1 | p2)
        foe = lowest(kings & invert(state.own))
        checks = self.attackers(foe, 1 - state.turn, occupied, p0, p1, p2) & state.own
        if pawns & self.ends or checks:
            return -1
        others = occupied & invert(kings)
        one = lowest(others)
        first = code_at(p0, p1, p2, one)
        if men == 3:
            return -1 if first in (2, BISHOP) else first
        two = lowest(rest(others))
        second = code_at(p0, p1, p2, two)
        layer = max(first, second) + 6 * min(first, second)
        if (state.own & bit(one) != 0) != (state.own & bit(two) != 0):
            return -1 if first == second == PAWN else layer + OPPOSED
        return layer

    def layer_size(self, layer: int) -> int:
        """The number of indices: player to move, squares of the kings and of the other men."""
        men = 1 if layer // 6 % 6 == 0 else 2
        kings = 32 if self.has_pawns(layer) else len(CORNER)
        size: int = 2 * kings * 64 ** (1 + men)
        return size

    def has_pawns(self, layer: int) -> bool:
        """Whether one of the men of a layer is a pawn."""
        return layer % 6 == PAWN or layer // 6 % 6 == PAWN

    def index(self, state: State) -> int:
        """The least number of the images of a position."""
        p0, p1, p2, own = state.p0, state.p1, state.p2, state.own
        occupied, kings = p0 | p1 | p2, p1 & p2
        others = occupied & invert(kings)
        one = lowest(others)
        two = one
        if rest(others):
            two = lowest(rest(others))
        first, second = code_at(p0, p1, p2, one), code_at(p0, p1, p2, two)
        pawns = PAWN in (first, second)
        opposed = (own & bit(one) != 0) != (own & bit(two) != 0)
        # The first side has the greater man; of two equal ones on both sides, it is to move.
        if second > first or (opposed and first == second and own & bit(two)):
            one, two = two, one
        leads = 1 if own & bit(one) else 0
        mine, theirs = kings & own, kings & invert(own)
        strong, weak = lowest(mine if leads else theirs), lowest(theirs if leads else mine)
        if leads == state.turn:  # the first side is Black: the board from the other side
            strong, weak, one, two = strong ^ 56, weak ^ 56, one ^ 56, two ^ 56
        if strong & 4:
            strong, weak, one, two = strong ^ 7, weak ^ 7, one ^ 7, two ^ 7
        single, twins = count(others) == 1, first == second and not opposed
        if pawns:
            place = 4 * (strong >> 3) + (strong & 3)
            return numbered(leads, place, weak, one, two, 32, single, twins)
        if strong & 32:
            strong, weak, one, two = strong ^ 56, weak ^ 56, one ^ 56, two ^ 56
        if strong >> 3 > strong & 7:
            strong, weak, one, two = across(strong), across(weak), across(one), across(two)
        found = numbered(leads, PLACES[strong], weak, one, two, 10, single, twins)
        if strong >> 3 == strong & 7:
            weak, one, two = across(weak), across(one), across(two)
            found = min(found, numbered(leads, PLACES[strong], weak, one, two, 10, single, twins))
        return found

    def unindex(self, layer: int, index: int) -> State:
        """The position of that number, which may be impossible."""
        first, second = layer % 6, layer // 6 % 6
        opposed = 1 if layer >= OPPOSED else 0
        two = 0
        if second:
            two, index = index & 63, index >> 6
        one, index = index & 63, index >> 6
        weak, index = index & 63, index >> 6
        if self.has_pawns(layer):
            place, leads = index & 31, index >> 5
            strong = (place >> 2 << 3) + (place & 3)
        else:
            strong, leads = CORNER[index % len(CORNER)], index // len(CORNER)
        turn = 1 - leads
        white, black = bit(strong) | bit(one), bit(weak)
        p0, p1, p2 = white ^ white, bit(strong) | bit(weak), bit(strong) | bit(weak)
        if second:
            if opposed:
                black |= bit(two)
            else:
                white |= bit(two)
        own = black if turn else white
        words = ZOBRIST[64 * KING + strong] ^ ZOBRIST[512 + 64 * KING + weak]
        score = self.values[64 * KING + strong] + self.values[512 + 64 * KING + weak]
        for number in range(2 if second else 1):
            piece, at = (second, two) if number else (first, one)
            side = opposed if number else 0
            if piece & 1:
                p0 |= bit(at)
            if piece & 2:
                p1 |= bit(at)
            if piece & 4:
                p2 |= bit(at)
            words ^= ZOBRIST[512 * side + 64 * piece + at]
            score += self.values[512 * side + 64 * piece + at]
        if turn:
            words ^= ZOBRIST[0]
        occupied = p0 | p1 | p2
        king = weak if turn else strong
        checkers = self.attackers(king, turn, occupied, p0, p1, p2) & occupied & invert(own)
        return State(own, p0, p1, p2, own ^ own, checkers, words, 0, 0, turn, score)


def across(square: int) -> int:
    """The square mirrored at the diagonal from a1."""
    return (square & 7) << 3 | square >> 3


def numbered(
    leads: int, place: int, weak: int, one: int, two: int, kings: int, single: bool, twins: bool
) -> int:
    """The number of the squares and the side to move; of two equal men the lower is the first."""
    number = ((leads * kings + place) << 6 | weak) << 6
    if single:
        return number | one
    if twins and two < one:
        one, two = two, one
    return (number | one) << 6 | two
