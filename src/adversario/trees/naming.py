"""The names that nodes and actions have when none are given, as textbooks give them.

The root is A, its children are B, C, D, ..., the children of B are B1, B2, B3, those of B3 are B31,
B32, ...; the actions of A are a1, a2, a3, those of B3 are b31, b32, ..., and those of all nodes of
the information set x are x1, x2, x3. What a text leaves out and what the notation may leave out are
both decided here, so that they agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import count
from string import ascii_uppercase
from typing import NamedTuple, TypeVar

N = TypeVar("N")

_LETTERS = re.compile("[A-Z]+")
_NAME = re.compile(r"[^\W\d]\w*")

ROOT = -1
"""The `parent` of the root."""


class NodePlace(NamedTuple):
    """A node's place in a tree whose nodes are listed parents first, from left to right."""

    parent: int  # index in that list
    number: int  # among its siblings, from 1


def places(root: N, children: Callable[[N], Iterable[N]]) -> list[NodePlace]:
    """Every node's place, parents first, from left to right."""
    found: list[NodePlace] = []
    stack = [(root, NodePlace(ROOT, 1))]
    while stack:
        node, place = stack.pop()
        below = [(child, NodePlace(len(found), n)) for n, child in enumerate(children(node), 1)]
        found.append(place)
        stack.extend(reversed(below))
    return found


def node_names(places: Sequence[NodePlace], given: Sequence[str | None]) -> list[str]:
    """A name for every node: the given one, or else an automatic one that no other node has."""
    taken = {name for name in given if name is not None}
    letters = (name for name in _letters() if name not in taken)
    crowded = any(place.parent > 0 and place.number > 9 for place in places)
    separator = "." if crowded else ""  # else B's 11th child and B1's first were both B11
    names: list[str] = []
    for (parent, number), name in zip(places, given, strict=True):
        if name is None:
            if parent == ROOT:
                automatic = "A"
            elif parent == 0:
                automatic = next(letters)
            else:
                automatic = f"{names[parent]}{separator}{number}"
            name = _prime_name(automatic, taken)  # noqa: PLW2901
            taken.add(name)
        names.append(name)
    return names


def action_stem(node: str, set: str | None) -> str:  # noqa: A002
    """What automatic names of a node's actions start with: the node's name, or its set's."""
    if set is not None:
        return set.lower() + ("." if set[-1].isdigit() else "") if _NAME.fullmatch(set) else "a"
    if node[0].isupper() and all(character in ".0123456789" for character in node[1:]):
        return node.lower() + ("." if "." in node else "")
    return "a"


def action_names(stem: str, given: Sequence[str | None]) -> list[str]:
    """A name for every action of a node: the given one, or an automatic one."""
    taken = {name for name in given if name is not None}
    return [
        _prime_name(f"{stem}{number}", taken) if name is None else name
        for number, name in enumerate(given, 1)
    ]


def needed_node_names(places: Sequence[NodePlace], names: Sequence[str]) -> list[str | None]:
    """The names to give so that `node_names` restores them all; None where it needs no help.

    Each name given may change the automatic ones, so it takes rounds until all come out right. A
    node waits whose parent came out wrong, for its own name may follow once the parent has one; so
    do the root's children after the first that came out wrong, for they share their letters.
    """
    given = [
        None if place.parent != 0 or _LETTERS.fullmatch(name) else name
        for place, name in zip(places, names, strict=True)
    ]
    while (found := node_names(places, given)) != list(names):
        wrong = [index for index, name in enumerate(names) if found[index] != name]
        letters = [index for index in wrong if places[index].parent == 0]
        for index in set(wrong).difference(letters[1:]):
            parent = places[index].parent
            if parent == ROOT or found[parent] == names[parent]:
                given[index] = names[index]
    return given


def needed_action_names(stem: str, names: Sequence[str]) -> list[str | None]:
    """The names to give so that `action_names` restores them all; None where it needs no help."""
    given: list[str | None] = [None] * len(names)
    while (found := action_names(stem, given)) != list(names):
        for index, name in enumerate(names):
            if found[index] != name:
                given[index] = name
    return given


def _letters() -> Iterator[str]:
    """B, C, ..., Z, AA, AB, ..., as the columns of a spreadsheet go on after A."""
    for number in count(1):
        name, rest = "", number
        while rest >= 0:
            name = ascii_uppercase[rest % 26] + name
            rest = rest // 26 - 1
        yield name


def _prime_name(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += "'"
    return name
