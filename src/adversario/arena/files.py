"""The file of a match: a header line, then a line for every finished game."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError
from adversario.base.files import LineFile, decode_text, exists, read_bytes, write_errors
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import read_as
from adversario.records.record import FORMAT, MATCH, GameRecord, read_record


class MatchFile:
    """The games of a match in a file of JSON lines, from earlier runs and this one.

    Raises InputError with the difference if the file is of another match, or of other rules. An
    incomplete last line is removed, and `dropped` is set.
    """

    def __init__(self, path: Path, match: Mapping[str, Any]) -> None:
        self.path, self.dropped = path, False
        self.games: dict[int, GameRecord] = {}
        header: dict[str, Any] = json.loads(json.dumps({"format": FORMAT, **match}))
        fresh = not exists(path) or not self._read_lines(header)
        self._out = LineFile(path, fresh=fresh)
        if fresh:
            with self._closed_if_it_fails():
                self._out.add(header)

    @contextmanager
    def _closed_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._out.close()
            raise

    def add(self, game: GameRecord) -> None:
        """Add a game to the file."""
        self.games[game.number] = game
        self._out.add(game.to_json())

    def notices(self, planned: Container[int]) -> Iterator[Message]:
        """Yield messages about the file: a removed line, and the games found."""
        if self.dropped:
            yield message("arena.dropped", file=self.path)
        if found := sum(number in planned for number in self.games):
            yield message("arena.resumed", file=self.path, games=found)

    def __enter__(self) -> MatchFile:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._out.close()

    def _read_lines(self, header: Mapping[str, Any]) -> bool:
        """Read the file; return whether it has at least the header."""
        data = read_bytes(self.path)
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            self.dropped = True
            if not self._may_be_match_file(data):
                raise InputError("arena.no_match", file=self.path, line=1)
        lines = decode_text(whole, self.path).split("\n")[:-1]
        if not lines:
            return False
        self._compare(header, self._first_line(lines[0]))
        for number, line in enumerate(lines[1:], start=2):
            game = read_record(line, self.path, number)
            self.games[game.number] = game
        if self.dropped:  # not before the file is known to be of this match
            with write_errors(self.path), self.path.open("r+b") as file:
                file.truncate(len(whole))
        return True

    def _first_line(self, line: str) -> dict[str, Any]:
        """The header as it was written; raises InputError if this is not a file of a match."""
        try:
            found = load_json(line, str(self.path))
        except InputError:
            found = None
        if not isinstance(found, dict) or "format" not in found:
            raise InputError("arena.no_match", file=self.path, line=1)
        return found

    @staticmethod
    def _may_be_match_file(text: bytes) -> bool:
        """Whether the incomplete text may be the beginning of a match file."""
        start = b'{"format": '
        return start.startswith(text[: len(start)])

    def _compare(self, header: Mapping[str, Any], found: Mapping[str, Any]) -> None:
        """Raise InputError unless the file is of this match."""
        theirs = read_as(MATCH, found, self.path, 1)
        same = {**header, "rules": theirs["rules"]}  # last: other fields say more
        for key in MATCH.fields:
            if same[key] != found[key]:
                raise InputError(
                    "arena.other_match", file=self.path, key=key, found=_label(found[key]),
                    given=_label(header[key]),
                )  # fmt: skip
        if theirs["rules"] != header["rules"]:
            raise InputError("saved.other_rules", file=self.path, game=header["game"])


def _label(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
