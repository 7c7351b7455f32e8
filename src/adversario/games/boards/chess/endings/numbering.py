"""Numbering of chess endings: a layer for each set of remaining pieces, up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.games.boards.chess.endings.rules import CAPTURED, LETTERS, EndingsRules, State
from adversario.tuples import replaced


class EndingsNumbering(EndingsRules):
    """The rules with numbers for positions, for endgame tables."""

    def layers(self, pieces: int = 0) -> Iterator[int]:
        """Sets of pieces as bits, the smaller ones first; both kings count as pieces."""
        most = len(self.kinds) if pieces == 0 else pieces - 2
        for layer in sorted(range(1, 1 << len(self.kinds)), key=lambda each: each.bit_count()):
            if layer.bit_count() <= most and not (self.twins and layer == 2):
                yield layer

    def layer(self, state: State) -> int:
        """The remaining pieces; -1 for an impossible position."""
        found = 0
        for number in range(len(self.kinds)):
            if state.pieces[number] != CAPTURED:
                found += 1 << number
        if self.twins and found == 2:
            found = 1  # either of two equal pieces may be the one left
        return found if found > 0 and self.is_possible(state) else -1

    def layer_name(self, layer: int) -> str:
        """As KRK."""
        left = (LETTERS[kind] for at, kind in enumerate(self.kinds) if layer >> at & 1)
        return f"K{''.join(left)}K"

    def layer_size(self, layer: int) -> int:
        """The number of indices: White's king is in an eighth of the board."""
        size: int = 2 * self.corners * self.squares ** (1 + layer.bit_count())
        return size

    def index(self, state: State) -> int:
        """The least index of the images that have White's king in that eighth."""
        least = -1
        for image in range(8):
            king = self.places[self.images[image][state.king]]
            if king >= 0:
                number = 2 * king + state.turn
                number = number * self.squares + self.images[image][state.bare]
                for at in range(len(self.kinds)):
                    if state.pieces[at] != CAPTURED:
                        square = self.images[image][state.pieces[at]]
                        number = number * self.squares + square
                if least < 0 or number < least:
                    least = number
        return least

    def unindex(self, layer: int, index: int) -> State:
        """The position with that index, which may be impossible."""
        pieces = self.kinds  # a tuple of the right length, to be replaced
        for back in range(len(self.kinds)):
            at = len(self.kinds) - 1 - back
            if layer >> at & 1:
                pieces = replaced(pieces, at, index % self.squares)
                index //= self.squares
            else:
                pieces = replaced(pieces, at, CAPTURED)
        bare, index = index % self.squares, index // self.squares
        return State(self.corner[index // 2], pieces, bare, index % 2)

    def is_possible(self, state: State) -> bool:
        """Whether no two pieces share a square, and the last move left no king attacked."""
        if self.is_near(state.king, state.bare):
            return False
        for number in range(len(self.kinds)):
            at = state.pieces[number]
            if at == CAPTURED:
                continue
            if at in (state.king, state.bare):
                return False
            for other in range(number):
                if state.pieces[other] == at:
                    return False
        return state.turn == 1 or not self.is_attacked(state, state.bare)

    def symmetries(self, state: State) -> Iterator[State]:
        """The eight rotations and reflections of the board."""
        for image in range(8):
            moved = self.images[image]
            pieces = state.pieces
            for at in range(len(self.kinds)):
                if pieces[at] != CAPTURED:
                    pieces = replaced(pieces, at, moved[pieces[at]])
            yield State(moved[state.king], pieces, moved[state.bare], state.turn)
