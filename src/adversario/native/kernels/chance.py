"""Sampling what chance does."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self


def sample_chance(state: Any, at: float) -> Any:
    """The outcome of chance at a point of [0, 1): its index, and the state after it.

    Outcomes divide the interval in the game's order, each by its probability.
    """
    chosen, after = 0, state
    for index, (outcome, probability) in enumerate(self.chances(state)):
        if probability > 0:
            chosen, after = index, self.result(state, outcome)
            at -= probability
            if at < 0:
                break
    return chosen, after
