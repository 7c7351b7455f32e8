"""Pong Hau K'i: five points, two pieces each; a player who cannot move loses."""

import copy

from adversario import Game

ROADS = {
    "nw": ["sw", "c"],
    "ne": ["se", "c"],
    "c": ["nw", "ne", "sw", "se"],
    "sw": ["nw", "c", "se"],
    "se": ["ne", "c", "sw"],
}
POINTS = ["nw", "ne", "c", "sw", "se"]


class PongHauKi(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return (("A", "A", " ", "B", "B"), "A")

    def player(self, state):
        return 0 if state[1] == "A" else 1

    def actions(self, state):
        board, turn = state
        empty = POINTS[board.index(" ")]
        moves = []
        for point in ROADS[empty]:
            if board[POINTS.index(point)] == turn:
                moves.append(point + "-" + empty)
        return moves

    def result(self, state, action):
        board = copy.copy(list(state[0]))
        start, end = action.split("-")
        board[POINTS.index(end)] = board[POINTS.index(start)]
        board[POINTS.index(start)] = " "
        return (tuple(board), "B" if state[1] == "A" else "A")

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1
