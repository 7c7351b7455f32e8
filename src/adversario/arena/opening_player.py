"""A player that begins its games from a repertoire, and goes on by itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

from adversario.analysis.repertoire.openings import (
    Repertoire,
    read_repertoire,
    shipped_repertoire,
)
from adversario.base.errors import InputError
from adversario.contract.repetition import allowed_actions
from adversario.game import Game

OWN = "own"
"""The repertoire that the package includes for the game."""


class OpeningPlayer:
    """A player with a repertoire: `own`, or a file."""

    def __init__(self, player: Any, repertoire: str, seed: int = 0) -> None:
        self.player, self.repertoire = player, repertoire
        self.random = Random(f"{seed} repertoire")

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Draw an action of the repertoire, or have the player choose outside it."""
        found = choose_opening(repertoire_of(self.repertoire, game), state, self.random, past)
        if found is not None:
            return found
        takes_past = "past" in signature(self.player.choose).parameters
        options = {"past": past} if takes_past else {}
        return self.player.choose(game, state, **options)

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Read the repertoire, and try out the player."""
        repertoire_of(self.repertoire, game)
        self.player.try_out(game, state)


def choose_opening(
    repertoire: Repertoire[Any, Any] | None, state: Any, random: Random, past: Sequence[Any] = ()
) -> Any:
    """An action of a repertoire that a rule of repetition allows; None if there is none."""
    if repertoire is None or (action := repertoire.choose(state, random)) is None:
        return None
    game = repertoire.game
    if game.forbids_repetition and action not in allowed_actions(game, (*past, state)):
        return None
    return action


@lru_cache(maxsize=4)
def repertoire_of(text: str, game: Game[Any, Any]) -> Repertoire[Any, Any]:
    """The repertoire of that name; raises InputError if the package has none for the game."""
    if text != OWN:
        return read_repertoire(Path(text), game)
    if (shipped := shipped_repertoire(game)) is None:
        raise InputError("repertoire.none", game=game.name)
    return shipped
