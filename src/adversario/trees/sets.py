"""Information sets of trees: what makes them sets, and what players see."""

from __future__ import annotations

from typing import NamedTuple

from adversario.base.catalogue import Message, message
from adversario.game import CHANCE
from adversario.trees.vertex import Vertex


class SetFault(NamedTuple):
    """A node that cannot be in its set, and the reason."""

    node: str
    reason: Message


class Forgotten(NamedTuple):
    """Two nodes of a set before which the player saw or did something different."""

    set: str
    first: str
    second: str


def set_fault(root: Vertex) -> SetFault | None:
    """The first node that cannot be in its set; None if all nodes can.

    All nodes of a set have the same player and the same actions in the same order; chance nodes and
    leaves are in no set.
    """
    first: dict[str, Vertex] = {}
    for vertex in root.walk():
        if vertex.set is None:
            continue
        label = vertex.set
        if not vertex.edges or vertex.player == CHANCE:
            return SetFault(vertex.name, message("tree.set_nobody", set=label, node=vertex.name))
        other = first.setdefault(label, vertex)
        names = {"set": label, "first": other.name, "second": vertex.name}
        if vertex.player != other.player:
            return SetFault(vertex.name, message("tree.set_players", **names))
        if (mine := _actions(vertex)) != (theirs := _actions(other)):
            reason = message(
                "tree.set_actions", mine=", ".join(mine), theirs=", ".join(theirs), **names
            )
            return SetFault(vertex.name, reason)
    return None


def hides(root: Vertex) -> bool:
    """Whether a set has more than one node."""
    found = [vertex.set for vertex in root.walk() if vertex.set is not None]
    return len(set(found)) < len(found)


def observations(root: Vertex) -> dict[str, str]:
    """What the player to move sees, by node: `@` and the set, or the node's own name.

    Two nodes look the same only if they are in one set.
    """
    names = {vertex.name for vertex in root.walk()}
    seen: dict[str, str] = {}
    for vertex in root.walk():
        sight = vertex.name
        if vertex.set is not None:
            sight = f"@{vertex.set}"
            while sight in names:
                sight = f"@{sight}"
        seen[vertex.name] = sight
    return seen


def forgotten(root: Vertex) -> Forgotten | None:
    """Two nodes that only a player who forgets takes for one; None if recall is perfect.

    With perfect recall (Kuhn, 1953) a player passed the same sets and chose the same actions before
    all nodes of a set.
    """
    seen = observations(root)
    numbers: dict[tuple[int, str, str], int] = {}  # experience: an earlier one, a set, an action
    first: dict[str, tuple[Vertex, int]] = {}
    stack: list[tuple[Vertex, dict[int, int]]] = [(root, {})]
    while stack:
        vertex, experience = stack.pop()
        if vertex.player == CHANCE:
            stack += [(edge.vertex, experience) for edge in reversed(vertex.edges)]
            continue
        knows = experience.get(vertex.player, 0)
        if vertex.set is not None:
            other, known = first.setdefault(vertex.set, (vertex, knows))
            if known != knows:
                return Forgotten(vertex.set, other.name, vertex.name)
        for edge in reversed(vertex.edges):
            key = knows, seen[vertex.name], edge.action
            after = numbers.setdefault(key, len(numbers) + 1)
            stack.append((edge.vertex, experience | {vertex.player: after}))
    return None


def _actions(vertex: Vertex) -> list[str]:
    return [edge.action for edge in vertex.edges]
