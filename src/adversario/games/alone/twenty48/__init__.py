"""2048: slide all tiles one way, equal ones merge, and a new tile appears at random."""

from adversario.games.alone.twenty48.game import Twenty48
from adversario.games.alone.twenty48.notation import NAMES, parse_slide, tile_name
from adversario.games.alone.twenty48.rules import DOWN, FOUR, LEFT, RIGHT, UP, State

__all__ = [
    "DOWN",
    "FOUR",
    "LEFT",
    "NAMES",
    "RIGHT",
    "UP",
    "State",
    "Twenty48",
    "parse_slide",
    "tile_name",
]
