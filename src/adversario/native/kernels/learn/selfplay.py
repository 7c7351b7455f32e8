"""Whole games played by expectiminimax, compiled: every decision is a search to the same depth."""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.plain import BROKEN, STOPPED, Plain
from adversario.native.kernels.memory import number, set_number, set_word, signed, word
from adversario.native.kernels.random import GOLDEN, mix, unit_float
from adversario.native.kernels.search.nodes import sign_of
from adversario.native.kernels.sums import two_sum
from adversario.native.kernels.tables.plain import EXACT, Entry, entry_of, plies_left, store


def play(state: Any, seed: int, most: int, ply: int, notes: int) -> Any:
    """Play until the game ends, `most` decisions are made, or the stop flag is set.

    Returns the last state and the number of decisions. Of equal actions the first is taken, and
    chance is sampled by a generator that starts from the seed (SplitMix64). `ply` is that of the
    successors of a decision, 1; not a literal here, as `lean_value` calls itself.
    """
    me, at_horizon = word(notes, Plain.me), ply >= word(notes, Plain.depth)
    random, decisions, chosen = bits.add(seed, 0), 0, state
    while decisions < most and not self.is_terminal(state) and not word(notes, Plain.status):
        mover = self.player(state)
        if mover == CHANCE:
            random = bits.add(random, GOLDEN)
            _, state = sample_chance(state, unit_float(mix(random)))
            continue
        best, sign = -math.inf, sign_of(mover, notes)
        for action in self.actions(state):
            after = self.result(state, action)
            worth = sign * (
                estimate(after, me, notes) if at_horizon else lean_value(after, ply, notes)
            )
            if worth > best:
                best, chosen = worth, after
        if best == -math.inf:
            set_word(notes, Plain.status, BROKEN)
        elif word(word(notes, Plain.stop), Flags.stop):
            set_word(notes, Plain.status, STOPPED)
        else:
            state = chosen
            decisions += 1
    return state, decisions


def lean_value(state: Any, ply: int, notes: int) -> float:
    """The value of `expectiminimax.value` without counters, best line and quiescence.

    States at the horizon, which are most, are valued where they are met, without a call. Only
    chance nodes are looked up in the table.
    """
    me, at_horizon = word(notes, Plain.me), ply + 1 >= word(notes, Plain.depth)
    if self.is_terminal(state):
        return float(self.utility(state, me))
    mover = self.player(state)
    if mover != CHANCE:
        best, sign = -math.inf, sign_of(mover, notes)
        for action in self.actions(state):
            after = self.result(state, action)
            worth = sign * (
                estimate(after, me, notes) if at_horizon else lean_value(after, ply + 1, notes)
            )
            best = worth if worth > best else best  # noqa: FURB136 (`max` minds what is no number)
        if best == -math.inf:
            set_word(notes, Plain.status, BROKEN)
        return sign * best
    entry, key = 0, 0
    if word(notes, Plain.table):
        key = signed(self.key(state))
        entry = entry_of(key, ply, Entry.size, notes)
        if word(entry, Entry.key) == key and word(entry, Entry.tag) >> 3 == plies_left(ply, notes):
            return number(entry, Entry.value)
    mean, lost = 0.0, 0.0
    for outcome, probability in self.chances(state):
        if probability:
            after = self.result(state, outcome)
            worth = estimate(after, me, notes) if at_horizon else lean_value(after, ply + 1, notes)
            mean, lost = two_sum(mean, lost, probability * worth)
    if word(notes, Plain.table):
        store(entry, key, ply, EXACT, 0, notes)
        set_number(entry, Entry.value, mean + lost)
    return mean + lost


def estimate(state: Any, me: int, notes: int) -> float:
    """The value of a state at the horizon."""
    if self.is_terminal(state):
        return float(self.utility(state, me))
    return float(self.leaf_estimate(state, me, word(notes, Plain.model)))
