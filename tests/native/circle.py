"""A kernel for the tests: two functions that call each other."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self


def even(state: Any, depth: int) -> int:
    """The sequences of so many plies, if that is an even number."""
    if depth == 0:
        return 1
    total = 0
    for action in self.actions(state):
        total += odd(self.result(state, action), depth - 1)
    return total


def odd(state: Any, depth: int) -> int:
    """The same if it is odd."""
    if depth == 0:
        return 0
    total = 0
    for action in self.actions(state):
        total += even(self.result(state, action), depth - 1)
    return total
