"""A kernel for the tests: every sequence of so many plies, and the key of where it leads."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self


def walk(state: Any, depth: int, states: Any, keys: Any, at: int) -> int:
    """Write each board of Connect Four, as one number, and its key; return where to go on."""
    if depth == 0:
        states[at] = state.mover + (state.mover | state.other) + self.bottom
        keys[at] = self.key(state)
        return at + 1
    if self.is_terminal(state):
        return at
    for action in self.actions(state):
        at = walk(self.result(state, action), depth - 1, states, keys, at)
    return at
