"""Files of positions to solve, one a line, and files of answers that a later run resumes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adversario.base.errors import AdversarioError, InputError
from adversario.base.files import read_text, write_errors, write_whole
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
                found.append((position, game.parse_position(position)))
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


class Lines:
    """The answers of a batch as JSON lines in a file. `kept` are those of an earlier run.

    Raises InputError if these are answers to other positions. An incomplete last line is dropped.
    """

    def __init__(self, path: Path | None, wanted: Sequence[str]) -> None:
        self.path = path
        self.kept: list[dict[str, Any]] = []
        if path is None or not path.exists():
            return
        whole = read_text(path)
        try:
            self.kept = [json.loads(line) for line in whole.split("\n")[:-1]]
            same = [line["position"] for line in self.kept] == list(wanted[: len(self.kept)])
        except (ValueError, KeyError, TypeError):
            raise InputError("solve.damaged", file=path) from None
        if not same:
            raise InputError("solve.other_work", file=path)
        if not whole.endswith("\n"):
            write_whole(path, whole[: whole.rfind("\n") + 1])

    def keep(self, line: dict[str, Any]) -> None:
        """Append an answer to the file."""
        if self.path is not None:
            with write_errors(self.path), self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
