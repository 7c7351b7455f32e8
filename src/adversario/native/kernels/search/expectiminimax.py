"""Expectiminimax, compiled."""

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
    """The value of a state; nothing is pruned, whatever the window."""
    return value(state, ply, notes)


def value(state: Any, ply: int, notes: int) -> float:
    """The expected utility of ME: the best successor's, or the mean at a chance node."""
    if is_over(ply, notes):
        return 0.0
    if self.is_terminal(state):
        return leaf(float(self.utility(state, word(notes, Plain.me))), ply, notes)
    mover = self.player(state)
    sign = sign_of(mover, notes)
    best, mean, lost, index = -math.inf, 0.0, 0.0, 0
    if ply >= word(notes, Plain.depth):
        count(notes, Plain.evaluations)
        best = sign * float(
            self.leaf_estimate(state, word(notes, Plain.me), word(notes, Plain.model))
        )
        if mover == CHANCE or not word(notes, Plain.quiescence) or self.is_quiet(state):
            return leaf(sign * best, ply, notes)
        end_line(ply, notes)
        for action in self.noisy_actions(state):
            child = sign * value(self.result(state, action), ply + 1, notes)
            if word(notes, Plain.status):
                return 0.0
            if child > best:
                best = child
                append_to_line(ply, index, notes)
            index += 1
        return sign * best
    entry, key, before = 0, 0, word(notes, Plain.evaluations)
    if word(notes, Plain.table):
        key = signed(self.key(state))
        entry = entry_of(key, ply, Entry.size, notes)
        if is_known(entry, key, ply, -math.inf, math.inf, notes):
            return number(entry, Entry.value)
    if mover == CHANCE:
        for outcome, probability in self.chances(state):
            if probability:
                child = value(self.result(state, outcome), ply + 1, notes)
                if word(notes, Plain.status):
                    return 0.0
                mean, lost = two_sum(mean, lost, probability * child)
                index += 1
        end_line(ply, notes)
        best = sign * (mean + lost)
    else:
        for action in self.actions(state):
            child = sign * value(self.result(state, action), ply + 1, notes)
            if word(notes, Plain.status):
                return 0.0
            if child > best:
                best = child
                append_to_line(ply, index, notes)
            index += 1
    if index == 0:
        set_word(notes, Plain.status, BROKEN)
    elif word(notes, Plain.table):
        store(entry, key, ply, EXACT, before, notes)
        set_number(entry, Entry.value, sign * best)
    return sign * best
