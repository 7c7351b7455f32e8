"""Gambit's files of games in extensive form (`.efg`), read and written.

    EFG 2 R "title" { "player" ... } "comment"

and the nodes, each before its children: `c` for chance, `p` for a player, `t` for a terminal node.

    c "node" SET "set" { "outcome" 1/2 ... } OUTCOME
    p "node" PLAYER SET "set" { "action" ... } OUTCOME
    t "node" OUTCOME

A set's name and its actions are written where the set is met first, an outcome's name and its
payoffs, `"name" { 1, -1 }`, likewise; they may be repeated. Outcome 0 pays nothing. Outcomes
of inner nodes are paid on the way, and are added to those of the ends below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from adversario.base.formats.gambit import GambitText, Kind, write_names, write_quoted
from adversario.base.formats.literals import probability, write_number
from adversario.base.formats.source_text import SourceText, SourceValue, Spot
from adversario.base.numbers import Number, show
from adversario.game import CHANCE
from adversario.trees.complete import RESERVED, complete
from adversario.trees.draft import Draft, DraftEdge, DraftNode, Who
from adversario.trees.source import MAX_DEPTH, MAX_NODES, tree_text
from adversario.trees.tree import Tree
from adversario.trees.vertex import Vertex


def is_efg(text: str) -> bool:
    """Whether the text is, from its first word, one of Gambit's extensive form."""
    return text.split(maxsplit=1)[:1] == ["EFG"]


def parse_efg(text: str, *, source: str | None = None) -> Tree:
    """The tree in the text; TreeError, with line and column, if it is not well written.

    Names of nodes that occur twice are left out; a set of several nodes without a name, or a set
    with the name of another one, is called after its player and its number.
    """
    read = tree_text(text, source)
    return complete(read, _Reader(read).draft())


class _Edge(NamedTuple):
    """An action or an outcome of chance, as written."""

    name: SourceValue[str]
    chance: SourceValue[Fraction] | None


class _Set(NamedTuple):
    """What is written of an information set."""

    name: str
    edges: tuple[_Edge, ...]


@dataclass
class _Node:
    """What is written of a node; `mover` is CHANCE, a number from 1, or None at the end."""

    spot: Spot
    name: SourceValue[str]
    mover: int | None
    set: SourceValue[int] | None
    outcome: SourceValue[int]
    children: list[_Node] = field(default_factory=list)


