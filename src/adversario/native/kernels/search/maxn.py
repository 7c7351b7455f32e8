"""Max^n, compiled. The value of a state, a number for each player, is written into memory.

The stack has a row for each ply: the vector of the node there, and at a chance node, after that,
what rounding has taken from the sums. A node has its children's vectors in the row below.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.plain import BROKEN, Plain
from adversario.native.kernels.memory import number, set_number, set_word, signed, word
from adversario.native.kernels.search.line import append_to_line, end_line
from adversario.native.kernels.search.nodes import count, is_over, leaf
from adversario.native.kernels.sums import two_sum
from adversario.native.kernels.tables.plain import EXACT, Entry, entry_of, is_known, store


def search(state: Any, alpha: float, beta: float, ply: int, notes: int) -> bool:
    """Write the vector of a state, see `value`; nothing is pruned, whatever the window."""
    return value(state, ply, notes)


def value(state: Any, ply: int, notes: int) -> bool:
    """Write the vector of the state into the row of its ply; False if the search ended early."""
    if is_over(ply, notes):
        return False
    row, below = row_of(ply, notes), row_of(ply + 1, notes)
    if self.is_terminal(state):
        for player in range(self.players):
            set_number(row, player, float(self.utility(state, player)))
        leaf(0.0, ply, notes)
        return True
    if ply >= word(notes, Plain.depth):
        count(notes, Plain.evaluations)
        for player in range(self.players):
            worth = self.leaf_estimate(state, player, word(notes, Plain.model))
            set_number(row, player, float(worth))
        leaf(0.0, ply, notes)
        return True
    entry, key, before = 0, 0, word(notes, Plain.evaluations)
    if word(notes, Plain.table):
        key = signed(self.key(state))
        entry = entry_of(key, ply, Entry.value + self.players, notes)
        if is_known(entry, key, ply, -math.inf, math.inf, notes):
            copy(row, entry + 8 * Entry.value)
            return True
    mover, index = self.player(state), 0
    if mover == CHANCE:
        for player in range(2 * self.players):
            set_number(row, player, 0.0)
        for outcome, probability in self.chances(state):
            if probability:
                if not value(self.result(state, outcome), ply + 1, notes):
                    return False
                add(row, below, probability)
                index += 1
        for player in range(self.players):
            set_number(row, player, number(row, player) + number(row, self.players + player))
        end_line(ply, notes)
    else:
        for action in self.actions(state):
            if not value(self.result(state, action), ply + 1, notes):
                return False
            if index == 0 or number(below, mover) > number(row, mover):
                copy(row, below)
                append_to_line(ply, index, notes)
            index += 1
    if index == 0:
        set_word(notes, Plain.status, BROKEN)
        return False
    if word(notes, Plain.table):
        store(entry, key, ply, EXACT, before, notes)
        copy(entry + 8 * Entry.value, row)
    return True


def row_of(ply: int, notes: int) -> int:
    """The address of the row of a ply."""
    return word(notes, Plain.stack) + 16 * self.players * ply  # type: ignore[no-any-return]


def copy(to: int, source: int) -> None:
    """Copy a vector."""
    for player in range(self.players):
        set_number(to, player, number(source, player))


def add(row: int, child: int, probability: float) -> None:
    """Add a vector, weighted, to the sums of a row."""
    for player in range(self.players):
        total, lost = number(row, player), number(row, self.players + player)
        total, lost = two_sum(total, lost, probability * number(child, player))
        set_number(row, player, total)
        set_number(row, self.players + player, lost)
