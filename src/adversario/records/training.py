"""Games of a match that were saved, read back to learn from them."""

from __future__ import annotations

import json
from pathlib import Path

from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.records.record import GameRecord


def read_games(path: Path | str) -> tuple[GameRecord, ...]:
    """The games that a match wrote to the file; InputError names the line that is none."""
    lines, games = read_text(path).splitlines(), []
    for number, line in enumerate(lines, start=1):
        try:
            found = json.loads(line)
            if number > 1:  # the first line tells which match it is
                games.append(GameRecord.from_json(found))
            elif "format" not in found:
                raise ValueError(line)
        except (KeyError, TypeError, ValueError):
            raise InputError("arena.not_recorded", file=path, line=number) from None
    return tuple(games)
