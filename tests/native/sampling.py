"""A kernel that samples chance: what the test of its frequencies calls."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.random import mix, unit_float


def draw(state: Any, word: int) -> Any:
    """The outcome of chance for a random word."""
    return sample_chance(state, unit_float(mix(word)))[0]
