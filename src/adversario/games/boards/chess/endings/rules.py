"""Chess endings without pawns: White's king and a few pieces against the bare king."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.tuples import replaced

QUEEN, ROOK, BISHOP, KNIGHT = range(4)
LETTERS = "QRBN"
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""The directions of the king: straight ones first, then diagonal ones."""

JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
CAPTURED = -1


class State(NamedTuple):
    """A position; squares are numbered from a1 along the rows, -1 for a captured piece."""

    king: int
    pieces: tuple[int, ...]
    bare: int
    turn: int


class EndingsRules(Game[State, int]):
    """The rules.

    An action is the target square plus 64 times the piece: 0 the king, 1 the first piece.
    """

    utility_bounds = (-1, 1)

    def __init__(self, pieces: str = "R", size: int = 8) -> None:
        kinds = pieces.upper()
        if not 1 <= len(kinds) <= 2 or set(kinds) - set(LETTERS):
            raise InputError("endings.pieces", given=pieces)
        if not 4 <= size <= 8:
            raise InputError("endings.size", given=size)
        self.pieces, self.size = kinds, size
        self.kinds = tuple(LETTERS.index(each) for each in kinds)
        self.squares = size * size
        self.twins = len(kinds) == 2 and kinds[0] == kinds[1]
        images = _images(size)
        corner = sorted({min(image[at] for image in images) for at in range(self.squares)})
        self.corner = tuple(corner)
        self.corners = len(corner)
        self.places = tuple(corner.index(at) if at in corner else -1 for at in range(self.squares))
        self.images = images

    def initial(self) -> State:
        """The kings opposite each other on the edges, White's pieces in the corner."""
        middle = self.size // 2
        return State(middle, tuple(range(len(self.kinds))), self.squares - self.size + middle, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """White's pieces before the king; Black has only the king."""
        if state.turn == 0:
            for number, kind in enumerate(self.kinds):
                if state.pieces[number] != CAPTURED:
                    for to in self.destinations(state, state.pieces[number], kind):
                        yield 64 * (number + 1) + to
        for dx, dy in STEPS:
            to = self.beside(state.bare if state.turn == 1 else state.king, dx, dy)
            if to >= 0 and self.may_go(state, to):
                yield to

    def destinations(self, state: State, at: int, kind: int) -> Iterator[int]:
        """The squares that a piece can reach from one."""
        for step in range(8):
            if (kind == ROOK and step >= 4) or (kind == BISHOP and step < 4):
                continue
            dx, dy = JUMPS[step] if kind == KNIGHT else STEPS[step]
            to = self.beside(at, dx, dy)
            while to >= 0 and self.is_free(state, to):
                yield to
                to = self.beside(to, dx, dy) if kind != KNIGHT else -1

    def may_go(self, state: State, to: int) -> bool:
        """Whether the king of the player to move may go to an adjacent square."""
        if state.turn == 1:
            return self.is_safe(state, to)
        return self.is_free(state, to) and not self.is_near(to, state.bare)

    def result(self, state: State, action: int) -> State:
        """The position after the move; the bare king captures a piece on the target square."""
        to, mover = action % 64, action // 64
        if state.turn == 1:
            pieces = state.pieces
            for number in range(len(self.kinds)):
                if pieces[number] == to:
                    pieces = replaced(pieces, number, CAPTURED)
            return State(state.king, pieces, to, 0)
        if mover == 0:
            return State(to, state.pieces, state.bare, 1)
        return State(state.king, replaced(state.pieces, mover - 1, to), state.bare, 1)

    def is_terminal(self, state: State) -> bool:
        """Whether White has no piece left, or the player to move has no move."""
        if all(at == CAPTURED for at in state.pieces):
            return True
        for _ in self.actions(state):
            return False
        return True

    def utility(self, state: State, player: int) -> int:
        """1 for White's mate, 0 for a draw."""
        if state.turn == 1 and self.is_attacked(state, state.bare):
            return 1 if player == 0 else -1
        return 0

    def evaluate(self, state: State, player: int) -> float:
        """How near the bare king is to the edge, and the kings to each other."""
        edge = self.size // 2 - self.rim(state.bare)
        apart = self.distance(state.king, state.bare)
        value = (4 * edge + self.size - apart) / (6 * self.size)
        return value if player == 0 else -value

    # The board.

    def beside(self, at: int, dx: int, dy: int) -> int:
        """The adjacent square in a direction, -1 off the board."""
        x, y = at % self.size + dx, at // self.size + dy
        return y * self.size + x if 0 <= x < self.size and 0 <= y < self.size else -1

    def distance(self, one: int, other: int) -> int:
        """The number of king's moves from one square to another."""
        return max(
            abs(one % self.size - other % self.size), abs(one // self.size - other // self.size)
        )

    def rim(self, at: int) -> int:
        """The distance of a square from the edge."""
        x, y = at % self.size, at // self.size
        return min(x, self.size - 1 - x, y, self.size - 1 - y)

    def is_near(self, one: int, other: int) -> bool:
        """Whether a king on one square attacks the other, or is on it."""
        return self.distance(one, other) <= 1

    def is_free(self, state: State, at: int) -> bool:
        """Whether a square is empty."""
        return at not in (state.king, state.bare) and not any(each == at for each in state.pieces)

    def is_safe(self, state: State, to: int) -> bool:
        """Whether the bare king may go there."""
        if self.is_near(to, state.king):
            return False
        pieces = state.pieces
        for number in range(len(self.kinds)):
            if pieces[number] == to:
                pieces = replaced(pieces, number, CAPTURED)
        # The king's own square no longer shields the squares behind it.
        return not self.is_attacked(State(state.king, pieces, to, 1), to)

    def is_attacked(self, state: State, target: int) -> bool:
        """Whether a white piece attacks a square; the bare king does not block it."""
        for number, kind in enumerate(self.kinds):
            if state.pieces[number] != CAPTURED and self.attacks(state, number, kind, target):
                return True
        return False

    def attacks(self, state: State, number: int, kind: int, target: int) -> bool:
        """Whether a piece of White attacks the target."""
        at = state.pieces[number]
        dx, dy = target % self.size - at % self.size, target // self.size - at // self.size
        if kind == KNIGHT:
            return dx * dx + dy * dy == 5
        straight, diagonal = dx == 0 or dy == 0, abs(dx) == abs(dy)
        if at == target or not ((straight and kind != BISHOP) or (diagonal and kind != ROOK)):
            return False
        length = max(abs(dx), abs(dy))
        step = dy // length * self.size + dx // length
        for each in range(1, length):
            between = at + each * step
            if between == state.king or any(other == between for other in state.pieces):
                return False
        return True


def _images(size: int) -> tuple[tuple[int, ...], ...]:
    """The image of each square by the eight symmetries of the board."""
    last, found = size - 1, []
    for turned in (False, True):
        for flipped_x in (False, True):
            for flipped_y in (False, True):
                image = []
                for at in range(size * size):
                    x, y = at % size, at // size
                    x, y = (y, x) if turned else (x, y)
                    x, y = last - x if flipped_x else x, last - y if flipped_y else y
                    image.append(y * size + x)
                found.append(tuple(image))
    return tuple(found)
