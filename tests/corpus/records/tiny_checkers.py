"""English draughts on a 4x4 board (tiny), dict board in frozenset of pieces; forced capture."""

from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from adversario import Game

Piece = namedtuple("Piece", "color king")
Move = namedtuple("Move", ["src", "dst", "captured"], defaults=[None])


class Color(Enum):
    WHITE = 0
    BLACK = 1

    def opposite(self):
        return Color(1 - self.value)

    @property
    def forward(self):
        return -1 if self == Color.WHITE else 1


N = 4


@dataclass(frozen=True)
class State:
    pieces: frozenset  # of ((row, col), Piece)
    to_move: Color
    clock: int = 0

    def board(self):
        return {square: piece for square, piece in self.pieces}


class TinyCheckers(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        white = {((N - 1, c), Piece(Color.WHITE, False)) for c in range(N) if (N - 1 + c) % 2}
        black = {((0, c), Piece(Color.BLACK, False)) for c in range(N) if c % 2}
        return State(frozenset(white | black), Color.WHITE)

    def player(self, state):
        return state.to_move.value

    def directions(self, piece):
        rows = (-1, 1) if piece.king else (piece.color.forward,)
        return [(dr, dc) for dr in rows for dc in (-1, 1)]

    def actions(self, state):
        board = state.board()
        jumps, steps = [], []
        for square in sorted(board):
            piece = board[square]
            if piece.color != state.to_move:
                continue
            r, c = square
            for dr, dc in self.directions(piece):
                one, two = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
                if not (0 <= one[0] < N and 0 <= one[1] < N):
                    continue
                if one not in board:
                    steps.append(Move(square, one))
                elif (
                    board[one].color != state.to_move
                    and two not in board
                    and 0 <= two[0] < N
                    and 0 <= two[1] < N
                ):
                    jumps.append(Move(square, two, one))
        return jumps or steps

    def result(self, state, move):
        board = state.board()
        piece = board.pop(move.src)
        if move.captured is not None:
            del board[move.captured]
        last = 0 if piece.color is Color.WHITE else N - 1
        if move.dst[0] == last:
            piece = piece._replace(king=True)
        board[move.dst] = piece
        clock = 0 if move.captured else state.clock + 1
        return State(frozenset(board.items()), state.to_move.opposite(), clock)

    def is_terminal(self, state):
        return state.clock >= 8 or not self.actions(state)

    def utility(self, state, player):
        if self.actions(state):
            return 0
        return -1 if player == state.to_move.value else 1
