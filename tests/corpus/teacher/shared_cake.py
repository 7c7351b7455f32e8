"""Three children share a cake: each in turn takes a piece, and the last one gets what is left."""

from fractions import Fraction

from adversario import Game

PIECES = {"a quarter": Fraction(1, 4), "a third": Fraction(1, 3), "half": Fraction(1, 2)}


class SharedCake(Game):
    players = 3
    zero_sum = False
    utility_sum = 1

    def initial(self):
        return ()

    def player(self, state):
        return len(state)

    def left(self, state):
        return 1 - sum(PIECES[piece] for piece in state)

    def actions(self, state):
        return [piece for piece in PIECES if PIECES[piece] <= self.left(state)]

    def result(self, state, piece):
        return (*state, piece)

    def is_terminal(self, state):
        return len(state) == 2

    def utility(self, state, player):
        if player < 2:
            return PIECES[state[player]]
        return self.left(state)

    def player_name(self, player):
        return ["Ana", "Luis", "Eva"][player]
