"""Records of played games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from adversario.base.numbers import Number, from_json, to_json


class Ending(StrEnum):
    """The reason why a game ended."""

    RULES = "rules"  # by the rules of the game
    PLIES = "plies"  # at the limit of plies: a draw
    ILLEGAL = "illegal"  # a player lost by an illegal action
    FAILED = "failed"  # a player lost by an exception


@dataclass(frozen=True)
class GameRecord:
    """A game in notation: enough to replay it and to see why it ended.

    `players` are names by seat, and so are `utilities` and `seconds` (spent choosing). `opening`
    and `moves` include the outcomes of chance. `number` is the number of the game in its match, and
    `entrants` the entrant of each seat. `fault` is the seat of the player who lost by a fault,
    `detail` the description of it.
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
        """The record without the times, which differ from run to run."""
        return GameRecord(**{**vars(self), "seconds": (0.0,) * len(self.seconds)})

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values."""
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
        """The inverse of `to_json`; raises KeyError, TypeError or ValueError for invalid data."""
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
