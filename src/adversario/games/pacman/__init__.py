"""Pac-Man: rules, mazes and pictures."""

from adversario.games.pacman.rules import Pacman
from adversario.games.pacman.state import State

__all__ = ["Pacman", "State"]
