"""Whether a position has occurred before: the twin of `adversario.algorithms.core.recall`."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.search import Search
from adversario.native.kernels.memory import set_word, signed, word


def note_position(state: Any, at: int, block: int) -> None:
    """Write the key of a position of the game so far, or of the root, to its place."""
    set_word(word(block, Search.positions), at, signed(self.position_key(state)))


def recurs(state: Any, ply: int, block: int) -> bool:
    """Note the state at that ply, below the root; whether its position counts as repeated.

    For a draw one occurrence below the root is enough; the root and the game before it count as the
    rule says, and so does every occurrence that is forbidden.
    """
    keys, root = word(block, Search.positions), word(block, Search.earlier)
    key, here = signed(self.position_key(state)), root + ply
    set_word(keys, here, key)
    if word(keys, here - 1) == key:  # a pass
        return False
    oldest = here - min(self.reversible(state), here)
    below, before = 0, 0
    for at in range(max(oldest, root + 1), here):
        below += 1 if word(keys, at) == key else 0
    if below > 0 and not self.forbids_repetition:
        return True
    for at in range(oldest, root + 1):
        before += 1 if word(keys, at) == key else 0
    times: int = self.repetition
    return 1 + below + before >= times
