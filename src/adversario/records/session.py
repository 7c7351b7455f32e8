"""A game in progress: its start, its moves, and the file that stores it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from adversario.base.errors import AdversarioError, InputError
from adversario.base.files import read_json_object, write_whole
from adversario.game import Game

FORMAT = "adversario game 1"


@dataclass(frozen=True)
class Session:
    """A game: its name, its start and moves in notation, and the settings of play.

    `start` is a position, or None for the initial one; `moves` include the outcomes of chance.
    """

    source: str
    start: str | None = None
    moves: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    def after(self, move: str) -> Session:
        """The session with one more move."""
        return replace(self, moves=(*self.moves, move))

    def before(self, moves: int) -> Session:
        """The session after its first `moves` moves."""
        return replace(self, moves=self.moves[:moves])

    def states(self, game: Game[Any, Any]) -> list[Any]:
        """The states of the game, the first and the last included."""
        state = game.initial() if self.start is None else game.parse_position(self.start)
        found = [state]
        for move in self.moves:
            state = game.result(state, game.parse_action(state, move))
            found.append(state)
        return found

    def save(self, path: Path) -> None:
        """Write the session to a file, atomically."""
        words = json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, indent=2)
        write_whole(path, words + "\n")


def load_session(path: Path) -> Session:
    """Read a session from a file; raises InputError if it is not one."""
    found = read_json_object(path, "session.broken")
    if found.pop("format", None) != FORMAT:
        raise InputError("session.broken", file=path, problem=FORMAT)
    try:
        session = Session(**found)
        return replace(session, moves=tuple(map(str, session.moves)))
    except TypeError as error:
        raise InputError("session.broken", file=path, problem=error) from None


def check_states(session: Session, game: Game[Any, Any], path: Path, lang: str) -> list[Any]:
    """The states of a session; raises InputError with the name of the file if a move is illegal."""
    try:
        return session.states(game)
    except AdversarioError as error:
        raise InputError("session.broken", file=path, problem=error.text(lang)) from None
