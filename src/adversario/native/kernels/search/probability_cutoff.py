"""Expectiminimax that does not search lines below a probability, compiled.

A file of its own, since every node has to hand on two numbers more than in `expectiminimax`.
"""

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
    NEGLECTED,
    QUIESCENCE,
    REACH,
    STATUS,
    TABLE,
    UNLIKELY,
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
    """The value of a state; what is neglected below it is noted."""
    found, neglected = value(state, number(notes, REACH), ply, notes)
    set_number(notes, NEGLECTED, neglected)
    return found


def value(state: Any, reach: float, ply: int, notes: int) -> tuple[float, float]:
    """The expected utility of ME, and how likely a line below is that was not searched.

    `reach` is how likely chance lets play come here. The table keeps only what nothing was
    neglected in: that is the same however likely the state is.
    """
    if is_over(ply, notes):
        return 0.0, 0.0
    if self.is_terminal(state):
        return leaf(float(self.utility(state, word(notes, ME))), ply, notes), 0.0
    mover = self.player(state)
    sign, rare = sign_of(mover, notes), reach < number(notes, UNLIKELY)
    best, mean, lost, neglected, index = -math.inf, 0.0, 0.0, 0.0, 0
    if rare or ply >= word(notes, DEPTH):
        count(notes, EVALUATIONS)
        best = sign * float(self.evaluate(state, word(notes, ME)))
        quiet = mover == CHANCE or not word(notes, QUIESCENCE) or self.is_quiet(state)
        if ply >= word(notes, DEPTH) and quiet:
            return leaf(sign * best, ply, notes), 0.0
        if rare:
            return leaf(sign * best, ply, notes), 1.0
        ended(ply, notes)
        for action in self.noisy_actions(state):
            child, below = value(self.result(state, action), reach, ply + 1, notes)
            if word(notes, STATUS):
                return 0.0, 0.0
            neglected = max(neglected, below)
            if sign * child > best:
                best = sign * child
                extended(ply, index, notes)
            index += 1
        return sign * best, neglected
    entry, key, before = 0, 0, word(notes, EVALUATIONS)
    if word(notes, TABLE):
        key = signed(self.key(state))
        entry = entry_of(key, ply, WIDTH, notes)
        if is_known(entry, key, ply, -math.inf, math.inf, notes):
            return number(entry, 2), 0.0
    if mover == CHANCE:
        for outcome, probability in self.chances(state):
            if probability:
                after = self.result(state, outcome)
                child, below = value(after, reach * probability, ply + 1, notes)
                if word(notes, STATUS):
                    return 0.0, 0.0
                mean, lost = added(mean, lost, probability * child)
                neglected += probability * below
                index += 1
        ended(ply, notes)
        best = sign * (mean + lost)
    else:
        for action in self.actions(state):
            child, below = value(self.result(state, action), reach, ply + 1, notes)
            if word(notes, STATUS):
                return 0.0, 0.0
            neglected = max(neglected, below)
            if sign * child > best:
                best = sign * child
                extended(ply, index, notes)
            index += 1
    if index == 0:
        set_word(notes, STATUS, BROKEN)
    elif word(notes, TABLE) and neglected == 0.0:
        keep(entry, key, ply, EXACT, before, notes)
        set_number(entry, 2, sign * best)
    return sign * best, neglected
