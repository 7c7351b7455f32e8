"""Drawing: a state as text, as a picture, and as a board to click on.

The methods and their defaults are those of `Game`, since most games define some.
"""

from __future__ import annotations

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


class Drawn(Capability[S, A]):
    """Text, picture and board of a state."""

    text = Game.text
    svg = Game.svg
    diagram = Game.diagram
    action_cells = Game.action_cells
