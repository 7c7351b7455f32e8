"""Worlds for a kernel: where they are listed, or what the searching player sees of them."""

from __future__ import annotations

from typing import Any

from adversario.algorithms.imperfect.deck import Deck
from adversario.base.errors import InputError
from adversario.native.compiler.compile import Compiled
from adversario.native.kernels.layout.information import Memories
from adversario.native.kernels.random import SECOND_MIX


def set_worlds(block: Memories, compiled: Compiled, deck: Deck[Any, Any], world: Any) -> Any:
    """Write to a block how worlds are drawn, and return the state that they are drawn from.

    `world` is one of them. They are listed in memory, or settled by chance from a concealed state.
    """
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    assert deck.known is not None
    functions = compiled.functions
    block.me = deck.known.player
    sight, action, _ = functions.sizes()
    block.scratch = np.zeros(max(sight, action), np.int64)
    block.goal = np.zeros(sight, np.int64)
    functions.prepare(compiled.encode(world), block.address)
    if deck.listed is not None:
        _list_worlds(block, compiled, *deck.listed)
    concealed = deck.known.concealed
    return compiled.encode(world if concealed is None else concealed)


def _list_worlds(block: Memories, compiled: Compiled, worlds: Any, shares: Any) -> None:
    """Write the worlds to memory, each after the sum of the probabilities up to it."""
    import numpy as np  # noqa: PLC0415

    width = 1 + int(compiled.functions.sizes()[2])
    listed = np.zeros((len(worlds), width), np.int64)
    listed.view(np.float64)[:, 0] = np.cumsum(shares)
    for number, world in enumerate(worlds):
        address = listed.ctypes.data + 8 * (number * width + 1)
        compiled.functions.write_world(address, compiled.encode(world))
    block.listed, block.worlds = listed, len(worlds)


def first_random(seed: int) -> int:
    """The first random word, as a number with a sign."""
    return (seed * SECOND_MIX + 2**63) % 2**64 - 2**63


def require_world(block: Memories, deck: Deck[Any, Any]) -> None:
    """Raise InputError if the kernel found no world."""
    if block.lost:
        assert deck.known is not None
        player = deck.game.player_name(deck.known.player)
        raise InputError("worlds.none", game=deck.game.name, player=player)
