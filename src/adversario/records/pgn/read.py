"""Reading games in PGN: errors have file, line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.base.formats.source_text import SourceError, SourceText, Spot
from adversario.games.boards.chess import Chess, State
from adversario.records.pgn.game import MARKS, RESULTS, Pgn, PgnMove

DEEPEST = 100
"""The most variations within each other."""

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<escape>^%[^\n]*)
    |(?P<comment>\{[^}]*\}|;[^\n]*)
    |(?P<tag>\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\])
    |(?P<open>\()|(?P<close>\))
    |(?P<glyph>\$\d+|[!?]+)
    |(?P<result>1-0|0-1|1/2-1/2|\*)(?![^\s)({\[;])
    |(?P<number>\d+\s*\.+|\d+(?=\s))
    |(?P<word>[^\s{}()\[\];!?$.]+)
    |(?P<dots>\.+)""",
    re.VERBOSE | re.MULTILINE,
)
TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
VARIANTS = ("standard", "normal", "chess", "chess960", "fischerandom", "fischerrandom")


class PgnError(SourceError):
    """A text that is not PGN, or a move that is not legal."""


class _Token(NamedTuple):
    kind: str
    text: str
    spot: Spot


class _Line:
    """The moves of a game or of a variation that is being read."""

    def __init__(self, start: State, spot: Spot) -> None:
        self.states, self.moves, self.comment, self.spot = [start], list[PgnMove](), "", spot

    def remark(self, text: str) -> None:
        """Add a comment to the last move, or before the first."""
        if not self.moves:
            self.comment = f"{self.comment} {text}".strip()
        else:
            last = self.moves[-1]
            self.moves[-1] = replace(last, after=f"{last.after} {text}".strip())

    def finished(self) -> tuple[PgnMove, ...]:
        """The moves; a comment before the first belongs to it."""
        if self.moves and self.comment:
            self.moves[0] = replace(self.moves[0], before=self.comment)
        return tuple(self.moves)


def read_pgn(source: str | Path, game: Chess | None = None) -> tuple[Pgn, ...]:
    """Read the games of a text in PGN, or of a file given by its path.

    `game` has the rules, which are those of chess if it is not given. Raises PgnError with the
    place of the first mistake.
    """
    name = str(source) if isinstance(source, Path) else None
    text = SourceText(read_text(source) if isinstance(source, Path) else source, name, PgnError)
    rules = Chess() if game is None else game
    return tuple(_read_game(text, rules, each) for each in _games(_tokens(text)))


def _tokens(source: SourceText) -> Iterator[_Token]:
    text, at = source.text.removeprefix("\ufeff"), 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            shown = text[at : at + 20].partition("\n")[0]
            raise source.error(Spot(at), "pgn.text", text=shown)
        kind = found.lastgroup or ""
        if kind not in ("space", "escape", "number", "dots"):
            yield _Token(kind, found[0], Spot(at))
        at = found.end()


def _games(tokens: Iterator[_Token]) -> Iterator[list[_Token]]:
    """Group the tokens by game: a result ends one, and so do tags after moves."""
    draft, depth = list[_Token](), 0
    for token in tokens:
        if token.kind == "tag" and any(each.kind == "word" for each in draft):
            yield draft
            draft, depth = [], 0
        depth += (token.kind == "open") - (token.kind == "close")
        draft.append(token)
        if token.kind == "result" and depth <= 0:
            yield draft
            draft, depth = [], 0
    if any(token.kind != "comment" for token in draft):
        yield draft


def _read_game(source: SourceText, game: Chess, tokens: list[_Token]) -> Pgn:
    tags: dict[str, str] = {}
    spots: dict[str, Spot] = {}
    for token in tokens:
        if token.kind == "tag":
            name, value = TAG.fullmatch(token.text).groups()  # type: ignore[union-attr]
            tags[name], spots[name] = re.sub(r"\\(.)", r"\1", value), token.spot
    variant = tags.get("Variant", "standard").lower().replace(" ", "").replace("-", "")
    if variant not in VARIANTS:
        raise source.error(spots["Variant"], "pgn.variant", variant=tags["Variant"])
    start = game.initial()
    if "FEN" in tags:
        try:
            start = game.parse_position(tags["FEN"])
        except InputError as error:
            raise source.error_with(spots["FEN"], error.message) from None
    lines, result = [_Line(start, tokens[0].spot)], tags.get("Result", "*")
    for token in tokens:
        if token.kind == "result" and len(lines) == 1:
            result = token.text
        elif token.kind not in ("tag", "result"):
            _follow(source, game, lines, token)
    if len(lines) > 1:
        raise source.error(lines[-1].spot, "pgn.open")
    main = lines[0]
    comment, main.comment = main.comment, ""
    result = result if result in RESULTS else "*"
    return Pgn(game, start, main.finished(), result, tags, comment)


def _follow(source: SourceText, game: Chess, lines: list[_Line], token: _Token) -> None:
    """Add what a token says to the innermost line."""
    line = lines[-1]
    if token.kind == "comment":
        inner = token.text[1:-1] if token.text[0] == "{" else token.text[1:]
        line.remark(" ".join(inner.split()))
    elif token.kind == "open":
        if not line.moves:
            raise source.error(token.spot, "pgn.no_move_before")
        if len(lines) > DEEPEST:
            raise source.error(token.spot, "pgn.deep", most=DEEPEST)
        lines.append(_Line(line.states[-2], token.spot))
    elif token.kind == "close":
        if len(lines) == 1:
            raise source.error(token.spot, "pgn.close")
        moves = lines.pop().finished()
        last = lines[-1].moves[-1]
        if moves:
            lines[-1].moves[-1] = replace(last, variations=(*last.variations, moves))
    elif token.kind == "glyph":
        _mark(source, line, token)
    else:
        try:
            move = game.parse_action(line.states[-1], token.text)
        except InputError as error:
            raise source.error_with(token.spot, error.message) from None
        line.moves.append(PgnMove(move))
        line.states.append(game.result(line.states[-1], move))


def _mark(source: SourceText, line: _Line, token: _Token) -> None:
    number = int(token.text[1:]) if token.text[0] == "$" else MARKS.get(token.text)
    if number is None or not 0 <= number < 256:
        raise source.error(token.spot, "pgn.glyph", glyph=token.text)
    if not line.moves:
        raise source.error(token.spot, "pgn.no_move_before")
    last = line.moves[-1]
    line.moves[-1] = replace(last, glyphs=(*last.glyphs, number))
