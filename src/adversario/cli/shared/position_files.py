"""Files of positions to solve, one a line, and files of answers that a later run resumes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from adversario.base.errors import AdversarioError, InputError
from adversario.base.files import LineFile, exists, read_text, write_whole
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import (
    Either,
    ListOf,
    Real,
    Record,
    Text,
    Version,
    Whole,
    read_as,
)
from adversario.base.numbers import check_digits
from adversario.base.provenance.saved_work import IDENTITY, identity, require_game
from adversario.game import Game


def positions(game: Game[Any, Any], file: Path, lang: str) -> list[tuple[str, Any]]:
    """The positions of a file with their states; raises InputError with the line of a bad one.

    In a notation without spaces a position is the first word of its line; the rest, such as a
    score, is ignored.
    """
    spaced, found = has_spaces(game), []
    for number, line in enumerate(read_text(file).splitlines(), start=1):
        if words := line.split():
            position = line.strip() if spaced else words[0]
            try:
                found.append((position, game.parse_position(check_digits(position))))
            except AdversarioError as error:
                raise InputError(
                    "cli.batch_line", file=file, line=number, problem=error.text(lang)
                ) from None
    return found


def has_spaces(game: Game[Any, Any]) -> bool:
    """Whether positions may have several words; tested on the first two plies."""
    state = game.initial()
    names: list[str] = []
    if " " in game.position(state):
        return True
    while len(names) < 2 and not game.is_terminal(state):
        action = next(iter(game.legal(state)))
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    try:
        return bool(game.parse_position("".join(names)) != state)
    except AdversarioError:
        return True


FORMAT = "adversario answers 1"
START = f'{{"format": "{FORMAT}"'

ANSWERS: Record[dict[str, Any]] = Record({"format": Version(FORMAT), **IDENTITY})
"""The first line of a file of answers."""

ANSWER: Record[dict[str, Any]] = Record(
    {
        "position": Text(),
        "score": Either(Real(), ListOf(Real())),
        "best": ListOf(Text()),
        "nodes": Whole(0),
        "seconds": Real(0),
    }
)
"""The other lines."""


class AnswerFile:
    """The answers of a batch as JSON lines in a file, after a line for the game.

    `kept` are those of an earlier run. Raises InputError if these are answers to other positions
    than those `wanted` (texts and states), or for another game or other rules. An incomplete last
    line is dropped.
    """

    def __init__(
        self, path: Path | None, game: Game[Any, Any], wanted: Sequence[tuple[str, Any]]
    ) -> None:
        self.path = path
        self.kept: list[dict[str, Any]] = []
        if path is None:
            return
        lines = read_text(path).split("\n") if exists(path) else [""]
        if not lines[:-1] and START.startswith(lines[0][: len(START)]):  # nothing, or cut short
            self._add({"format": FORMAT, **identity(game)}, fresh=True)
            return
        whole = lines[:-1] or lines
        values = [load_json(line, str(path), at) for at, line in enumerate(whole, start=1)]
        require_game(path, read_as(ANSWERS, values[0], path, 1), game)
        for number, line in enumerate(values[1:], start=2):
            read_as(ANSWER, line, path, number)
            self.kept.append(line)
        found = [(line["position"], line["best"]) for line in self.kept]
        if len(found) > len(wanted):
            raise InputError("solve.other_work", file=path)
        for (position, best), (words, state) in zip(found, wanted, strict=False):
            named = [game.action_name(state, action) for action in game.legal(state)]
            if position != words or not set(best) <= set(named):
                raise InputError("solve.other_work", file=path)
        if lines[-1]:
            write_whole(path, "\n".join([*lines[:-1], ""]))

    def keep(self, line: dict[str, Any]) -> None:
        """Append an answer to the file."""
        if self.path is not None:
            self._add(line)

    def _add(self, line: dict[str, Any], *, fresh: bool = False) -> None:
        assert self.path is not None
        with closing(LineFile(self.path, fresh=fresh)) as file:
            file.add(line)
