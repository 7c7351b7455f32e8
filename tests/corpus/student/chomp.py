"""Chomp on a bar of three rows of four squares; the square at the top left is poisoned.

The state is the rows and the player to move. A bite takes a square and all that is right of it
or below it. The player who takes the poisoned square loses.
"""

from adversario import Game


class Chomp(Game):
    utility_bounds = (-1, 1)

    def __init__(self, rows=3, columns=4):
        self.rows = rows
        self.columns = columns

    def initial(self):
        return ("#" * self.columns,) * self.rows, 0

    def player(self, state):
        rows, turn = state
        if rows[0] == "":
            raise ValueError("the bar is eaten")
        return turn

    def actions(self, state):
        rows, turn = state
        bites = []
        for r in range(len(rows)):
            for c in range(len(rows[r])):
                bites.append(f"{r + 1}{'abcdefgh'[c]}")
        return bites

    def result(self, state, bite):
        rows, turn = state
        row = int(bite[0]) - 1
        column = "abcdefgh".index(bite[1])
        left = []
        for r in range(len(rows)):
            if r >= row:
                left.append(rows[r][:column])
            else:
                left.append(rows[r])
        return tuple(left), 1 - turn

    def is_terminal(self, state):
        return state[0][0] == ""

    def utility(self, state, player):
        # whoever is to move now did not eat the poison
        return 1 if player == state[1] else -1
