"""The centipede game: two players, two pots; each in turn takes the larger pot or passes."""

from fractions import Fraction

from adversario import Game


class Centipede(Game):
    zero_sum = False

    def __init__(self, rounds=6):
        self.rounds = rounds

    def initial(self):
        return ("start",)

    def player(self, state):
        return (len(state) - 1) % 2

    def actions(self, state):
        return ["take", "pass"]

    def result(self, state, action):
        return state + (action,)

    def is_terminal(self, state):
        return state[-1] == "take" or len(state) == self.rounds + 1

    def utility(self, state, player):
        growth = Fraction(3, 2) ** (len(state) - 2)
        large, small = 4 * growth, growth
        taker = len(state) % 2  # of the last action
        if state[-1] != "take":
            taker = 1 - taker  # the pots are passed once more
        return large if player == taker else small
