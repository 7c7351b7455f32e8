"""A game of chess with what was noted about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adversario.base.errors import InputError
from adversario.games.boards.chess import Chess, State

RESULTS = ("*", "1-0", "0-1", "1/2-1/2")
"""The results, White's points first; *: unknown or unfinished."""

MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Marks of moves, and their numbers as numeric annotation glyphs ($1 and so on)."""


@dataclass(frozen=True)
class PgnMove:
    """A move: `before` and `after` are comments, `glyphs` numeric annotations.

    Each of the `variations` begins with another move in place of this one.
    """

    move: int
    glyphs: tuple[int, ...] = ()
    before: str = ""
    after: str = ""
    variations: tuple[tuple[PgnMove, ...], ...] = ()


@dataclass(frozen=True)
class Pgn:
    """A played game: its rules, initial position, moves, result and tags."""

    game: Chess
    start: State
    line: tuple[PgnMove, ...]
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""

    @staticmethod
    def of(
        game: Chess,
        names: Iterable[str],
        *,
        start: State | None = None,
        result: str = "*",
        tags: Mapping[str, str] | None = None,
    ) -> Pgn:
        """The game with the moves of those names, such as those of a match record."""
        if result not in RESULTS:
            raise InputError("pgn.result", result=result, known=", ".join(RESULTS))
        begin = game.initial() if start is None else start
        state, line = begin, list[PgnMove]()
        for name in names:
            line.append(PgnMove(game.parse_action(state, name)))
            state = game.result(state, line[-1].move)
        return Pgn(game, begin, tuple(line), result, dict(tags or {}))

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves that were played."""
        return tuple(each.move for each in self.line)

    @property
    def states(self) -> tuple[State, ...]:
        """The positions from the first to the last."""
        found = [self.start]
        for each in self.line:
            found.append(self.game.result(found[-1], each.move))
        return tuple(found)

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in standard algebraic notation."""
        pairs = zip(self.states, self.moves, strict=False)
        return tuple(self.game.action_name(state, move) for state, move in pairs)
