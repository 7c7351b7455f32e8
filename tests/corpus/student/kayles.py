"""Kayles: a ball knocks down one pin or two pins side by side; who takes the last pin wins."""

from adversario import Game


class Kayles(Game):
    utility_bounds = (-1, 1)

    def __init__(self, pins=7):
        self.pins = pins

    def initial(self):
        return "I" * self.pins + "/A"

    def player(self, state):
        return "AB".index(state[-1])

    def actions(self, state):
        moves = []
        pins = state[:-2]
        for i in range(len(pins)):
            if pins[i] == "I":
                moves.append((i,))
            if pins[i : i + 2] == "II":
                moves.append((i, i + 1))
        return moves

    def result(self, state, pins):
        row = list(state[:-2])
        for i in pins:
            row[i] = "."
        return "".join(row) + "/" + ("B" if state[-1] == "A" else "A")

    def is_terminal(self, state):
        return "I" not in state

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1
