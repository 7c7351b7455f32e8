"""Records of played games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from os import PathLike
from typing import Any

from adversario.base.catalogue import message
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import (
    Anything,
    Exact,
    ListOf,
    MapOf,
    Member,
    Nullable,
    Real,
    Record,
    Text,
    Version,
    Whole,
    mismatch,
    read_as,
)
from adversario.base.numbers import Number, to_json
from adversario.base.provenance.saved_work import IDENTITY


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


def check_record(record: GameRecord, place: object) -> GameRecord:
    """The record; raises InputError if its parts are not of one number of players."""
    players = len(record.players)
    for name in ("entrants", "utilities", "seconds"):
        found = getattr(record, name)
        if len(found) != players:
            raise mismatch(place, name, message("schema.list_of", items=players), list(found))
    if record.fault is not None and record.fault >= players:
        expected = message("schema.whole_between", least=0, most=players - 1)
        raise mismatch(place, "fault", expected, record.fault)
    return record


MAX_UTILITY = 1e100
"""The greatest size of a utility: sums of squares of these are finite."""

GAME = Record(
    {
        "number": Whole(0),
        "seed": Whole(None, None),
        "players": ListOf(Text(), least=1),
        "entrants": ListOf(Whole(0)),
        "opening": ListOf(Text()),
        "moves": ListOf(Text()),
        "utilities": ListOf(Exact(most=MAX_UTILITY)),
        "ending": Member(Ending),
        "fault": Nullable(Whole(0)),
        "detail": Text(),
        "seconds": ListOf(Real(0)),
    },
    make=GameRecord,
)
"""A line of the file of a match, after the first."""


FORMAT = 2

MATCH: Record[dict[str, Any]] = Record(
    {
        "format": Version(FORMAT),
        **IDENTITY,
        "initial": Text(),
        "constants": MapOf(Anything()),
        "players": ListOf(Text(), least=2),
        "versions": ListOf(Text()),
        "seed": Whole(None, None),
        "openings": Whole(0),
        "most_plies": Whole(1),
    }
)
"""The first line of the file of a match: what all its games have in common."""


def read_record(line: str, file: str | PathLike[str], number: int) -> GameRecord:
    """The game in a line of a match file; raises InputError with line and path if it is none."""
    found = read_as(GAME, load_json(line, str(file), number), file, number)
    return check_record(found, message("schema.in_line", file=file, line=number))
