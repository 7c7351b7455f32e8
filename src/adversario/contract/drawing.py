"""Drawing: a state as text, as a picture, and as a board to click on.

The methods and their defaults are those of `Game`, since most games define some.
"""

from __future__ import annotations

from collections.abc import Callable

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


class Drawn(Capability[S, A]):
    """Text, picture and board of a state."""

    text = Game.text
    svg = Game.svg
    diagram = Game.diagram
    action_cells = Game.action_cells


class Charted(Capability[S, A]):
    """A policy of the whole game in one picture, as of the points at which to hold in Pig."""

    def policy_svg(self, best: Callable[[S], A | None]) -> str:
        """The picture of a policy: an action for each state, None for states that never arise.

        Default: none, empty.
        """
        return ""
