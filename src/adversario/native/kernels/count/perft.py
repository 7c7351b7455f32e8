"""Counting sequences of actions."""

from __future__ import annotations

from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import borrowed, fresh

UNWATCHED = 3
"""The plies that are counted without a look at the stop flag, which costs as much as a node."""


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


def watched_perft(state: Any, depth: int, flags: Any) -> int:
    """Perft that counts in the flags as it goes; less than that once the stop flag is set."""
    if depth <= UNWATCHED:
        found = perft(state, depth)
        flags[Flags.progress] += found
        return found
    if self.is_terminal(state) or fresh(flags, Flags.stop):
        return 0
    total, shared = 0, borrowed(flags)
    if self.player(state) == CHANCE:
        for outcome, _ in self.chances(state):
            total += watched_perft(self.result(state, outcome), depth - 1, shared)
    else:
        for action in self.actions(state):
            total += watched_perft(self.result(state, action), depth - 1, shared)
    return total
