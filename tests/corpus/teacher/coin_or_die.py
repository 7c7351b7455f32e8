"""Two players choose in turn, twice each: toss a coin (1 point for heads) or roll a die.

A six on the die is worth three points, anything else none. The player with more points wins a
stake of as many coins as the difference.
"""

from fractions import Fraction
from typing import NamedTuple

from adversario import CHANCE, Game


class State(NamedTuple):
    points: tuple
    turn: int
    thrown: object  # "coin", "die" or None


class CoinOrDie(Game):
    chance = True
    utility_bounds = (-9, 9)

    def __init__(self, turns=2):
        self.turns = turns

    def initial(self):
        return State((0, 0), 0, None)

    def player(self, state):
        if self.is_terminal(state):
            raise RuntimeError("the game is over: there is no player to move")
        return CHANCE if state.thrown else state.turn % 2

    def actions(self, state):
        return ["coin", "die"]

    def chances(self, state):
        if state.thrown == "coin":
            return {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}.items()
        return [("six", Fraction(1, 6)), ("less", Fraction(5, 6))]

    def result(self, state, action):
        if action in ("coin", "die"):
            return state._replace(thrown=action)
        won = {"heads": 1, "tails": 0, "six": 3, "less": 0}[action]
        points = list(state.points)
        points[state.turn % 2] += won
        return State(tuple(points), state.turn + 1, None)

    def is_terminal(self, state):
        return state.turn == 2 * self.turns

    def utility(self, state, player):
        return state.points[player] - state.points[1 - player]
