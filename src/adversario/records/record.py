"""One game as it was played."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from adversario.base.numbers import Number, from_json, to_json


class Ending(StrEnum):
    """Why a game was over."""

    RULES = "rules"  # it ended as its rules have it
    PLIES = "plies"  # it was taking too long: a draw
    ILLEGAL = "illegal"  # a player did what the rules do not allow, and lost
    FAILED = "failed"  # a player raised an exception, and lost


@dataclass(frozen=True)
class GameRecord:
    """A game in its notation: enough to play it again and to see why it ended as it did.

    `players` are names, by seat, and so are `utilities` and `seconds` (spent choosing). `opening`
    and `moves` include the outcomes of chance. `number` is the game's place in its match, and
    `entrants` whose seat is whose there. `fault` is the seat of the player who lost by a fault,
    `detail` what that player did.
    """

    number: int
    seed: int
    players: tuple[str, ...]
    entrants: tuple[int, ...]
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    utilities: tuple[Number, ...]
    ending: Ending
    fault: int | None
    detail: str
    seconds: tuple[float, ...]

    @property
    def played(self) -> GameRecord:
        """The game without what differs from run to run: the time it took."""
        return GameRecord(**{**vars(self), "seconds": (0.0,) * len(self.seconds)})

    def to_json(self) -> dict[str, Any]:
        """The record as plain JSON values."""
        return {
            "number": self.number,
            "seed": self.seed,
            "players": list(self.players),
            "entrants": list(self.entrants),
            "opening": list(self.opening),
            "moves": list(self.moves),
            "utilities": to_json(self.utilities, exact=True),
            "ending": str(self.ending),
            "fault": self.fault,
            "detail": self.detail,
            "seconds": [round(seconds, 4) for seconds in self.seconds],
        }

    @staticmethod
    def from_json(data: Any) -> GameRecord:
        """The inverse of `to_json`; KeyError, TypeError or ValueError for anything else."""
        utilities = from_json(data["utilities"])
        if not isinstance(utilities, tuple):
            raise ValueError(utilities)
        return GameRecord(
            number=int(data["number"]),
            seed=int(data["seed"]),
            players=tuple(map(str, data["players"])),
            entrants=tuple(map(int, data["entrants"])),
            opening=tuple(map(str, data["opening"])),
            moves=tuple(map(str, data["moves"])),
            utilities=utilities,
            ending=Ending(data["ending"]),
            fault=None if data["fault"] is None else int(data["fault"]),
            detail=str(data["detail"]),
            seconds=tuple(map(float, data["seconds"])),
        )
