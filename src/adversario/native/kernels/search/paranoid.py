"""Paranoid search, compiled: alpha-beta of one player against all the others."""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.plain import BROKEN, Plain
from adversario.native.kernels.memory import number, set_number, set_word, signed, word
from adversario.native.kernels.search.line import append_to_line, end_line
from adversario.native.kernels.search.nodes import count, is_over, leaf, sign_of
from adversario.native.kernels.tables.plain import Entry, entry_of, is_known, kind_of, store


def search(state: Any, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value of a state for the window (alpha, beta)."""
    return value(state, alpha, beta, ply, notes)


def value(state: Any, alpha: float, beta: float, ply: int, notes: int) -> float:
    """Alpha-beta, fail-soft: the value of the state to ME if it lies between alpha and beta.

    A result v <= alpha promises that the value is at most v, v >= beta that it is at least v.
    """
    if is_over(ply, notes):
        return 0.0
    if self.is_terminal(state):
        return leaf(float(self.utility(state, word(notes, Plain.me))), ply, notes)
    sign = sign_of(self.player(state), notes)
    least, most = turn_window(sign, alpha, beta)  # as the mover sees them, and so is `best`
    best, index = -math.inf, 0
    if ply >= word(notes, Plain.depth):
        count(notes, Plain.evaluations)
        best = sign * float(
            self.leaf_estimate(state, word(notes, Plain.me), word(notes, Plain.model))
        )
        if not word(notes, Plain.quiescence) or self.is_quiet(state):
            return leaf(sign * best, ply, notes)
        end_line(ply, notes)
        if best >= most:
            count(notes, Plain.cutoffs)
            return sign * best
        for action in self.noisy_actions(state):
            a, b = turn_window(sign, max(least, best), most)
            child = sign * value(self.result(state, action), a, b, ply + 1, notes)
            if word(notes, Plain.status):
                return 0.0
            if child > best:
                best = child
                append_to_line(ply, index, notes)
                if best >= most:
                    count(notes, Plain.cutoffs)
                    break
            index += 1
        return sign * best
    entry, key, before = 0, 0, word(notes, Plain.evaluations)
    if word(notes, Plain.table):
        key = signed(self.key(state))
        entry = entry_of(key, ply, Entry.size, notes)
        if is_known(entry, key, ply, alpha, beta, notes):
            return number(entry, Entry.value)
    for action in self.actions(state):
        a, b = turn_window(sign, max(least, best), most)
        child = sign * value(self.result(state, action), a, b, ply + 1, notes)
        if word(notes, Plain.status):
            return 0.0
        if child > best:
            best = child
            append_to_line(ply, index, notes)
            if best >= most:
                count(notes, Plain.cutoffs)
                break
        index += 1
    if best == -math.inf:
        set_word(notes, Plain.status, BROKEN)
    elif word(notes, Plain.table):
        store(entry, key, ply, kind_of(sign * best, alpha, beta), before, notes)
        set_number(entry, Entry.value, sign * best)
    return sign * best


def turn_window(sign: float, alpha: float, beta: float) -> tuple[float, float]:
    """A window of ME's as the player of that sign sees it; and back."""
    if sign > 0:
        return alpha, beta
    return -beta, -alpha
