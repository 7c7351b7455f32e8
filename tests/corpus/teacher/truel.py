"""Three cowboys duel (the truel): each with his accuracy; shots are chance."""

from fractions import Fraction
from adversario import CHANCE, Game

ACCURACY = {"Good": Fraction(1, 3), "Bad": Fraction(2, 3), "Ugly": Fraction(1)}
NAMES = list(ACCURACY)


class Truel(Game):
    players = 3
    zero_sum = False
    chance = True

    def initial(self):
        return (frozenset(NAMES), "Good", None, 0)

    def player(self, state):
        alive, shooter, target, shots = state
        if target:
            return CHANCE
        return NAMES.index(shooter)

    def actions(self, state):
        alive, shooter, target, shots = state
        return sorted(alive - {shooter}) + ["air"]

    def next_shooter(self, alive, shooter):
        i = NAMES.index(shooter)
        while True:
            i = (i + 1) % len(NAMES)
            if NAMES[i] in alive:
                return NAMES[i]

    def result(self, state, action):
        alive, shooter, target, shots = state
        if target is None:
            if action == "air":
                return (alive, self.next_shooter(alive, shooter), None, shots + 1)
            return (alive, shooter, action, shots)
        if action == "hit":
            alive = alive - {target}
        return (alive, self.next_shooter(alive, shooter), None, shots + 1)

    def chances(self, state):
        p = ACCURACY[state[1]]
        if p == 1:
            return [("hit", 1)]
        return [("hit", p), ("miss", 1 - p)]

    def is_terminal(self, state):
        return state[2] is None and (len(state[0]) == 1 or state[3] >= 6)

    def utility(self, state, player):
        alive = state[0]
        return Fraction(1, len(alive)) if NAMES[player] in alive else 0
