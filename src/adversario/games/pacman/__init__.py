"""Pac-Man: rules, mazes and pictures."""

from adversario.games.pacman.rules import Pacman, State

__all__ = ["Pacman", "State"]
