"""Reading the saved games of a match, to learn from them."""

from __future__ import annotations

from pathlib import Path

from adversario.base.files import read_text
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import read_as
from adversario.records.record import MATCH, GameRecord, read_record


def read_games(path: Path | str) -> tuple[GameRecord, ...]:
    """Read the games that a match wrote; raises InputError with the place of an invalid one."""
    lines = read_text(path).split("\n")
    read_as(MATCH, load_json(lines[0], str(path)), path, 1)
    return tuple(
        read_record(line, path, number)
        for number, line in enumerate(lines[1:], start=2)
        if line.strip()
    )