class _Reader:
    """One text being read."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.words = GambitText(source)
        self.players: tuple[str, ...] = ()
        self.sets: dict[tuple[int, int], _Set] = {}
        self.members: Counter[tuple[int, int]] = Counter()
        self.outcomes: dict[int, list[Number]] = {}
        self.nodes = 0

    def draft(self) -> Draft:
        """The whole text."""
        self.words.header("EFG", "2")
        players = self.words.names()
        self.players = _player_names([player.it for player in players])
        self.words.skip_quoted()
        root = self.node(0)
        self.words.end()
        names = Counter(each.name.it for each in _walk(root))
        labels = self.labels()
        seats = tuple(
            SourceValue(player.spot, name)
            for player, name in zip(players, self.players, strict=True)
        )
        return Draft(self.finish(root, [0] * len(seats), names, labels), seats)

    # The words.

    def node(self, depth: int) -> _Node:
        """A node and all below it."""
        here = self.words.here
        self.nodes += 1
        if depth > MAX_DEPTH:
            raise self.source.error(here.spot, "tree.too_deep", most=MAX_DEPTH)
        if self.nodes > MAX_NODES:
            raise self.source.error(here.spot, "tree.too_large", most=MAX_NODES)
        if here.kind is not Kind.PLAIN or here.text not in ("c", "p", "t"):
            raise self.words.expected_error("node")
        self.words.take()
        name = self.words.quoted()
        if here.text == "t":
            return _Node(here.spot, name, None, None, self.outcome())
        mover = CHANCE if here.text == "c" else self.player()
        number = self.words.whole()
        edges = self.set(mover, number)
        node = _Node(here.spot, name, mover, number, self.outcome())
        node.children = [self.node(depth + 1) for _ in edges]
        return node

    def player(self) -> int:
        """The number of a player, from 1."""
        number = self.words.whole()
        if not 1 <= number.it <= len(self.players):
            raise self.source.error(
                number.spot, "tree.no_such_player", player=number.it,
                players=", ".join(self.players),
            )  # fmt: skip
        return number.it

    def set(self, mover: int, number: SourceValue[int]) -> tuple[_Edge, ...]:
        """The actions of a node: of its set, if they are not written again."""
        key = mover, number.it
        self.members[key] += 1
        name = self.words.take().text if self.words.here.kind is Kind.QUOTED else ""
        if self.words.is_open():
            found = _Set(name, self.edges(mover == CHANCE))
            known = self.sets.setdefault(key, found)
            if mover != CHANCE and _names(known.edges) != _names(found.edges):
                raise self.source.error(
                    number.spot, "efg.set_actions", set=number.it,
                    mine=", ".join(_names(found.edges)), theirs=", ".join(_names(known.edges)),
                )  # fmt: skip
            return found.edges
        if key not in self.sets:
            raise self.words.expected_error("word", word="{")
        return self.sets[key].edges

    def edges(self, chance: bool) -> tuple[_Edge, ...]:
        """Actions in braces, those of chance with their probabilities."""
        spot = self.words.here.spot
        self.words.open()
        found: list[_Edge] = []
        while not self.words.accept_close():
            name = self.words.quoted()
            share = None
            if chance:
                word = self.words.here
                if word.kind is not Kind.PLAIN:
                    raise self.words.expected_error("number")
                self.words.take()
                share = SourceValue(word.spot, probability(self.source, word.spot, word.text))
            found.append(_Edge(name, share))
        if not found:
            raise self.source.error(spot, "efg.no_actions")
        names = _distinct([edge.name.it for edge in found])
        return tuple(
            edge._replace(name=SourceValue(edge.name.spot, name))
            for edge, name in zip(found, names, strict=True)
        )

    def outcome(self) -> SourceValue[int]:
        """The number of an outcome, whose payoffs are kept."""
        number = self.words.whole()
        if number.it:
            self.words.skip_quoted()
            if self.words.is_open():
                spot = self.words.here.spot
                self.words.open()
                payoffs = self.words.numbers()
                if len(payoffs) != len(self.players):
                    raise self.source.error(
                        spot, "matrix.payoffs", found=len(payoffs), expected=len(self.players)
                    )
                self.outcomes[number.it] = payoffs
        return number

    # What they mean.

    def labels(self) -> dict[tuple[int, int], str]:
        """A name for each set that has one or more than one node, different for all."""
        shared = [
            key
            for key, members in self.members.items()
            if key[0] != CHANCE and (members > 1 or self.sets[key].name)
        ]
        names = Counter(self.sets[key].name for key in shared)
        found: dict[tuple[int, int], str] = {}
        for key in shared:
            name = self.sets[key].name
            if not name or names[name] > 1 or name in found.values():
                name = f"{key[0]}.{key[1]}"
            while name in found.values():
                name += "'"
            found[key] = name
        return found

    def finish(
        self, node: _Node, paid: Sequence[Number], names: Counter[str],
        labels: dict[tuple[int, int], str],
    ) -> DraftNode:  # fmt: skip
        """The node with what was paid before added to its ends."""
        paid = self.pay(node, paid)
        name = node.name if node.name.it and names[node.name.it] == 1 else None
        if node.mover is None or node.set is None:
            return DraftNode(node.spot, name, value=SourceValue(node.spot, tuple(paid)))
        key = node.mover, node.set.it
        label = SourceValue(node.set.spot, labels[key]) if key in labels else None
        who: Who = "chance" if node.mover == CHANCE else node.mover
        edges = tuple(
            DraftEdge(edge.name, edge.chance, self.finish(child, paid, names, labels))
            for edge, child in zip(self.sets[key].edges, node.children, strict=True)
        )
        return DraftNode(node.spot, name, SourceValue(node.spot, who), label, edges=edges)

    def pay(self, node: _Node, paid: Sequence[Number]) -> Sequence[Number]:
        """What has been paid once the node is reached; exact, as long as all is written exactly."""
        number = node.outcome.it
        if not number:
            return paid
        if number not in self.outcomes:
            raise self.source.error(node.outcome.spot, "efg.outcome", outcome=number)
        return [_add(had, more) for had, more in zip(paid, self.outcomes[number], strict=True)]


def _add(one: Number, other: Number) -> Number:
    """The sum of two numbers as written: 0.1 + 0.2 is 0.3."""
    if isinstance(one, float) or isinstance(other, float):
        return float(Fraction(str(one)) + Fraction(str(other)))
    total = Fraction(one) + Fraction(other)
    return total.numerator if total.denominator == 1 else total


def _walk(node: _Node) -> list[_Node]:
    return [node, *(each for child in node.children for each in _walk(child))]


def _names(edges: Sequence[_Edge]) -> list[str]:
    return [edge.name.it for edge in edges]


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with the number of those that are empty or repeated."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        new = name or str(number)
        while new in found:
            new = f"{new} {number}"
        found.append(new)
    return tuple(found)


def _player_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names that the notation has for players: max and min only of two, in that order."""
    pairs = enumerate(names)
    return _distinct(
        [
            f"{name} {number + 1}"
            if (word := name.casefold()) in RESERVED
            and (len(names) > 2 or word != RESERVED[number])
            else name
            for number, name in pairs
        ]
    )


def write_efg(tree: Tree, title: str = "") -> str:
    """The tree in Gambit's form, a node a line; `parse_efg` reads one with the same play.

    Evaluations are left out, as the form has none: what it pays at inner nodes is paid.
    """
    head = f"EFG 2 R {write_quoted(title)} {write_names(tree.player_names)}"
    writer = _Writer()
    lines = [writer.line(vertex) for vertex in tree.root.walk()]
    return "\n".join([head, '""', "", *lines, ""])


class _Writer:
    """The sets and outcomes written so far."""

    def __init__(self) -> None:
        self.sets: dict[tuple[int, str, bool], int] = {}
        self.members: Counter[int] = Counter()
        self.ends = 0

    def line(self, vertex: Vertex) -> str:
        """A node."""
        name = write_quoted(vertex.name)
        if not vertex.edges:
            self.ends += 1
            payoffs = ", ".join(map(write_number, vertex.utilities or ()))
            return f't {name} {self.ends} "" {{ {payoffs} }}'
        label = vertex.name if vertex.set is None else vertex.set
        key = vertex.player, label, vertex.set is None
        if key not in self.sets:
            self.members[vertex.player] += 1
            self.sets[key] = self.members[vertex.player]
        number, named = self.sets[key], write_quoted("" if vertex.set is None else vertex.set)
        if vertex.player == CHANCE:
            shares = " ".join(
                f"{write_quoted(edge.action)} {show(edge.probability or Fraction(0))}"
                for edge in vertex.edges
            )
            return f"c {name} {number} {named} {{ {shares} }} 0"
        actions = write_names(tuple(edge.action for edge in vertex.edges))
        return f"p {name} {vertex.player + 1} {number} {named} {actions} 0"
