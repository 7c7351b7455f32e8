"""The kinds of ghosts that a table compares, and what Pac-Man may take them for."""

from __future__ import annotations

from collections.abc import Callable

from adversario.contract.opponents import Opponents
from adversario.game import Game
from adversario.games.pacman.state import State

GHOSTS = {"minimax": "minimax", "random": "random", "80": "80/20"}
"""The kinds, as Pac-Man's option `ghosts` writes them, and what tables call them."""

VIEWS = {"minimax": "minimax", "expectimax": "random", "model": "80"}
"""What each Pac-Man takes the ghosts for."""


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
