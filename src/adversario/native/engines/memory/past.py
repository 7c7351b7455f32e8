"""The positions of the game so far, in the memory of a compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adversario.contract.repetition import recent
from adversario.native.compiler.compile import Compiled
from adversario.native.kernels.layout.search import Search


def note_past(
    compiled: Compiled, block: Search, past: Sequence[Any], root: Any, max_plies: int
) -> None:
    """Give a search that far from its root room for positions, and note those of the game."""
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    if not compiled.game.repetition:
        return
    states = (*recent(compiled.game, (*past, root)), root)
    block.positions = np.zeros(len(states) + max_plies + 1, np.int64)
    block.earlier = len(states) - 1
    for at, state in enumerate(states):
        compiled.functions.note(compiled.encode(state), at, block.address)
