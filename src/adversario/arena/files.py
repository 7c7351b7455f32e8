"""The file of a match: a header line, then a line for every finished game."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError
from adversario.records.record import GameRecord

FORMAT = 1


class MatchFile:
    """The games of a match in a file of JSON lines, from earlier runs and this one.

    Raises InputError with the difference if the file is of another match. An incomplete last line
    is removed, and `dropped` is set.
    """

    def __init__(self, path: Path, match: Mapping[str, Any]) -> None:
        self.path, self.dropped = path, False
        self.games: dict[int, GameRecord] = {}
        header: dict[str, Any] = json.loads(json.dumps({"format": FORMAT, **match}))
        try:
            fresh = not path.exists() or not self._read_lines(header)
            self._out: TextIO = path.open("w" if fresh else "a", encoding="utf-8")
        except OSError as error:
            raise InputError("arena.unwritable", file=path, problem=error) from None
        if fresh:
            self._write(header)

    def add(self, game: GameRecord) -> None:
        """Add a game to the file."""
        self.games[game.number] = game
        self._write(game.to_json())

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

    def _write(self, value: Mapping[str, Any]) -> None:
        self._out.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._out.flush()

    def _read_lines(self, header: Mapping[str, Any]) -> bool:
        """Read the file; return whether it has at least the header."""
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            self.dropped = True
            if not self._may_be_match_file(text):
                raise InputError("arena.no_match", file=self.path, line=1)
        lines = whole.splitlines()
        if not lines:
            return False
        self._compare(header, self._parse_line(lines[0], 1))
        for number, line in enumerate(lines[1:], start=2):
            try:
                game = GameRecord.from_json(self._parse_line(line, number))
            except (KeyError, TypeError, ValueError) as error:
                if isinstance(error, InputError):
                    raise
                raise InputError("arena.no_match", file=self.path, line=number) from None
            self.games[game.number] = game
        if self.dropped:  # not before the file is known to be of this match
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        return True

    def _parse_line(self, line: bytes, number: int) -> Any:
        try:
            return json.loads(line)
        except ValueError:
            raise InputError("arena.no_match", file=self.path, line=number) from None

    @staticmethod
    def _may_be_match_file(text: bytes) -> bool:
        """Whether the incomplete text may be the beginning of a match file."""
        start = b'{"format": '
        return start.startswith(text[: len(start)])

    def _compare(self, header: Mapping[str, Any], found: Any) -> None:
        if not isinstance(found, dict) or "format" not in found:
            raise InputError("arena.no_match", file=self.path, line=1)
        for key in {**header, **found}:
            if header.get(key) != found.get(key):
                raise InputError(
                    "arena.other_match", file=self.path, key=key,
                    found=_label(found.get(key)), given=_label(header.get(key)),
                )  # fmt: skip


def _label(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
