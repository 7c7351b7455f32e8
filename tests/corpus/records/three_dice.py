"""Yahtzee-lite: three dice, one reroll of any subset, score by Counter."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from adversario import Game, CHANCE


@dataclass(frozen=True)
class Roll:
    dice: tuple = ()
    rerolls: int = 1
    to_roll: int = 3
    done: bool = False


def score(dice):
    counts = Counter(dice)
    value, times = counts.most_common(1)[0]
    if times == 3:
        return 30
    if sorted(dice) in ([1, 2, 3], [2, 3, 4]):
        return 20
    if times == 2:
        return 10 + value
    return max(counts)


class ThreeDice(Game):
    players = 1
    zero_sum = False
    chance = True

    def initial(self):
        return Roll()

    def player(self, state):
        return CHANCE if state.to_roll > 0 else 0

    def chances(self, state):
        n = state.to_roll
        counted = Counter(tuple(sorted(faces)) for faces in product(range(1, 5), repeat=n))
        total = sum(counted.values())
        return [(faces, Fraction(many, total)) for faces, many in sorted(counted.items())]

    def actions(self, state):
        kept = {()}
        for size in range(1, 4):
            kept.update(combinations(state.dice, size))
        return sorted(kept, key=lambda k: (len(k), k))

    def result(self, state, action):
        if state.to_roll:
            dice = tuple(sorted(state.dice + action))
            return Roll(dice, state.rerolls, 0, state.rerolls == 0)
        if len(action) == 3:
            return Roll(action, state.rerolls, 0, True)
        return Roll(tuple(action), state.rerolls - 1, 3 - len(action), False)

    def is_terminal(self, state):
        return state.done

    def utility(self, state, player):
        return score(state.dice)
