"""The notation of trees on a line, such as `A(B(3, 12, 8), C(2, 4, 6), D(14, 5, 2))`, read.

    text      = { ("players" | "turns") who {"," who} (";" | new line) } node
    node      = [name] [":" who] ["@" set] ["=" value] "(" edge {"," edge} ")"   with children
              | [name] [":" who] ["="] value                                a leaf
    edge      = [action "->"] [probability ":"] node
    value     = number | "[" number {"," number} "]"
    who       = "max" | "min" | "chance" | player's name | player's number
    set       = the name or number of an information set

The words max, min and chance need no colon where no name precedes them: `max(3, chance(4, 5))`.
Nor does a player's number right before `(` or `@`: `1(2@x(0, 1), 2@x(2, 3))`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adversario.base.catalogue import message
from adversario.base.formats.literals import probability, utility
from adversario.base.formats.source_text import SourceError, SourceText, SourceValue
from adversario.base.numbers import Number, Value
from adversario.trees.complete import RESERVED, complete
from adversario.trees.draft import Draft, DraftEdge, DraftNode, Who
from adversario.trees.source import MAX_DEPTH, MAX_NODES, tree_text
from adversario.trees.tokens import Piece, Token, pieces
from adversario.trees.tree import Tree

T = TypeVar("T")


def parse_tree(text: str, *, source: str | None = None) -> Tree:
    """The tree written in the text; `source`, a file's name, is said in errors.

    Raises TreeError, with line and column, if the text is not a tree in the notation.
    """
    read = tree_text(text, source)
    return complete(read, _Parser(read).draft())


class _Parser:
    """Recursive descent over the pieces of a text, one method a rule of the grammar."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.pieces = list(pieces(source))
        self.index = self.nodes = 0

    def draft(self) -> Draft:
        """The whole text."""
        players: tuple[SourceValue[str], ...] = ()
        turns: tuple[SourceValue[Who], ...] = ()
        while self._at_directive():
            directive = self._take()
            if players if directive.text == "players" else turns:
                raise self.source.error(directive.spot, "tree.twice", word=directive.text)
            if directive.text == "players":
                players = self._series(self._player_name)
            else:
                turns = self._series(self._who)
            if not self._accept(";") and not self.here.new_line:
                raise self._expected_error("directive_end")
        root = self._node(0)
        if self.here.token is not Token.END:
            raise self._expected_error("end")
        return Draft(root, players, turns)

    def _at_directive(self) -> bool:
        """Whether a line about players or turns starts here, and not a node of that name."""
        here = self.here
        return (
            here.token is Token.WORD
            and here.text in {"players", "turns"}
            and not self._next("(", ":", "=", "@")
        )

    def _node(self, depth: int) -> DraftNode:
        start = self.here
        if depth > MAX_DEPTH:
            raise self.source.error(start.spot, "tree.too_deep", most=MAX_DEPTH)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.source.error(start.spot, "tree.too_large", most=MAX_NODES)
        name, who = self._name_and_who()
        label = self._set() if self._accept("@") else None
        said = name is not None or who is not None or label is not None
        equals = self._accept("=")
        value = self._value() if equals or (not said and self._at_value()) else None
        if (equals or value is None) and self._accept("("):
            return DraftNode(start.spot, name, who, label, value, self._edges(depth + 1))
        if value is None:
            raise self._expected_error("open_or_equals" if said else "node")
        return DraftNode(start.spot, name, who, label, value)

    def _name_and_who(self) -> tuple[SourceValue[str] | None, SourceValue[Who] | None]:
        """What may precede a node's value and children; bare words and numbers may be who."""
        here, name = self.here, None
        if here.token is Token.WORD and here.text.casefold() in RESERVED:
            return None, self._who()
        if here.token is Token.NUMBER and here.text.isdigit() and self._touches("(", "@"):
            return None, self._who()
        if here.token in {Token.WORD, Token.QUOTED}:
            name = _read_piece(self._take())
        return name, self._who() if self._accept(":") else None

    def _edges(self, depth: int) -> tuple[DraftEdge, ...]:
        """The children, after the parenthesis that opens their list."""
        if self._is_mark(")"):
            raise self.source.error(self.here.spot, "tree.no_children")
        edges = self._series(lambda: self._edge(depth))
        if not self._accept(")"):
            raise self._expected_error("comma_or_close")
        return edges

    def _edge(self, depth: int) -> DraftEdge:
        action = chance = None
        if self.here.token in {Token.WORD, Token.QUOTED, Token.NUMBER} and self._next("->"):
            action = _read_piece(self._take())
            self._take()
        here = self.here
        if here.token is Token.NUMBER and (self._next(":") or here.text.endswith("%")):
            self._take()
            chance = SourceValue(here.spot, probability(self.source, here.spot, here.text))
            if not self._accept(":"):
                raise self._expected_error("colon")
        return DraftEdge(action, chance, self._node(depth))

    def _value(self) -> SourceValue[Value]:
        spot = self.here.spot
        if not self._accept("["):
            return SourceValue(spot, self._number())
        numbers = self._series(self._number)
        if not self._accept("]"):
            raise self._expected_error("comma_or_bracket")
        return SourceValue(spot, numbers)

    def _at_value(self) -> bool:
        return self.here.token is Token.NUMBER or self._is_mark("[")

    def _number(self) -> Number:
        here = self.here
        if here.token is not Token.NUMBER:
            raise self._expected_error("number")
        self._take()
        return utility(self.source, here.spot, here.text)

    def _who(self) -> SourceValue[Who]:
        here = self.here
        if here.token is Token.NUMBER and here.text.isdigit() and len(here.text) < 10:
            self._take()
            return SourceValue(here.spot, int(here.text))
        if here.token not in {Token.WORD, Token.QUOTED}:
            raise self._expected_error("who")
        return SourceValue(here.spot, self._take().text)

    def _set(self) -> SourceValue[str]:
        here = self.here
        if not (here.token is Token.NUMBER and here.text.isdigit()) and here.token not in {
            Token.WORD,
            Token.QUOTED,
        }:
            raise self._expected_error("set")
        return _read_piece(self._take())

    def _player_name(self) -> SourceValue[str]:
        if self.here.token not in {Token.WORD, Token.QUOTED}:
            raise self._expected_error("player_name")
        return _read_piece(self._take())

    # Moving over the pieces.

    @property
    def here(self) -> Piece:
        """The piece to read next."""
        return self.pieces[self.index]

    def _take(self) -> Piece:
        self.index += 1
        return self.pieces[self.index - 1]

    def _is_mark(self, mark: str) -> bool:
        return self.here.token is Token.MARK and self.here.text == mark

    def _accept(self, mark: str) -> bool:
        """Skip the mark if it is next."""
        if found := self._is_mark(mark):
            self.index += 1
        return found

    def _next(self, *marks: str) -> bool:
        """Whether one of the marks follows the piece here, which is not the end."""
        following = self.pieces[self.index + 1]
        return following.token is Token.MARK and following.text in marks

    def _touches(self, *marks: str) -> bool:
        """Whether one of the marks follows the piece here, without space between them."""
        end = self.here.spot.offset + len(self.here.text)
        return self._next(*marks) and self.pieces[self.index + 1].spot.offset == end

    def _series(self, item: Callable[[], T]) -> tuple[T, ...]:
        """One item or more, with commas between them."""
        items = [item()]
        while self._accept(","):
            items.append(item())
        return tuple(items)

    def _expected_error(self, what: str) -> SourceError:
        """The error of finding here something else than expected."""
        here = self.here
        found = message("text.end") if here.token is Token.END else f"'{here.text}'"
        return self.source.error(
            here.spot, "tree.expected", expected=message(f"tree.expected.{what}"), found=found
        )


def _read_piece(piece: Piece) -> SourceValue[str]:
    return SourceValue(piece.spot, piece.text)
