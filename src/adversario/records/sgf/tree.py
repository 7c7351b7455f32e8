"""SGF as text and as trees: sequences of nodes with properties, and variations.

The format is FF[4] as published by A. Hollosi (1999). Nothing is lost: unknown properties,
comments and variations are kept as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from adversario.base.formats.source_text import SourceError, SourceText, Spot

DEEPEST = 500
"""The greatest nesting of variations that is read."""

Values: TypeAlias = tuple[str, ...]

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<open>\()|(?P<close>\))|(?P<node>;)
    |(?P<name>[A-Za-z][A-Za-z0-9]*)
    |(?P<value>\[(?:[^\]\\]|\\.)*\])""",
    re.VERBOSE | re.DOTALL,
)


class SgfError(SourceError):
    """A text that is not SGF, or not a game of Go, with its line and column."""


@dataclass(frozen=True)
class Node:
    """A node: the values of each property, and where it is in the text it was read from."""

    properties: Mapping[str, Values] = field(default_factory=dict)
    spot: Spot = field(default=Spot(0), compare=False)

    def __getitem__(self, name: str) -> str:
        """The first value of a property; "" if there is none."""
        return self.properties.get(name, ("",))[0]

    def __contains__(self, name: str) -> bool:
        """Whether the node has the property."""
        return name in self.properties


@dataclass(frozen=True)
class SgfTree:
    """A sequence of nodes, and the variations that follow the last of them, main line first."""

    nodes: tuple[Node, ...]
    variations: tuple[SgfTree, ...] = ()

    @property
    def root(self) -> Node:
        """The first node, which has the properties of the whole game."""
        return self.nodes[0]

    def main_line(self) -> Iterator[Node]:
        """The nodes of the first variations."""
        tree = self
        while True:
            yield from tree.nodes
            if not tree.variations:
                return
            tree = tree.variations[0]


class _Token(NamedTuple):
    kind: str
    text: str
    spot: Spot


class _Draft:
    """A tree that is being read."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.nodes: list[tuple[dict[str, Values], Spot]] = []
        self.variations: list[SgfTree] = []

    def finish(self) -> SgfTree:
        """The tree of the draft."""
        nodes = tuple(Node(properties, spot) for properties, spot in self.nodes)
        return SgfTree(nodes, tuple(self.variations))


def parse_sgf(text: str, name: str | None = None) -> tuple[SgfTree, ...]:
    """The trees of a text; raises SgfError with the place of the mistake.

    `name` is that of the file, for errors.
    """
    source = SourceText(text, name, SgfError)
    drafts: list[_Draft] = []
    found: list[SgfTree] = []
    tokens = list(_tokens(source))
    for at, token in enumerate(tokens):
        if token.kind == "open":
            _check_opening(source, drafts, token)
            drafts.append(_Draft(token.spot))
        elif not drafts:
            raise source.error(token.spot, "sgf.outside", text=token.text[:20])
        elif token.kind == "close":
            draft = drafts.pop()
            if not draft.nodes:
                raise source.error(draft.spot, "sgf.empty_tree")
            (drafts[-1].variations if drafts else found).append(draft.finish())
        elif token.kind == "node":
            if drafts[-1].variations:
                raise source.error(token.spot, "sgf.after_variation")
            drafts[-1].nodes.append(({}, token.spot))
        elif token.kind == "name":
            _add_property(source, drafts[-1], tokens, at)
        elif tokens[at - 1].kind not in ("name", "value"):
            raise source.error(token.spot, "sgf.no_property", text=token.text[:20])
    if drafts:
        raise source.error(drafts[-1].spot, "sgf.open")
    if not found:
        raise source.error(Spot(0), "sgf.no_tree")
    return tuple(found)


def _tokens(source: SourceText) -> Iterator[_Token]:
    """The tokens of the text; whatever precedes the first tree, such as a mail, is skipped."""
    start = re.search(r"\(\s*;", source.text)
    at = start.start() if start else 0
    while at < len(source.text):
        found = TOKEN.match(source.text, at)
        if found is None:
            shown = source.text[at : at + 20].partition("\n")[0]
            problem = "sgf.open_value" if shown.startswith("[") else "sgf.text"
            raise source.error(Spot(at), problem, text=shown)
        if found.lastgroup != "space":
            yield _Token(found.lastgroup or "", found[0], Spot(at))
        at = found.end()


def _check_opening(source: SourceText, drafts: list[_Draft], token: _Token) -> None:
    if len(drafts) >= DEEPEST:
        raise source.error(token.spot, "sgf.deep", most=DEEPEST)
    if drafts and not drafts[-1].nodes:
        raise source.error(token.spot, "sgf.empty_tree")


def _add_property(source: SourceText, draft: _Draft, tokens: list[_Token], at: int) -> None:
    """Add the property whose name is the token there, with all its values."""
    # Before version 4 names could have lower-case letters, which mean nothing: "Black" is B.
    name = "".join(letter for letter in tokens[at].text if not letter.islower())
    values = []
    for token in tokens[at + 1 :]:
        if token.kind != "value":
            break
        values.append(_unescape(token.text[1:-1]))
    if not draft.nodes:
        raise source.error(tokens[at].spot, "sgf.outside", text=tokens[at].text[:20])
    properties = draft.nodes[-1][0]
    if not name or not values:
        raise source.error(tokens[at].spot, "sgf.no_value", text=tokens[at].text[:20])
    if name in properties:
        raise source.error(tokens[at].spot, "sgf.twice", name=name)
    properties[name] = tuple(values)


def _unescape(text: str) -> str:
    """A value without its escapes: a backslash before the end of a line joins two lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"\\(\n)?(.)?", _unescaped, text, flags=re.DOTALL)


def _unescaped(found: re.Match[str]) -> str:
    return found[2] or ""


def format_sgf(trees: Iterable[SgfTree]) -> str:
    """The trees as text, a node a line."""
    return "".join(_format_tree(tree) + "\n" for tree in trees)


def _format_tree(tree: SgfTree) -> str:
    nodes = "\n".join(
        ";" + "".join(name + "".join(map(_format_value, values)) for name, values in each)
        for each in (node.properties.items() for node in tree.nodes)
    )
    return f"({nodes}{''.join(chr(10) + _format_tree(each) for each in tree.variations)})"


def _format_value(value: str) -> str:
    return "[" + value.replace("\\", "\\\\").replace("]", "\\]") + "]"
