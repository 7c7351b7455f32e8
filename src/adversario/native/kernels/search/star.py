"""Star1 and Star2, compiled: alpha-beta's cut-offs carried through chance nodes (Ballard, 1983).

What is known of the outcomes of a chance node lies on the stack, a few words for each.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.block import Block, Float, Word
from adversario.native.kernels.layout.plain import BROKEN, FULL, Plain
from adversario.native.kernels.memory import number, set_number, set_word, signed, word
from adversario.native.kernels.search.line import append_to_line, end_line
from adversario.native.kernels.search.nodes import count, is_over, leaf, sign_of
from adversario.native.kernels.search.paranoid import turn_window
from adversario.native.kernels.sums import two_sum
from adversario.native.kernels.tables.plain import Entry, entry_of, is_known, kind_of, store


class Outcome(Block):
    """An outcome of a chance node, on the stack."""

    probability = Float("of the outcome")
    low = Float("the least value that it can have")
    high = Float("the greatest value that it can have")
    first = Float("the value of its first action if it was probed; else not a number")
    seen = Word("1 if it was searched or probed")


def search(state: Any, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value of a state for the window (alpha, beta)."""
    return value(state, alpha, beta, ply, math.nan, word(notes, Plain.stack), notes)


def value(
    state: Any,
    alpha: float,
    beta: float,
    ply: int,
    first: float,
    top: int,
    notes: int,
) -> float:
    """The expected utility of ME if it lies between alpha and beta.

    A result v <= alpha promises that the value is at most v, v >= beta that it is at least v. A
    node that was probed has been entered before, and the value of its first action is `first`;
    for others that is no number. (A flag would be a constant in some calls, and have a type of its
    own there: machine code of a recursion through two forms of a function cannot be read back.)
    """
    probed = not math.isnan(first)
    if not probed:
        if is_over(ply, notes):
            return 0.0
        if self.is_terminal(state):
            return leaf(float(self.utility(state, word(notes, Plain.me))), ply, notes)
        if ply >= word(notes, Plain.depth):
            count(notes, Plain.evaluations)
            return leaf(
                float(self.leaf_estimate(state, word(notes, Plain.me), word(notes, Plain.model))),
                ply,
                notes,
            )
    # Whatever a probe evaluated is not known here any more: hold that it did.
    entry, key, before = 0, 0, -1 if probed else word(notes, Plain.evaluations)
    if word(notes, Plain.table):
        key = signed(self.key(state))
        entry = entry_of(key, ply, Entry.size, notes)
        if is_known(entry, key, ply, alpha, beta, notes):
            return number(entry, Entry.value)
    mover = self.player(state)
    v = 0.0
    if mover != CHANCE:
        sign = sign_of(mover, notes)
        least, most = turn_window(sign, alpha, beta)  # as the mover sees them, and so is `best`
        best, index = -math.inf, 0
        for action in self.actions(state):
            child = sign * first
            if index > 0 or not probed:
                a, b = turn_window(sign, max(least, best), most)
                after = self.result(state, action)
                child = sign * value(after, a, b, ply + 1, math.nan, top, notes)
                if word(notes, Plain.status):
                    return 0.0
            if child > best:
                best = child
                append_to_line(ply, index, notes)
                if best >= most:
                    count(notes, Plain.cutoffs)
                    break
            index += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)
        if best == -math.inf:
            set_word(notes, Plain.status, BROKEN)
            return 0.0
        v = sign * best
    else:
        end = push_outcomes(state, top, notes)
        if word(notes, Plain.status):
            return 0.0
        is_out = is_outside(top, end, alpha, beta)
        for probing in range(word(notes, Plain.probing), -1, -1):  # Star2 goes through them twice
            at = top
            for outcome, probability in self.chances(state):
                if is_out:
                    break
                if not probability:
                    continue
                after = self.result(state, outcome)
                a, b = window(at, top, end, alpha, beta)
                if probing and ply + 1 < word(notes, Plain.depth) and not self.is_terminal(after):
                    mover = self.player(after)
                    if mover != CHANCE:
                        if is_over(ply + 1, notes):
                            return 0.0
                        for action in self.actions(after):
                            reply = self.result(after, action)
                            child = value(reply, a, b, ply + 2, math.nan, end, notes)
                            if word(notes, Plain.status):
                                return 0.0
                            note_probe(at, child, a, b, sign_of(mover, notes))
                            break
                elif is_open(at) or not word(at, Outcome.seen):
                    child = value(after, a, b, ply + 1, number(at, Outcome.first), end, notes)
                    if word(notes, Plain.status):
                        return 0.0
                    note_value(at, child, a, b)
                # An outcome searched and still open lies outside its window; so does the mean.
                is_out = (not probing and is_open(at)) or is_outside(top, end, alpha, beta)
                at += Outcome.bytes
        if is_out:
            count(notes, Plain.cutoffs)
            v = clamp_mean(top, end, alpha, beta)
        else:
            v = mean(Outcome.low, top, end, 0)
        end_line(ply, notes)
    if word(notes, Plain.table):
        store(entry, key, ply, kind_of(v, alpha, beta), before, notes)
        set_number(entry, Entry.value, v)
    return v


