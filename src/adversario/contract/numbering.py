"""Numbering: positions in layers and numbers in each layer, for endgame tables.

See `docs/endgames.md`. `Game.rules_version` is raised when the numbers change, so that older tables
are refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from adversario.contract.capability import Capability
from adversario.game import A, S


class Numbered(Capability[S, A]):
    """Positions numbered densely, layer by layer. A game defines all of these methods or none."""

    def layers(self, pieces: int = 0) -> Iterable[int]:
        """The layers with at most `pieces` pieces (0: all), in the order in which to solve them.

        Layers are numbers from 0 to 65535. A move stays in its layer, or leads to an earlier one
        or to the end of the game. Default: none, there are no endgame tables.
        """
        return ()

    def layer(self, state: S) -> int:
        """The layer of a state, terminal or not; -1 if it is in none."""
        return -1

    def layer_name(self, layer: int) -> str:
        """The name of a layer, in messages and in the names of files."""
        return str(layer)

    def layer_size(self, layer: int) -> int:
        """The number of indices of a layer; indices are less than it."""
        return 0

    def index(self, state: S) -> int:
        """The index of a state in its layer, from 0 to the layer's size less 1.

        States of the same value for the player to move may share one. Properties that do not change
        the value, such as the number of moves made, are left out.
        """
        return 0

    def unindex(self, layer: int, index: int) -> S:
        """A state with that index; for an unused index, any state of another layer or index."""
        raise NotImplementedError
