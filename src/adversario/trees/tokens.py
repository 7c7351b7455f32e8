"""The notation cut into words, numbers and marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from adversario.base.formats.literals import NUMBER
from adversario.base.formats.source_text import SourceText, Spot

_TOKEN = re.compile(
    rf"""
      (?P<space>   \s+ | \#[^\n]* )
    | (?P<quoted>  "(?:[^"\\\n]|\\.)*" )
    | (?P<arrow>   -> | → )
    | (?P<endless> [+\-−]? (?:∞ | (?i:nan|inf|infinity)(?![\w.'] | \s*(?:[(=:@→]|->))) )
    | (?P<number>  {NUMBER}%? )
    | (?P<word>    [^\W\d][\w.']* )
    | (?P<mark>    [()\[\]:=,;@] )
    """,
    re.VERBOSE,
)


class Token(Enum):
    """What a piece of text is."""

    WORD = auto()
    QUOTED = auto()
    NUMBER = auto()
    MARK = auto()
    END = auto()


class Piece(NamedTuple):
    """A piece of the text; `text` is without quotes, `new_line` says that it starts a line."""

    token: Token
    text: str
    spot: Spot
    new_line: bool


def pieces(source: SourceText) -> Iterator[Piece]:
    """The pieces of the source in order, without space and comments; the last one is END."""
    text, offset, new_line = source.text, 0, True
    while offset < len(text):
        spot, match = Spot(offset), _TOKEN.match(text, offset)
        if match is None:
            id = "tree.unclosed_quote" if text[offset] == '"' else "tree.character"  # noqa: A001
            raise source.error(spot, id, found=text[offset])
        offset, found = match.end(), match.group()
        if match.lastgroup == "space":
            new_line = new_line or "\n" in found
            continue
        if match.lastgroup == "endless":
            raise source.error(spot, "text.not_finite", text=found)
        yield _piece(source, spot, match.lastgroup or "", found, new_line)
        new_line = False
    yield Piece(Token.END, "", Spot(len(text)), new_line)


def _piece(source: SourceText, spot: Spot, group: str, found: str, new_line: bool) -> Piece:
    if group == "quoted":
        return Piece(Token.QUOTED, _unquote(source, spot, found), spot, new_line)
    if group == "arrow":
        return Piece(Token.MARK, "->", spot, new_line)
    return Piece(Token[group.upper()], found, spot, new_line)


def _unquote(source: SourceText, spot: Spot, text: str) -> str:
    """The text between the quotes, whose escapes are those of JSON."""
    try:
        name = str(json.loads(text, strict=False))
    except ValueError:
        raise source.error(spot, "tree.escape", text=text) from None
    if not name:
        raise source.error(spot, "tree.empty_name")
    return name
