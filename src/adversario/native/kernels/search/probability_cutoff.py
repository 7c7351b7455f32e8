"""Expectiminimax that does not search lines below a probability, compiled.

A file of its own, since every node passes on two more numbers than in `expectiminimax`.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.plain import BROKEN, Plain
from adversario.native.kernels.memory import number, set_number, set_word, signed, word
from adversario.native.kernels.search.line import append_to_line, end_line
from adversario.native.kernels.search.nodes import count, is_over, leaf, sign_of
from adversario.native.kernels.sums import two_sum
from adversario.native.kernels.tables.plain import EXACT, Entry, entry_of, is_known, store


def search(state: Any, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value of a state; what is neglected below it is noted."""
    found, neglected = value(state, number(notes, Plain.reach), ply, notes)
    set_number(notes, Plain.neglected, neglected)
    return found


def value(state: Any, reach: float, ply: int, notes: int) -> tuple[float, float]:
    """The expected utility of ME, and how likely a line below is that was not searched.

    `reach` is how likely chance lets play come here. The table keeps only what nothing was
    neglected in: that is the same however likely the state is.
    """
    if is_over(ply, notes):
        return 0.0, 0.0
    if self.is_terminal(state):
        return leaf(float(self.utility(state, word(notes, Plain.me))), ply, notes), 0.0
    mover = self.player(state)
    sign, rare = sign_of(mover, notes), reach < number(notes, Plain.unlikely)
    best, mean, lost, neglected, index = -math.inf, 0.0, 0.0, 0.0, 0
    if rare or ply >= word(notes, Plain.depth):
        count(notes, Plain.evaluations)
        best = sign * float(
            self.leaf_estimate(state, word(notes, Plain.me), word(notes, Plain.model))
        )
        quiet = mover == CHANCE or not word(notes, Plain.quiescence) or self.is_quiet(state)
        if ply >= word(notes, Plain.depth) and quiet:
            return leaf(sign * best, ply, notes), 0.0
        if rare:
            return leaf(sign * best, ply, notes), 1.0
        end_line(ply, notes)
        for action in self.noisy_actions(state):
            child, below = value(self.result(state, action), reach, ply + 1, notes)
            if word(notes, Plain.status):
                return 0.0, 0.0
            neglected = max(neglected, below)
            if sign * child > best:
                best = sign * child
                append_to_line(ply, index, notes)
            index += 1
        return sign * best, neglected
    entry, key, before = 0, 0, word(notes, Plain.evaluations)
    if word(notes, Plain.table):
        key = signed(self.key(state))
        entry = entry_of(key, ply, Entry.size, notes)
        if is_known(entry, key, ply, -math.inf, math.inf, notes):
            return number(entry, Entry.value), 0.0
    if mover == CHANCE:
        for outcome, probability in self.chances(state):
            if probability:
                after = self.result(state, outcome)
                child, below = value(after, reach * probability, ply + 1, notes)
                if word(notes, Plain.status):
                    return 0.0, 0.0
                mean, lost = two_sum(mean, lost, probability * child)
                neglected += probability * below
                index += 1
        end_line(ply, notes)
        best = sign * (mean + lost)
    else:
        for action in self.actions(state):
            child, below = value(self.result(state, action), reach, ply + 1, notes)
            if word(notes, Plain.status):
                return 0.0, 0.0
            neglected = max(neglected, below)
            if sign * child > best:
                best = sign * child
                append_to_line(ply, index, notes)
            index += 1
    if index == 0:
        set_word(notes, Plain.status, BROKEN)
    elif word(notes, Plain.table) and neglected == 0.0:
        store(entry, key, ply, EXACT, before, notes)
        set_number(entry, Entry.value, sign * best)
    return sign * best, neglected
