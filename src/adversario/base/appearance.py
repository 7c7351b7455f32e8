"""The look of a game: names and paints of its players, its pieces and its board.

Interfaces share it, so that a player has one name and one colour on boards, in bars and on maps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from adversario.base.catalogue import Message, message

Paint: TypeAlias = Literal["red", "blue", "green", "purple", "yellow", "black", "white"]

Pieces: TypeAlias = Literal["marks", "discs", "men", "chess", "land"]
"""Marks such as X and O; flat discs; men of draughts; pieces of chess; whole cells in a colour."""

Ground: TypeAlias = Literal["plain", "felt", "chequered", "wood", "rack"]
"""Paper; green felt; dark and light squares; a wooden board of lines; a rack with holes."""


class Colours(NamedTuple):
    """A paint as printed: pieces, marks on paper, marks of the past, and backgrounds."""

    fill: str
    ink: str
    pale: str
    tint: str


PAINTS: Mapping[Paint, Colours] = {
    "red": Colours("#bd4326", "#bd4326", "#e8b79f", "#f9e3da"),
    "blue": Colours("#17688a", "#17688a", "#9dbfce", "#dbecf3"),
    "green": Colours("#5d7a1c", "#5d7a1c", "#c0ce9c", "#e9f0d6"),
    "purple": Colours("#7b4ea3", "#7b4ea3", "#c8b3da", "#ece4f5"),
    "yellow": Colours("#eab308", "#9a6a00", "#e6cd8e", "#fbf0cf"),
    "black": Colours("#26292e", "#26292e", "#9a9ca0", "#e2e2e0"),
    "white": Colours("#fbfaf5", "#6a6d73", "#c4c6c9", "#f3f3f1"),
}
"""The colours of every paint. The fills are those of the web app in its light theme."""

USUAL: tuple[Paint, ...] = ("red", "blue", "green", "purple", "yellow", "black")
"""The paints of players, in order, if a game has none of its own."""


@dataclass(frozen=True, slots=True)
class Side:
    """A player: the name in messages, and the paint of the pieces."""

    name: Message | str
    paint: Paint

    def text(self, lang: str) -> str:
        """The name in that language."""
        return self.name if isinstance(self.name, str) else self.name.text(lang)


@dataclass(frozen=True, slots=True)
class Appearance:
    """The look of a game.

    `bottom` is the player whose side is at the bottom of the diagram, if the board has sides.
    """

    sides: tuple[Side, ...]
    pieces: Pieces = "marks"
    ground: Ground = "plain"
    bottom: int | None = None


def named_by_paint(*paints: Paint) -> tuple[Side, ...]:
    """Players who are named by their colours, as Black and White."""
    return tuple(Side(message(f"paint.{paint}"), paint) for paint in paints)
