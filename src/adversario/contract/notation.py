"""Notation: how players, actions and positions are written and read.

The methods and their defaults are those of `Game`, since nearly all games define some.
"""

from __future__ import annotations

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


class Written(Capability[S, A]):
    """Names of players, actions and positions. All texts can be read back."""

    player_name = Game.player_name
    action_name = Game.action_name
    parse_action = Game.parse_action
    position = Game.position
    parse_position = Game.parse_position
