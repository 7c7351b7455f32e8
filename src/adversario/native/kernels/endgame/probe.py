"""Endgame tables looked up by compiled code."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.endgame.expand import HOLE, load_value
from adversario.native.kernels.memory import word


def probe(state: Any, tables: int, plies: bool) -> int:
    """The stored value of a state; HOLE if no table has it.

    `tables` is the address of the addresses of all layers.
    """
    layer = self.layer(state)
    if layer < 0:
        return HOLE
    address = word(tables, layer)
    if address == 0:
        return HOLE
    return load_value(address, self.index(state), plies)


def probe_all(states: int, count: int, tables: int, plies: bool, found: Any) -> int:
    """Look up `count` states that are consecutive in memory; return how many the tables have."""
    held = 0
    for at in range(count):
        found[at] = probe(self.load_state(states + 8 * self.state_words * at), tables, plies)
        held += found[at] != HOLE
    return held
