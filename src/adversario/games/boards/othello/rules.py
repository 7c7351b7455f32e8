"""Othello: place a disc, flip the discs it encloses; the player with more discs at the end wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.bits import Board, bit, count, indices
from adversario.game import Game
from adversario.games.boards.othello.discs import flips, mirror, moves, transpose
from adversario.games.boards.othello.estimate import classes_of
from adversario.games.boards.othello.patterns import (
    STAGES,
    mirrored_pairs,
    table_sizes,
)

PASS = 64
"""The action of a player who has no legal square while the other has one."""


class State(NamedTuple):
    """A position; bit 8 * row + column of a board is a square. `turn` is 0 for X, who is black."""

    mover: Board
    other: Board
    turn: int


class OthelloRules(Game[State, int]):
    """The rules, on two boards of bits. An action is a square, 8 * row + column, or PASS."""

    stages = STAGES

    def __init__(self, size: int = 8, score: str = "result") -> None:
        if size not in (4, 6, 8):
            raise InputError("othello.size", size=size)
        if score not in ("result", "discs"):
            raise InputError("othello.score", score=score)
        self.size, self.score, self.by_discs = size, score, score == "discs"
        self.utility_bounds = (-size * size, size * size) if self.by_discs else (-1, 1)
        row, column = (1 << size) - 1, sum(1 << 8 * row for row in range(size))
        self.squares = sum(row << 8 * number for number in range(size))
        ends, sides = row | row << 8 * (size - 1), column | column << size - 1
        self.corners = ends & sides
        self.classes = classes_of(size)
        self.pattern_sizes = table_sizes(size)
        self.pairs = mirrored_pairs(size)

    def initial(self) -> State:
        """Two discs each in the centre, X to move."""
        low, high = 9 * (self.size // 2 - 1), 9 * (self.size // 2)
        return State(bit(low + 1) | bit(high - 1), bit(low) | bit(high), 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The squares that flip a disc, or else PASS."""
        legal = moves(state.mover, state.other) & self.squares
        if not legal:
            yield PASS
        yield from indices(legal)

    def result(self, state: State, action: int) -> State:
        """The board with the disc and its flips, or unchanged after a pass."""
        if action == PASS:
            return State(state.other, state.mover, 1 - state.turn)
        flipped = flips(state.mover, state.other, action)
        return State(state.other ^ flipped, state.mover | flipped | bit(action), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether neither player can place a disc."""
        if moves(state.mover, state.other) & self.squares:
            return False
        return not moves(state.other, state.mover) & self.squares

    def utility(self, state: State, player: int) -> int:
        """The result or the difference in discs, by `score`."""
        margin = self.margin(state.mover, state.other)
        if not self.by_discs:
            margin = min(1, max(-1, margin))
        return margin if player == state.turn else -margin

    def margin(self, mover: Board, other: Board) -> int:
        """The number of squares by which the mover wins a game that is over."""
        difference = count(mover) - count(other)
        empty = self.size * self.size - count(mover | other)
        if difference > 0:
            return difference + empty
        return difference - empty if difference < 0 else 0

    def most_states(self) -> int | None:
        """Discs in the centre, each other square in any state, and either player to move."""
        return 2 * 2**4 * int(3 ** (self.size**2 - 4))

    def symmetries(self, state: State) -> Iterator[State]:
        """The eight rotations and reflections of the board."""
        mover, other = state.mover, state.other
        for _ in range(4):
            yield State(mover, other, state.turn)
            mover, other = self.reflect(mover), self.reflect(other)
            yield State(mover, other, state.turn)
            mover, other = transpose(mover), transpose(other)

    def reflect(self, board: Board) -> Board:
        """The board with left and right exchanged."""
        return mirror(board, 8 - self.size)
