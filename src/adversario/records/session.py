"""A game in progress: its start, its moves, and the file that stores it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from adversario.base.errors import AdversarioError, InputError
from adversario.base.files import read_json_file, write_whole
from adversario.base.formats.schema import ListOf, Nullable, Record, Text, Version, Whole
from adversario.base.numbers import check_digits
from adversario.base.provenance.saved_work import IDENTITY, identity, require_game
from adversario.game import Game

FORMAT = "adversario game 2"
MAX_SEATS = 1000


@dataclass(frozen=True)
class Session:
    """A game: its name, its start and moves in notation, and the settings of play.

    `source` is the game as written on the command line; `start` is a position, or None for the
    initial one; `moves` include the outcomes of chance. `made_for` is the identity of the game in
    a file, empty before that.
    """

    source: str
    start: str | None = None
    moves: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    made_for: Mapping[str, str] = field(default_factory=dict, compare=False)

    def after(self, move: str) -> Session:
        """The session with one more move."""
        return replace(self, moves=(*self.moves, move))

    def before(self, moves: int) -> Session:
        """The session after its first `moves` moves."""
        return replace(self, moves=self.moves[:moves])

    def states(self, game: Game[Any, Any]) -> list[Any]:
        """The states of the game, the first and the last included."""
        start = self.start
        state = game.initial() if start is None else game.parse_position(check_digits(start))
        found = [state]
        for move in self.moves:
            state = game.result(state, game.parse_action(state, check_digits(move)))
            found.append(state)
        return found

    def save(self, path: Path, game: Game[Any, Any]) -> None:
        """Write the session to a file, atomically."""
        written = {"format": FORMAT, **asdict(self), "made_for": identity(game)}
        write_whole(path, json.dumps(written, ensure_ascii=False, indent=2) + "\n")


def _session(**found: Any) -> Session:
    del found["format"]
    return Session(**found)


SESSION = Record(
    {
        "format": Version(FORMAT),
        "source": Text(empty=False),
        "start": Nullable(Text()),
        "moves": ListOf(Text()),
        "settings": Record(
            {},
            {
                "seat": Whole(0, MAX_SEATS),
                "opponent": Nullable(Text()),
                "level": Nullable(Whole(1, MAX_SEATS)),
            },
        ),
        "made_for": Record(IDENTITY),
    },
    make=_session,
)
"""The file of a session."""


def load_session(path: Path) -> Session:
    """Read a session from a file; raises InputError if it is not one."""
    return read_json_file(path, SESSION)


def check_states(session: Session, game: Game[Any, Any], path: Path, lang: str) -> list[Any]:
    """The states of a session of the game.

    Raises InputError with the name of the file if it is of another game or other rules, or if a
    move is illegal.
    """
    require_game(path, session.made_for, game)
    try:
        return session.states(game)
    except AdversarioError as error:
        raise InputError("session.broken", file=path, problem=error.text(lang)) from None
