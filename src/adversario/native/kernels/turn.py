"""Whose turn it is, where a state may be terminal."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self


def mover_of(state: Any) -> int:
    """The player to move; in a terminal state a player, whatever `player` returns there."""
    mover = int(self.player(state))
    return mover if 0 <= mover < self.players else 0
