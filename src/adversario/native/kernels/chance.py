"""What chance does."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self


def tossed(state: Any, at: float) -> Any:
    """The state after the outcome of chance at a place between 0 and 1."""
    after = state
    for outcome, probability in self.chances(state):
        if probability > 0:
            after = self.result(state, outcome)
            at -= probability
            if at < 0:
                break
    return after
