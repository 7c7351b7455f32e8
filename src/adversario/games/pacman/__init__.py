"""Pac-Man: eat all the food of a maze before a ghost eats you."""

from adversario.games.pacman.game import Pacman
from adversario.games.pacman.state import State

__all__ = ["Pacman", "State"]
