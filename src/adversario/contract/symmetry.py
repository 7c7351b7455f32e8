"""Symmetry: which states have the same value, and which key identifies a state in a table."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from adversario.contract.capability import Capability, as_capability
from adversario.game import A, Game, S


class Symmetric(Capability[S, A]):
    """Symmetries of the rules: images of a state have its value and the images of its successors.

    `symmetries` is a method of `Game`, since many games have some.
    """

    symmetries = Game.symmetries


class Keyed(Capability[S, A]):
    """A short identification of states for tables."""

    def key(self, state: S) -> Hashable:
        """The key of the state in a table. Default: the state itself.

        Equal keys mean equal states, or images of each other by a symmetry of the rules.
        """
        return state


def canonical_key(game: Game[S, A], state: S) -> Hashable:
    """The least key of a state and its images, which no other state has."""
    key = as_capability(game, Keyed).key
    keys: list[Any] = [key(each) for each in (state, *game.symmetries(state))]
    return min(keys)  # type: ignore[no-any-return]
