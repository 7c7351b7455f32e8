"""Presentation: names and colours, points during play, and what a finished board shows.

Interfaces call these methods, and no search does. None of them is ever compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from adversario.base.appearance import USUAL, Appearance, Side
from adversario.base.catalogue import Message, message
from adversario.base.numbers import Number
from adversario.contract.capability import Capability, as_capability, defines
from adversario.game import A, Game, S


class Presented(Capability[S, A]):
    """The look of a game and of its states, for people."""

    def appearance(self) -> Appearance:
        """Names and paints of players, pieces and board. Default: `player_name`, usual colours."""
        game = cast("Game[S, A]", self)
        if game.players == 1 and not defines(game, "player_name"):
            return Appearance((Side(message("side.player"), USUAL[0]),))
        names = [game.player_name(player) for player in range(game.players)]
        sides = (Side(name, USUAL[at % len(USUAL)]) for at, name in enumerate(names))
        return Appearance(tuple(sides))

    def points_so_far(self, state: S) -> tuple[Number, ...]:
        """The points of the players so far, such as discs or seeds. Default: none are counted.

        If only the first player has points, only those.
        """
        return ()

    def winning_cells(self, state: S) -> tuple[int, ...]:
        """The cells of the diagram that decided a finished game, such as a line. Default: none."""
        return ()

    def cell_odds(self, state: S, player: int) -> Mapping[int, float]:
        """How likely each cell of the diagram hides a piece, by what a player knows. Default: none.

        It must not depend on what the player does not know.
        """
        return {}

    def other_action_cells(self, state: S, action: A) -> tuple[tuple[int, ...], ...]:
        """Other cells that mean the same action, such as its mirror image. Default: none."""
        return ()


def presented(game: Game[Any, Any]) -> Presented[Any, Any]:
    """The presentation of a game: its own, and the defaults."""
    return as_capability(game, Presented)


def side_name(game: Game[Any, Any], player: int, lang: str) -> str:
    """The name of a player for people who read that language."""
    return presented(game).appearance().sides[player].text(lang)


def player_label(game: Game[Any, Any], player: int) -> Message | str:
    """The name of a player beside a board in text: what the board is drawn with, or a word.

    Pieces that are letters name their players (X and O), who are Red and Yellow in pictures.
    """
    name, side = game.player_name(player), presented(game).appearance().sides[player]
    return side.name if side.text("en").lower() == name.lower() else name


def player_text(game: Game[Any, Any], player: int, lang: str) -> str:
    """The name of a player beside a board in text, for people who read that language."""
    label = player_label(game, player)
    return label if isinstance(label, str) else label.text(lang)
