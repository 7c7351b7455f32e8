"""Toads and frogs as one string, rewriting rules with str.replace; match and guards."""

from adversario import Game

RULES = {0: (("T_", "_T"), ("TF_", "_FT")), 1: (("_F", "F_"), ("_TF", "FT_"))}


def rewrites(board, rules):
    for old, new in rules:
        at = board.find(old)
        while at >= 0:
            yield board[:at] + new + board[at + len(old) :]
            at = board.find(old, at + 1)


class ToadsAndFrogs(Game):
    utility_bounds = (-1, 1)

    def __init__(self, start="TTT__FFF"):
        self.start = start

    def initial(self):
        return (self.start, 0)

    def player(self, state):
        match state:
            case (_, turn):
                return turn

    def actions(self, state):
        board, turn = state
        return list(rewrites(board, RULES[turn]))

    def result(self, state, action):
        return (action, 1 - state[1])

    def is_terminal(self, state):
        return not any(rewrites(state[0], RULES[state[1]]))

    def utility(self, state, player):
        return -1 if player == state[1] else 1
