"""The kinds of ghosts that a table compares, and Pac-Man's models of them."""

from __future__ import annotations

from collections.abc import Callable

from adversario.contract.opponents import Opponents
from adversario.game import Game
from adversario.games.pacman.state import State

GHOSTS = {"minimax": "minimax", "random": "random", "80": "80/20"}
"""The kinds, as in Pac-Man's option `ghosts`, and their titles in tables."""

VIEWS = {"minimax": "minimax", "expectimax": "random", "model": "80"}
"""The model of the ghosts of each Pac-Man."""


def ghost_kinds(
    game_against: Callable[[str], Game[State, int]], ghosts: int, is_won: Callable[[State], bool]
) -> Opponents[State, int]:
    """Pac-Man's opponents in a maze with that many ghosts."""
    return Opponents(
        roles=("pacman", "ghosts"),
        kinds=GHOSTS,
        views=VIEWS,
        round_plies=1 + ghosts,
        game_against=game_against,
        score=lambda state: state.score,
        is_won=is_won,
    )
