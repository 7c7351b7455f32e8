"""Decisions alone, compiled: the best action of a state and its value, the root included."""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.plain import Plain
from adversario.native.kernels.search.alphabeta import search, side_of
from adversario.native.kernels.search.expectiminimax import value
from adversario.native.kernels.search.nodes import count, sign_of


def decide_by_alphabeta(state: Any, ply: int, notes: int) -> tuple[int, float]:
    """The action of alpha-beta, and its value to player 0; `ply` is that of the successors.

    The first of the best; -1 if there is no action.
    """
    count(notes, Plain.nodes)
    sign = side_of(self.player(state), notes)
    best, chosen, index = -math.inf, -1, 0
    for action in self.actions(state):
        after = self.result(state, action)
        if sign > 0:
            child = search(after, best, math.inf, ply, notes)
        else:
            child = -search(after, -math.inf, -best, ply, notes)
        if child > best:
            best, chosen = child, index
        index += 1  # noqa: SIM113 (compiled)
    return chosen, sign * best


def expected_value(state: Any, ply: int, notes: int) -> float:
    """The value of a state to player 0, by expectiminimax."""
    return value(state, ply, notes)


def decide_by_expectation(state: Any, ply: int, notes: int) -> tuple[int, float]:
    """The action of expectiminimax, and its value to player 0; -1 if there is no action."""
    count(notes, Plain.nodes)
    sign = sign_of(self.player(state), notes)
    best, chosen, index = -math.inf, -1, 0
    for action in self.actions(state):
        child = sign * value(self.result(state, action), ply, notes)
        if child > best:
            best, chosen = child, index
        index += 1  # noqa: SIM113 (compiled)
    return chosen, sign * best
