"""Breakthrough on a board three wide and four high: a dictionary in a hashable wrapper."""

from dataclasses import dataclass
from enum import IntEnum

from adversario import Game

WIDTH, HEIGHT = 3, 4


class Colour(IntEnum):
    WHITE = 0
    BLACK = 1


@dataclass(frozen=True)
class Board:
    pieces: tuple  # ((column, row), colour), sorted
    turn: Colour

    @property
    def at(self):
        return dict(self.pieces)


class Breakthrough(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        pieces = {(x, 0): Colour.WHITE for x in range(WIDTH)}
        pieces.update({(x, HEIGHT - 1): Colour.BLACK for x in range(WIDTH)})
        return Board(tuple(sorted(pieces.items())), Colour.WHITE)

    def player(self, board):
        return int(board.turn)

    def actions(self, board):
        at = board.at
        ahead = 1 if board.turn == Colour.WHITE else -1
        for (x, y), colour in board.pieces:
            if colour != board.turn:
                continue
            for dx in (-1, 0, 1):
                to = (x + dx, y + ahead)
                if not (0 <= to[0] < WIDTH and 0 <= to[1] < HEIGHT):
                    continue
                if to not in at or (dx != 0 and at[to] != board.turn):
                    yield ((x, y), to)

    def result(self, board, move):
        start, to = move
        at = board.at
        at[to] = at.pop(start)
        return Board(tuple(sorted(at.items())), Colour(1 - board.turn))

    def is_terminal(self, board):
        return self.loser(board) is not None

    def loser(self, board):
        for (x, y), colour in board.pieces:
            if colour == Colour.WHITE and y == HEIGHT - 1:
                return Colour.BLACK
            if colour == Colour.BLACK and y == 0:
                return Colour.WHITE
        if not any(True for _ in self.actions(board)):
            return board.turn
        return None

    def utility(self, board, player):
        return -1 if self.loser(board) == player else 1

    def action_name(self, board, move):
        (a, b), (c, d) = move
        return f"{'abc'[a]}{b + 1}{'abc'[c]}{d + 1}"
