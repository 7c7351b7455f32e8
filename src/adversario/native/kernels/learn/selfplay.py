"""Whole games played by expectiminimax, compiled: every decision is a search to the same depth."""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.chance import tossed
from adversario.native.kernels.count.explore import GOLDEN, scrambled
from adversario.native.kernels.layout.plain import (
    BROKEN,
    DEPTH,
    EXACT,
    ME,
    STATUS,
    STOP,
    STOPPED,
    TABLE,
    WIDTH,
    added,
    entry_of,
    keep,
    left,
    sign_of,
)
from adversario.native.kernels.memory import number, set_number, set_word, signed, word


def play(state: Any, seed: int, most: int, ply: int, notes: int) -> Any:
    """Play until the game ends, so many decisions are made, or somebody says stop.

    Gives the last state and the number of decisions. Of equal actions the first is taken, and
    chance is drawn by a generator that starts from the seed (SplitMix64). `ply` is that of the
    successors of a decision, 1; not a literal here, as `lean` calls itself.
    """
    me, at_horizon = word(notes, ME), ply >= word(notes, DEPTH)
    random, decisions, chosen = bits.add(seed, 0), 0, state
    while decisions < most and not self.is_terminal(state) and not word(notes, STATUS):
        mover = self.player(state)
        if mover == CHANCE:
            random = bits.add(random, GOLDEN)
            state = drawn(state, random)
            continue
        best, sign = -math.inf, sign_of(mover, notes)
        for action in self.actions(state):
            after = self.result(state, action)
            worth = sign * (estimate(after, me) if at_horizon else lean(after, ply, notes))
            if worth > best:
                best, chosen = worth, after
        if best == -math.inf:
            set_word(notes, STATUS, BROKEN)
        elif word(word(notes, STOP), 0):
            set_word(notes, STATUS, STOPPED)
        else:
            state = chosen
            decisions += 1
    return state, decisions


def lean(state: Any, ply: int, notes: int) -> float:
    """The value that `expectiminimax.value` gives, without counting, best line and quiescence.

    States at the horizon, which are most, are valued where they are met, without a call. Only
    chance nodes are looked up in the table.
    """
    me, at_horizon = word(notes, ME), ply + 1 >= word(notes, DEPTH)
    if self.is_terminal(state):
        return float(self.utility(state, me))
    mover = self.player(state)
    if mover != CHANCE:
        best, sign = -math.inf, sign_of(mover, notes)
        for action in self.actions(state):
            after = self.result(state, action)
            worth = sign * (estimate(after, me) if at_horizon else lean(after, ply + 1, notes))
            best = worth if worth > best else best  # noqa: FURB136 (`max` minds what is no number)
        if best == -math.inf:
            set_word(notes, STATUS, BROKEN)
        return sign * best
    entry, key = 0, 0
    if word(notes, TABLE):
        key = signed(self.key(state))
        entry = entry_of(key, ply, WIDTH, notes)
        if word(entry, 0) == key and word(entry, 1) >> 3 == left(ply, notes):
            return number(entry, 2)
    mean, lost = 0.0, 0.0
    for outcome, probability in self.chances(state):
        if probability:
            after = self.result(state, outcome)
            worth = estimate(after, me) if at_horizon else lean(after, ply + 1, notes)
            mean, lost = added(mean, lost, probability * worth)
    if word(notes, TABLE):
        keep(entry, key, ply, EXACT, 0, notes)
        set_number(entry, 2, mean + lost)
    return mean + lost


def estimate(state: Any, me: int) -> float:
    """What a state at the horizon is worth."""
    if self.is_terminal(state):
        return float(self.utility(state, me))
    return float(self.evaluate(state, me))


def drawn(state: Any, random: Any) -> Any:
    """The state after an outcome of chance, drawn by a random word."""
    return tossed(state, int(bits.right(scrambled(random), 11)) * 2.0**-53)
