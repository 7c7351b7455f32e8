"""Reading and writing games in PDN, the Portable Draughts Notation.

A game consists of tags, moves and a result. Comments, move numbers, variations and annotations such
as ! and $3 are skipped. The variant is that of the tag GameType, or the given one, or English
draughts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.games.boards.draughts.game import VARIANTS, Checkers, Draughts
from adversario.games.boards.draughts.state import Move, State

RESULTS = ("*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0")
"""The results, White's points first; *: unknown. International draughts counts to 2."""

WIDTH = 79

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<escape>^%[^\n]*)
    |(?P<comment>\{[^}]*\}|;[^\n]*)
    |(?P<tag>\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\])
    |(?P<open>\()|(?P<close>\))
    |(?P<mark>\$\d+|[!?]+)
    |(?P<number>\d+\.+)
    |(?P<word>[^\s{}()\[\];!?$]+)""",
    re.VERBOSE | re.MULTILINE,
)
TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')


@dataclass(frozen=True)
class Pdn:
    """A played game: its rules, initial position, moves, result and tags."""

    game: Draughts
    start: State
    moves: tuple[Move, ...]
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def of(
        game: Draughts,
        names: Iterable[str],
        *,
        start: State | None = None,
        result: str = "*",
        tags: Mapping[str, str] | None = None,
    ) -> Pdn:
        """The game with the moves of those names, such as those of a match record."""
        if result not in RESULTS:
            raise InputError("draughts.pdn_result", result=result, known=", ".join(RESULTS))
        begin = game.initial() if start is None else start
        state, moves = begin, []
        for name in names:
            moves.append(game.parse_action(state, name))
            state = game.result(state, moves[-1])
        return Pdn(game, begin, tuple(moves), result, dict(tags or {}))

    @property
    def states(self) -> tuple[State, ...]:
        """The positions from the first to the last."""
        found = [self.start]
        for move in self.moves:
            found.append(self.game.result(found[-1], move))
        return tuple(found)

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in the game's notation."""
        pairs = zip(self.states, self.moves, strict=False)
        return tuple(self.game.action_name(state, move) for state, move in pairs)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


class _Draft:
    """A game that is being read."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.words: list[_Token] = []
        self.result = ""

    @property
    def has_content(self) -> bool:
        """Whether the draft has any content."""
        return bool(self.tags or self.words or self.result)


def read_pdn(source: str | Path, game: Draughts | None = None) -> tuple[Pdn, ...]:
    """Read the games of a text in PDN, or of a file given by its path.

    `game` is the variant if there is no tag. Raises InputError with the line of the mistake.
    """
    if isinstance(source, Path):
        source = read_text(source)
    return tuple(_finish_draft(draft, game or Checkers()) for draft in _drafts(_tokens(source)))


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the tags and words of the text outside variations, which may be nested."""
    at, line, depth, opened = 0, 1, 0, 1
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            shown = text[at : at + 20].partition("\n")[0]
            raise _pdn_error(line, message("draughts.pdn_text", text=shown))
        kind = found.lastgroup or ""
        if kind == "open":
            depth, opened = depth + 1, line
        elif kind == "close":
            depth -= 1
            if depth < 0:
                raise _pdn_error(line, message("draughts.pdn_close"))
        elif depth == 0 and kind in ("tag", "word"):
            yield _Token(kind, found[0], line)
        line += found[0].count("\n")
        at = found.end()
    if depth:
        raise _pdn_error(opened, message("draughts.pdn_open"))


def _drafts(tokens: Iterable[_Token]) -> Iterator[_Draft]:
    """Group the tokens by game: a result ends one, and so do tags after moves."""
    draft = _Draft()
    for token in tokens:
        if token.kind == "tag" and draft.words:
            yield draft
            draft = _Draft()
        if token.kind == "tag":
            name, value = TAG.fullmatch(token.text).groups()  # type: ignore[union-attr]
            draft.tags[name] = re.sub(r"\\(.)", r"\1", value)
            draft.lines[name] = token.line
        elif token.text in RESULTS:
            draft.result = token.text
            yield draft
            draft = _Draft()
        else:
            draft.words.append(token)
    if draft.has_content:
        yield draft


def _finish_draft(draft: _Draft, default: Draughts) -> Pdn:
    """The game of a draft, with its moves parsed."""
    game = default
    if "GameType" in draft.tags:
        game = _variant(draft.tags["GameType"], draft.lines["GameType"])
    start = game.initial()
    if "FEN" in draft.tags:
        try:
            start = game.parse_position(draft.tags["FEN"])
        except InputError as error:
            raise _pdn_error(draft.lines["FEN"], error.message) from None
    state, moves = start, []
    for word in draft.words:
        try:
            moves.append(game.parse_action(state, word.text))
        except InputError as error:
            raise _pdn_error(word.line, error.message) from None
        state = game.result(state, moves[-1])
    result = draft.result or draft.tags.get("Result", "*")
    return Pdn(game, start, tuple(moves), result if result in RESULTS else "*", draft.tags)


def _variant(text: str, line: int) -> Draughts:
    """The variant of a tag such as 21 or 21,B,8,8,N1,0."""
    number = text.partition(",")[0].strip()
    for cls in VARIANTS:
        if str(cls.variant.number) == number:
            return cls()
    known = ", ".join(f"{cls.variant.number} ({cls.variant.title})" for cls in VARIANTS)
    raise _pdn_error(line, message("draughts.pdn_type", type=text, known=known))


def _pdn_error(line: int, problem: Message) -> InputError:
    return InputError("draughts.pdn", line=line, problem=problem)


def write_pdn(games: Iterable[Pdn]) -> str:
    """The games as text in PDN, each with the tags needed to read it back."""
    return "\n".join(_write_game(each) for each in games)


def _write_game(pdn: Pdn) -> str:
    tags = {**pdn.tags, "GameType": str(pdn.game.variant.number), "Result": pdn.result}
    if pdn.start != pdn.game.initial():
        tags |= {"SetUp": "1", "FEN": pdn.game.position(pdn.start)}
    shown = [f'[{name} "{_quote(value)}"]' for name, value in tags.items()]
    words = []
    turn, number = pdn.start.turn, 1
    for at, name in enumerate(pdn.names):
        if turn == 0:
            words.append(f"{number}. {name}")
        else:
            words.append(name if at else f"{number}... {name}")
            number += 1
        turn = 1 - turn
    body = fill(" ".join([*words, pdn.result]), WIDTH, break_on_hyphens=False)
    return "\n".join([*shown, body, ""])


def _quote(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
