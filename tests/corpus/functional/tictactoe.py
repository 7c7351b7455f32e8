"""Tic-tac-toe in a functional style: a state is the tuple of the squares played so far."""

from itertools import combinations

from adversario import Game

MAGIC = (2, 7, 6, 9, 5, 1, 4, 3, 8)  # three in a row add up to 15


def wins(squares):
    return any(sum(MAGIC[square] for square in three) == 15 for three in combinations(squares, 3))


class MagicTicTacToe(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return frozenset(), frozenset()

    def player(self, state):
        return len(state[0]) - len(state[1])

    def actions(self, state):
        return [square for square in range(9) if square not in state[0] | state[1]]

    def result(self, state, square):
        turn = self.player(state)
        return tuple(mine | {square} if i == turn else mine for i, mine in enumerate(state))

    def is_terminal(self, state):
        return any(map(wins, state)) or sum(map(len, state)) == 9

    def utility(self, state, player):
        return wins(state[player]) - wins(state[1 - player])
