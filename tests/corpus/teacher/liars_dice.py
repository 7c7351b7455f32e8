"""Liar's dice with a die of three faces each, which both see: bids rise until one is doubted."""

from fractions import Fraction
from typing import Optional, NamedTuple
from enum import Enum
import itertools

from adversario import CHANCE, Game


class Bid(NamedTuple):
    count: int
    face: int

    def __str__(self):
        return f"{self.count} x {self.face}"


class Call(Enum):
    LIAR = "liar"


BIDS = sorted(Bid(c, f) for c, f in itertools.product((1, 2), (1, 2, 3)))


class State(NamedTuple):
    dice: tuple = ()
    bids: tuple = ()
    called: bool = False


class OpenLiarsDice(Game):
    chance = True
    utility_bounds = (-1, 1)

    def initial(self):
        return State()

    def player(self, state):
        if len(state.dice) < 2:
            return CHANCE
        return len(state.bids) % 2

    def chances(self, state):
        return {face: Fraction(1, 3) for face in (1, 2, 3)}.items()

    def actions(self, state):
        last: Optional[Bid] = state.bids[-1] if state.bids else None
        higher = [bid for bid in BIDS if last is None or bid > last]
        if last is not None:
            return [Call.LIAR] + higher
        return higher

    def result(self, state, action):
        if len(state.dice) < 2:
            return state._replace(dice=state.dice + (action,))
        if action is Call.LIAR:
            return state._replace(called=True)
        return state._replace(bids=state.bids + (action,))

    def is_terminal(self, state):
        return state.called

    def utility(self, state, player):
        bid = state.bids[-1]
        there = sum(die == bid.face for die in state.dice)
        bidder = (len(state.bids) - 1) % 2
        honest = there >= bid.count
        return 1 if (player == bidder) == honest else -1
