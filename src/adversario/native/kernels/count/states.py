"""How many states a game has, from random walks: each state met is divided among its parents."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.random import draw

FINE = 1 << 31
"""Random numbers are below this."""

UNKNOWN, CROWDED = -1.0, -2.0
"""In place of an estimate: parents are not known, or there is no room for the shares."""


def walk(
    state: Any, seed: int, number: int, walkers: int, here: int, there: int, shares: Any
) -> float:
    """An estimate of how many states can be reached; see `native.states`, which has its twin.

    `here` and `there` are addresses with room for the states of the walkers, `shares` has room for
    those of all their children.
    """
    size = 8 * self.state_words
    for each in range(walkers):
        self.store_state(here + size * each, state)
    weight, total, drawn = 1.0, 1.0, 0
    while True:
        children, met, alive = 0, 0.0, 0.0
        for each in range(walkers):
            state = self.load_state(here + size * each)
            for action in self.actions(state):
                after = self.result(state, action)
                parents = self.parents(after)
                if parents <= 0:
                    return UNKNOWN
                if children == len(shares):
                    return CROWDED
                met += 1.0 / parents
                shares[children] = 0.0 if self.is_terminal(after) else 1.0 / parents
                alive += shares[children]
                children += 1
        total += weight * met / walkers
        if alive == 0.0:
            return total
        # All shares in a row are cut into equal parts; a walker goes on at a place in each.
        part, passed, chosen, children = alive / walkers, 0.0, 0, 0
        weight *= part
        place = part * draw(seed, number, drawn, FINE) / FINE
        for each in range(walkers):
            state = self.load_state(here + size * each)
            for action in self.actions(state):
                passed += shares[children]
                while chosen < walkers and place < passed:
                    self.store_state(there + size * chosen, self.result(state, action))
                    chosen, drawn = chosen + 1, drawn + 1
                    place = part * (chosen + draw(seed, number, drawn, FINE) / FINE)
                children += 1
        walkers = chosen  # fewer only by rounding, at the very end of the row
        here, there = there, here
