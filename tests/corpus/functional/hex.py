"""Hex on a 3x3 board: comprehensions, a reduce, and an optional colour in each cell."""

from functools import reduce

from adversario import Game

N = 3
CELLS = [(r, c) for r in range(N) for c in range(N)]
NEAR = {
    (r, c): {(r + a, c + b) for a, b in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)]}
    for r, c in CELLS
}


def grow(group, stones):
    return group | {cell for cell in stones if NEAR[cell] & group}


class SmallHex(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return (None,) * (N * N)

    def player(self, board):
        return sum(colour is not None for colour in board) % 2

    def actions(self, board):
        return [cell for cell, colour in zip(CELLS, board) if colour is None]

    def result(self, board, cell):
        mine = self.player(board)
        return tuple(mine if each == cell else colour for each, colour in zip(CELLS, board))

    def connects(self, board, player):
        stones = {cell for cell, colour in zip(CELLS, board) if colour == player}
        start = {cell for cell in stones if cell[player] == 0}
        group = reduce(lambda group, _: grow(group, stones), range(N * N), start)
        return any(cell[player] == N - 1 for cell in group)

    def is_terminal(self, board):
        return any(self.connects(board, player) for player in (0, 1))

    def utility(self, board, player):
        return 1 if self.connects(board, player) else -1

    def action_name(self, board, cell):
        return f"{'abc'[cell[1]]}{cell[0] + 1}"
