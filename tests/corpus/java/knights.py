"""Knights' duel on 4x4: knights leave burnt squares; getters, builder, static factory, constants."""

from dataclasses import dataclass
from enum import Enum, unique
from typing import ClassVar, List, Optional, Set, Tuple

from adversario import Game


@unique
class Side(Enum):
    WHITE = "white"
    BLACK = "black"

    @classmethod
    def fromIndex(cls, index: int) -> "Side":
        return list(cls)[index]

    def index(self) -> int:
        return list(Side).index(self)

    def next(self) -> "Side":
        return Side.fromIndex((self.index() + 1) % len(Side))


@dataclass(frozen=True)
class Square:
    row: int
    col: int

    SIZE: ClassVar[int] = 4

    @staticmethod
    def of(text: str) -> "Square":
        return Square(int(text[1]) - 1, ord(text[0]) - ord("a"))

    def isOnBoard(self) -> bool:
        return 0 <= self.row < Square.SIZE and 0 <= self.col < Square.SIZE

    def plus(self, dr: int, dc: int) -> "Square":
        return Square(self.row + dr, self.col + dc)

    def toString(self) -> str:
        return chr(ord("a") + self.col) + str(self.row + 1)


@dataclass(frozen=True)
class Duel:
    white: Square
    black: Square
    burnt: Tuple[bool, ...]
    side: Side

    def knightOf(self, side: Side) -> Square:
        if side is Side.WHITE:
            return self.white
        else:
            return self.black

    def isFree(self, square: Square) -> bool:
        return (
            square.isOnBoard()
            and not self.burnt[square.row * Square.SIZE + square.col]
            and square != self.white
            and square != self.black
        )


class KnightsDuel(Game):
    utility_bounds = (-1, 1)
    JUMPS: List[Tuple[int, int]] = [
        (1, 2),
        (2, 1),
        (-1, 2),
        (-2, 1),
        (1, -2),
        (2, -1),
        (-1, -2),
        (-2, -1),
    ]

    def initial(self):
        burnt = [False for _ in range(Square.SIZE**2)]
        return Duel(Square.of("a1"), Square.of("d4"), tuple(burnt), Side.WHITE)

    def player(self, state):
        return state.side.index()

    def actions(self, state):
        squares: List[str] = []
        here = state.knightOf(state.side)
        for dr, dc in self.JUMPS:
            there = here.plus(dr, dc)
            if state.isFree(there):
                squares.append(there.toString())
        return squares

    def result(self, state, action):
        there = Square.of(action)
        here = state.knightOf(state.side)
        burnt = list(state.burnt)
        burnt[here.row * Square.SIZE + here.col] = True
        white = there if state.side is Side.WHITE else state.white
        black = there if state.side is Side.BLACK else state.black
        return Duel(white, black, tuple(burnt), state.side.next())

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        loser = state.side
        return -1 if Side.fromIndex(player) == loser else 1
