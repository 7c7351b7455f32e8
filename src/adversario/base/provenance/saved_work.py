"""Saved work belongs to a game and its rules: files have its identity, and others are refused."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any, Protocol

from adversario.base.errors import InputError
from adversario.base.formats.schema import Schema, Text
from adversario.base.provenance.identity import identity_of


class Named(Protocol):
    """A game."""

    @property
    def name(self) -> str:
        """The name of the game."""


IDENTITY: Mapping[str, Schema[Any]] = {"game": Text(empty=False), "rules": Text(most=64)}
"""The fields of files that `identity` returns."""


def identity(game: Named) -> dict[str, str]:
    """The name of a game, and a digest of its options and rules."""
    return {"game": game.name, "rules": identity_of(game).digest}


def require_game(path: str | PathLike[str], found: Mapping[str, Any], game: Named) -> None:
    """Raise InputError if a file was made for another game, for other options, or other rules."""
    mine = identity(game)
    if found["game"] != mine["game"]:
        raise InputError("saved.other_game", file=path, found=found["game"], game=game.name)
    if found["rules"] != mine["rules"]:
        raise InputError("saved.other_rules", file=path, game=game.name)
