"""Expectiminimax, compiled."""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.plain import (
    BROKEN,
    DEPTH,
    EVALUATIONS,
    EXACT,
    ME,
    QUIESCENCE,
    STATUS,
    TABLE,
    WIDTH,
    added,
    count,
    ended,
    entry_of,
    extended,
    is_known,
    is_over,
    keep,
    leaf,
    sign_of,
)
from adversario.native.kernels.memory import number, set_number, set_word, signed, word


def search(state: Any, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value of a state; nothing is pruned, whatever the window."""
    return value(state, ply, notes)


def value(state: Any, ply: int, notes: int) -> float:
    """The expected utility of ME: the best successor's, or the mean at a chance node."""
    if is_over(ply, notes):
        return 0.0
    if self.is_terminal(state):
        return leaf(float(self.utility(state, word(notes, ME))), ply, notes)
    mover = self.player(state)
    sign = sign_of(mover, notes)
    best, mean, lost, index = -math.inf, 0.0, 0.0, 0
    if ply >= word(notes, DEPTH):
        count(notes, EVALUATIONS)
        best = sign * float(self.evaluate(state, word(notes, ME)))
        if mover == CHANCE or not word(notes, QUIESCENCE) or self.is_quiet(state):
            return leaf(sign * best, ply, notes)
        ended(ply, notes)
        for action in self.noisy_actions(state):
            child = sign * value(self.result(state, action), ply + 1, notes)
            if word(notes, STATUS):
                return 0.0
            if child > best:
                best = child
                extended(ply, index, notes)
            index += 1
        return sign * best
    entry, key, before = 0, 0, word(notes, EVALUATIONS)
    if word(notes, TABLE):
        key = signed(self.key(state))
        entry = entry_of(key, ply, WIDTH, notes)
        if is_known(entry, key, ply, -math.inf, math.inf, notes):
            return number(entry, 2)
    if mover == CHANCE:
        for outcome, probability in self.chances(state):
            if probability:
                child = value(self.result(state, outcome), ply + 1, notes)
                if word(notes, STATUS):
                    return 0.0
                mean, lost = added(mean, lost, probability * child)
                index += 1
        ended(ply, notes)
        best = sign * (mean + lost)
    else:
        for action in self.actions(state):
            child = sign * value(self.result(state, action), ply + 1, notes)
            if word(notes, STATUS):
                return 0.0
            if child > best:
                best = child
                extended(ply, index, notes)
            index += 1
    if index == 0:
        set_word(notes, STATUS, BROKEN)
    elif word(notes, TABLE):
        keep(entry, key, ply, EXACT, before, notes)
        set_number(entry, 2, sign * best)
    return sign * best
