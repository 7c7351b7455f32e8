"""Reading the saved games of a match, to learn from them."""

from __future__ import annotations

import json
from pathlib import Path

from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.records.record import GameRecord


def read_games(path: Path | str) -> tuple[GameRecord, ...]:
    """Read the games that a match wrote; raises InputError with the number of an invalid line."""
    lines, games = read_text(path).splitlines(), []
    for number, line in enumerate(lines, start=1):
        try:
            found = json.loads(line)
            if number > 1:  # the first line is the header of the match
                games.append(GameRecord.from_json(found))
            elif "format" not in found:
                raise ValueError(line)
        except (KeyError, TypeError, ValueError):
            raise InputError("arena.not_recorded", file=path, line=number) from None
    return tuple(games)
