"""Domineering: one player puts dominoes upright, the other one flat; who cannot loses."""

from adversario import Game


class Domineering(Game):
    utility_bounds = (-1, 1)

    def __init__(self, rows=3, cols=4):
        self.rows = rows
        self.cols = cols

    def initial(self):
        free = set()
        for r in range(self.rows):
            for c in range(self.cols):
                free.add((r, c))
        return (frozenset(free), True)

    def player(self, state):
        free, vertical = state
        return 0 if vertical else 1

    def moves(self, free, vertical):
        result = []
        for r, c in free:
            other = (r + 1, c) if vertical else (r, c + 1)
            if other in free:
                result.append(((r, c), other))
        result.sort()
        return result

    def actions(self, state):
        return self.moves(*state)

    def result(self, state, action):
        free, vertical = state
        return (free - set(action), not vertical)

    def is_terminal(self, state):
        return len(self.moves(*state)) == 0

    def utility(self, state, player):
        loser = self.player(state)
        return -1 if player == loser else 1
