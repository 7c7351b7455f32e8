"""Games in which players do not see everything, as one player is shown them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adversario.web.protocol.positions import ViewPayload
from adversario.web.protocol.words import SeatTurn


@dataclass(frozen=True, kw_only=True)
class SeatRequest:
    """A game as the player `viewer` is shown it.

    `seats` has "person", or the name of an automatic player, for each. `sealed` is the game so far,
    which only the server can read; without it a game begins. With `action` the viewer moves; else
    chance and automatic players do, until the viewer notices something or a person is to move.
    `odds` asks how likely a piece is in every cell.
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    viewer: int = 0
    sealed: str | None = None
    action: str | None = None
    odds: bool = False


@dataclass(frozen=True)
class SeenPayload:
    """A move that the viewer noticed; `player` is -1 for chance."""

    player: int
    label: str


@dataclass(frozen=True)
class SeatPayload:
    """What a player is shown, which depends only on what they know.

    `turn`: whether the viewer is to move, or the person `next`, or no person, or the game is over.
    `moves` are those of all players, once the game is over, when all is shown. `odds` are by cell.
    """

    sealed: str
    viewer: int
    view: ViewPayload
    seen: list[SeenPayload]
    turn: SeatTurn
    next: int | None
    moves: list[str]
    odds: list[float]
