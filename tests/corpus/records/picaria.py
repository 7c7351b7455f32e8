"""Picaria: three stones each on a 3x3 board, placed in turn and then moved; three in a row win."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Iterator, Optional

from adversario import Game


class Stone(Enum):
    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Stone:
        return Stone.BLACK if self is Stone.WHITE else Stone.WHITE


@dataclass(frozen=True)
class Place:
    to: int

    def __str__(self) -> str:
        return str(self.to)


@dataclass(frozen=True)
class Step:
    start: int
    to: int

    def __str__(self) -> str:
        return f"{self.start}>{self.to}"


@dataclass(frozen=True)
class Position:
    board: tuple[Optional[Stone], ...]
    turn: Stone
    placed: int


def next_to(a: int, b: int) -> bool:
    """Every neighbour along a row, a column or a diagonal."""
    return a != b and abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1


ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Picaria(Game):
    utility_bounds = (-1, 1)

    def initial(self) -> Position:
        return Position((None,) * 9, Stone.WHITE, 0)

    def player(self, state: Position) -> int:
        return 0 if state.turn is Stone.WHITE else 1

    def actions(self, state: Position) -> Iterator[Place | Step]:
        empty = [point for point in range(9) if state.board[point] is None]
        if state.placed < 6:
            for point in empty:
                yield Place(point)
            return
        for start, stone in enumerate(state.board):
            if stone is state.turn:
                for to in empty:
                    if next_to(start, to):
                        yield Step(start, to)

    def result(self, state: Position, action: Place | Step) -> Position:
        board = list(state.board)
        if isinstance(action, Step):
            board[action.start] = None
        board[action.to] = state.turn
        placed = min(6, state.placed + isinstance(action, Place))
        return replace(state, board=tuple(board), turn=state.turn.other, placed=placed)

    def winner(self, state: Position) -> Optional[Stone]:
        for row in ROWS:
            stones = {state.board[point] for point in row}
            if len(stones) == 1 and None not in stones:
                return stones.pop()
        return None

    def is_terminal(self, state: Position) -> bool:
        return self.winner(state) is not None or not any(True for _ in self.actions(state))

    def utility(self, state: Position, player: int) -> int:
        winner = self.winner(state) or state.turn.other  # who cannot move loses
        return 1 if (winner is Stone.WHITE) == (player == 0) else -1