def push_outcomes(state: Any, top: int, notes: int) -> int:
    """Put the outcomes of a chance node on the stack, nothing known of them; return their end."""
    at = top
    for _, probability in self.chances(state):
        if probability:
            if at + Outcome.bytes > word(notes, Plain.stack_end):
                set_word(notes, Plain.status, FULL)
                return at
            set_number(at, Outcome.probability, float(probability))
            set_number(at, Outcome.low, float(self.utility_bounds[0]))
            set_number(at, Outcome.high, float(self.utility_bounds[1]))
            set_number(at, Outcome.first, math.nan)
            set_word(at, Outcome.seen, 0)
            at += Outcome.bytes
    if at == top:
        set_word(notes, Plain.status, BROKEN)
    return at


def mean(bound: int, top: int, end: int, without: int) -> float:
    """The least (LOW) or greatest (HIGH) mean of all outcomes, or what those but one add to it."""
    total, lost = 0.0, 0.0
    for at in range(top, end, Outcome.bytes):
        if at != without:
            total, lost = two_sum(total, lost, number(at, Outcome.probability) * number(at, bound))
    return total + lost


def is_open(at: int) -> bool:
    """Whether the value of an outcome is not known yet."""
    return number(at, Outcome.low) < number(at, Outcome.high)


def is_outside(top: int, end: int, alpha: float, beta: float) -> bool:
    """Whether the mean lies outside the window, though some outcome is still open."""
    least, most = mean(Outcome.low, top, end, 0), mean(Outcome.high, top, end, 0)
    return least < most and (least >= beta or most <= alpha)


def window(at: int, top: int, end: int, alpha: float, beta: float) -> tuple[float, float]:
    """The values of one outcome with which the mean of all could still lie in (alpha, beta)."""
    a = (alpha - mean(Outcome.high, top, end, at)) / number(at, Outcome.probability)
    b = (beta - mean(Outcome.low, top, end, at)) / number(at, Outcome.probability)
    return max(a, number(at, Outcome.low)), min(b, number(at, Outcome.high))


def note_value(at: int, v: float, a: float, b: float) -> None:
    """Note the value of an outcome that was searched with the window (a, b)."""
    set_word(at, Outcome.seen, 1)
    low, high = number(at, Outcome.low), number(at, Outcome.high)
    # At the very edge of the range "at most" and "at least" are exact.
    if v > a or a == low:
        set_number(at, Outcome.low, max(low, v))
    if v < b or b == high:
        set_number(at, Outcome.high, min(high, v))


def note_probe(at: int, v: float, a: float, b: float, sign: float) -> None:
    """Note the value of the first action of an outcome, a bound for the player to move there."""
    set_word(at, Outcome.seen, 1)
    set_number(at, Outcome.first, v)
    if sign > 0 and v > a:
        set_number(at, Outcome.low, max(number(at, Outcome.low), v))
    if sign < 0 and v < b:
        set_number(at, Outcome.high, min(number(at, Outcome.high), v))


def clamp_mean(top: int, end: int, alpha: float, beta: float) -> float:
    """The value of a chance node whose mean lies outside the window, on the side that it must.

    Rounding may leave the mean a hair inside.
    """
    least, most = mean(Outcome.low, top, end, 0), mean(Outcome.high, top, end, 0)
    if beta - least <= most - alpha:
        return max(least, beta)
    return min(most, alpha)
