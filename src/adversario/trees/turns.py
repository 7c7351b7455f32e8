"""Whose turn it is at a node that does not say."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.game import CHANCE


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn at one node of a tree.

    Players move in the given order, again and again. A chance node does not use up a turn, and
    after a node that names its player the order goes on from that player. An order that contains
    CHANCE is followed strictly instead, one entry a level.
    """

    order: tuple[int, ...]
    depth: int = 0
    next: int = 0  # index in `order` of whoever moves next, counted on and on

    @property
    def player(self) -> int:
        """The player to move at a node that is not a leaf."""
        return self._from_here()[0]

    @property
    def leaf_player(self) -> int:
        """Who would move at a leaf: the next who is a player."""
        return next((player for player in self._from_here() if player != CHANCE), 0)

    def then(self, player: int) -> Turn:
        """The turn at the children of this node, where that player moves."""
        if player == CHANCE:
            return Turn(self.order, self.depth + 1, self.next)
        ahead = self._from_here()
        skipped = ahead.index(player) if player in ahead else 0
        return Turn(self.order, self.depth + 1, self.next + skipped + 1)

    def _from_here(self) -> tuple[int, ...]:
        """One round of the order that starts at this node."""
        start = (self.depth if CHANCE in self.order else self.next) % len(self.order)
        return self.order[start:] + self.order[:start]
