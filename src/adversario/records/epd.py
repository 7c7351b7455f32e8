"""EPD, Extended Position Description: positions with operations, such as test suites of chess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.base.formats.source_text import SourceError, SourceText, Spot
from adversario.games.boards.chess import Chess, State

OPERATION = re.compile(r'\s*(\w+)((?:\s+(?:"[^"]*"|[^\s";]+))*)\s*;')
OPERAND = re.compile(r'"([^"]*)"|([^\s";]+)')


@dataclass(frozen=True)
class Epd:
    """A position and its operations: each has a code, such as bm (best move), and operands."""

    game: Chess
    state: State
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The operation id; empty if there is none."""
        return " ".join(self.operations.get("id", ()))

    def moves(self, code: str) -> tuple[int, ...]:
        """The moves that are the operands of a code, such as bm or am (moves to avoid)."""
        names = self.operations.get(code, ())
        return tuple(self.game.parse_action(self.state, name) for name in names)

    def is_solved_by(self, move: int | None) -> bool:
        """Whether a move is one of the best moves, and none of those to avoid."""
        best = self.moves("bm")
        return move is not None and (move in best or not best) and move not in self.moves("am")


def read_epd(source: str | Path, game: Chess | None = None) -> tuple[Epd, ...]:
    """Read the positions of a text, one a line, or of a file given by its path.

    Lines that are empty or begin with # are skipped. Raises an error with the place of a mistake.
    """
    name = str(source) if isinstance(source, Path) else None
    text = read_text(source) if isinstance(source, Path) else source
    rules, whole, at = Chess() if game is None else game, SourceText(text, name), 0
    found = []
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            found.append(_read_line(rules, whole, line.rstrip("\r"), at))
        at += len(line) + 1
    return tuple(found)


def _read_line(game: Chess, source: SourceText, line: str, start: int) -> Epd:
    fields = re.match(r"\s*(?:\S+\s+){3}\S+", line)
    if fields is None:
        raise source.error(Spot(start), "epd.fields")
    operations: dict[str, tuple[str, ...]] = {}
    rest = re.match(r"(?:\s+\d+){0,2}(?=\s|$)", line[fields.end() :])  # as FENs have them
    at = fields.end() + (rest.end() if rest else 0)
    while line[at:].strip():
        found = OPERATION.match(line, at)
        if found is None:
            raise source.error(Spot(start + at), "epd.operation", text=line[at:].strip()[:20])
        operands = tuple(one or other for one, other in OPERAND.findall(found[2]))
        operations[found[1]] = operands
        at = found.end()
    clock = operations.get("hmvc", ("0",))[0]
    try:
        state = game.parse_position(f"{fields[0]} {clock} 1")
        epd = Epd(game, state, operations)
        for code in ("bm", "am"):
            epd.moves(code)
    except InputError as error:
        raise SourceError(
            error.message, line=source.text.count("\n", 0, start) + 1, column=1, source=source.name
        ) from None
    return epd


def write_epd(positions: Iterable[Epd]) -> str:
    """The positions as text, one a line, from which they can be read again."""
    return "".join(_write_line(each) for each in positions)


def _write_line(epd: Epd) -> str:
    words = [" ".join(epd.game.position(epd.state).split()[:4])]
    operations = dict(epd.operations)
    if epd.state.clock:
        operations["hmvc"] = (str(epd.state.clock),)
    for code, operands in operations.items():
        shown = [f'"{each}"' if code in ("id", *TEXTS) else each for each in operands]
        words.append(" ".join([code, *shown]) + ";")
    return " ".join(words) + "\n"


TEXTS = tuple(f"{code}{number}" for code in "cv" for number in range(10))
"""The codes of comments and variable names, whose operands are texts."""
