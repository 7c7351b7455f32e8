"""Counting sequences of actions."""

from __future__ import annotations

from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import borrowed, fresh

UNWATCHED = 3
"""The plies that are counted without a look at the stop flag, which costs as much as a node."""


STUCK = -1
"""In place of a number: a state that is not terminal has no actions."""


def perft(state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` plies start in the state; or STUCK.

    The last ply is counted, not played.
    """
    if depth == 0:
        return 1
    if not self.ends_without_actions and self.is_terminal(state):
        return 0
    if depth == 1:
        found = count_moves(state)
        return STUCK if found == 0 and not self.ends_without_actions else found
    total = 0
    if self.player(state) == CHANCE:
        for outcome, _ in self.chances(state):
            found = perft(self.result(state, outcome), depth - 1)
            if found < 0:
                return found
            total += found
    else:
        for action in self.actions(state):
            found = perft(self.result(state, action), depth - 1)
            if found < 0:
                return found
            total += found
    return STUCK if total == 0 and is_stuck(state) else total


def count_moves(state: Any) -> int:
    """How many actions, or outcomes of chance, a state has."""
    if self.player(state) != CHANCE:
        return int(self.count_actions(state))
    found = 0
    for _ in self.chances(state):
        found += 1
    return found


def is_stuck(state: Any) -> bool:
    """Whether a state that is not terminal has no actions."""
    if self.ends_without_actions:
        return False
    if self.player(state) == CHANCE:
        for _ in self.chances(state):
            return False
    else:
        for _ in self.actions(state):
            return False
    return True


def watched_perft(state: Any, depth: int, flags: Any) -> int:
    """Perft that counts in the flags as it goes; less than that once the stop flag is set."""
    if depth <= UNWATCHED:
        found = perft(state, depth)
        flags[Flags.progress] += max(found, 0)
        return found
    if self.is_terminal(state) or fresh(flags, Flags.stop):
        return 0
    total, shared = 0, borrowed(flags)
    if self.player(state) == CHANCE:
        for outcome, _ in self.chances(state):
            found = watched_perft(self.result(state, outcome), depth - 1, shared)
            if found < 0:
                return found
            total += found
    else:
        for action in self.actions(state):
            found = watched_perft(self.result(state, action), depth - 1, shared)
            if found < 0:
                return found
            total += found
    return STUCK if total == 0 and not fresh(flags, Flags.stop) and is_stuck(state) else total
