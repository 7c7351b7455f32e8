"""Counting sequences of actions."""

from __future__ import annotations

from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self


def perft(state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` plies start in the state."""
    if depth == 0:
        return 1
    if self.is_terminal(state):
        return 0
    total = 0
    if self.player(state) == CHANCE:
        for outcome, _ in self.chances(state):
            total += perft(self.result(state, outcome), depth - 1)
    else:
        for action in self.actions(state):
            total += perft(self.result(state, action), depth - 1)
    return total
