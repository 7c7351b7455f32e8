"""Tak on a board of 3x3: flat stones and walls, stacks that move one square."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Iterator, Literal, Union

from adversario import Game


class Kind(Enum):
    FLAT = "F"
    WALL = "S"


@dataclass(frozen=True)
class Piece:
    owner: int
    kind: Kind = Kind.FLAT

    @property
    def is_road(self) -> bool:
        return self.kind is Kind.FLAT


Stack = tuple[Piece, ...]


@dataclass(frozen=True)
class Place:
    square: int
    kind: Kind


@dataclass(frozen=True)
class Move:
    square: int
    direction: int
    count: int


@dataclass(frozen=True)
class Position:
    squares: tuple[Stack, ...]
    reserves: tuple[int, int] = (5, 5)
    turn: int = 0
    ply: int = 0

    def top(self, square: int) -> Piece | None:
        stack = self.squares[square]
        return stack[-1] if stack else None


class MiniTak(Game):
    utility_bounds = (-1, 1)

    def __init__(self, size: int = 3, longest: int = 12):
        self.size = size
        self.longest = longest
        self.neighbours: dict[int, list[tuple[int, int]]] = {}
        for square in range(size * size):
            row, col = divmod(square, size)
            around = []
            for index, (dr, dc) in enumerate([(0, 1), (1, 0), (0, -1), (-1, 0)]):
                if 0 <= row + dr < size and 0 <= col + dc < size:
                    around.append((index, (row + dr) * size + col + dc))
            self.neighbours[square] = around

    def initial(self) -> Position:
        return Position(tuple(() for _ in range(self.size**2)))

    def player(self, state: Position) -> int:
        return state.turn

    def actions(self, state: Position) -> Iterator[Union[Place, Move]]:
        me = state.turn
        for square, stack in enumerate(state.squares):
            if not stack:
                if state.reserves[me] > 0:
                    for kind in Kind:
                        yield Place(square, kind)
            elif stack[-1].owner == me:
                for direction, target in self.neighbours[square]:
                    top = state.top(target)
                    if top is not None and top.kind is Kind.WALL:
                        continue
                    for count in range(1, min(len(stack), self.size) + 1):
                        yield Move(square, direction, count)

    def result(self, state: Position, action) -> Position:
        squares = list(state.squares)
        reserves = state.reserves
        if isinstance(action, Place):
            squares[action.square] = (Piece(state.turn, action.kind),)
            reserves = tuple(r - (p == state.turn) for p, r in enumerate(reserves))
        else:
            target = dict(self.neighbours[action.square])[action.direction]
            stack = squares[action.square]
            keep, carried = stack[: -action.count], stack[-action.count :]
            squares[action.square] = keep
            squares[target] = squares[target] + carried
        return replace(
            state, squares=tuple(squares), reserves=reserves, turn=1 - state.turn, ply=state.ply + 1
        )

    def road(self, state: Position, player: int) -> bool:
        def mine(square: int) -> bool:
            piece = state.top(square)
            return piece is not None and piece.owner == player and piece.is_road

        n = self.size
        for starts, ends in (
            (range(n), range(n * n - n, n * n)),
            (range(0, n * n, n), range(n - 1, n * n, n)),
        ):
            seen = {s for s in starts if mine(s)}
            frontier = list(seen)
            while frontier:
                square = frontier.pop()
                if square in ends:
                    return True
                for _, other in self.neighbours[square]:
                    if other not in seen and mine(other):
                        seen.add(other)
                        frontier.append(other)
        return False

    def is_terminal(self, state: Position) -> bool:
        if self.road(state, 0) or self.road(state, 1):
            return True
        return state.ply >= self.longest or all(state.squares) or 0 in state.reserves

    def utility(self, state: Position, player: int) -> int:
        mover = 1 - state.turn
        if self.road(state, mover):
            winner = mover
        elif self.road(state, 1 - mover):
            winner = 1 - mover
        else:
            flats = [0, 0]
            for square in range(self.size**2):
                top = state.top(square)
                if top is not None and top.is_road:
                    flats[top.owner] += 1
            if flats[0] == flats[1]:
                return 0
            winner = 0 if flats[0] > flats[1] else 1
        return 1 if winner == player else -1
