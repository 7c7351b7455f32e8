"""Trees, and searches that are stepped through."""

from __future__ import annotations

from dataclasses import dataclass, field

from adversario.web.protocol.words import Bound, EventKind, LeafKind, NodeKind, Phase


@dataclass(frozen=True)
class TreeNodePayload:
    """A node of a tree, its number that of its place in the list.

    `value` is what the search or the tree says in the end, None if nothing is known. `pruned`
    nodes were never visited, `chosen` ones are on the line of best play.
    """

    id: int
    parent: int | None
    name: str
    kind: NodeKind
    player: str
    action: str | None
    probability: str | None
    value: str | None
    number: float | None
    bound: Bound
    leaf: LeafKind | None
    pruned: bool
    chosen: bool
    children: list[int]


@dataclass(frozen=True)
class TreePayload:
    """A tree as a list of nodes in preorder, the root first."""

    players: list[str]
    nodes: list[TreeNodePayload]


@dataclass(frozen=True)
class Visits:
    """What Monte Carlo tree search has at a node: N, W, Q, and the bound by which it is chosen."""

    node: int
    n: int
    w: str
    q: str
    ucb: str | None


@dataclass(frozen=True)
class Event:
    """A step of a search.

    `line` is that of the pseudocode; `text` is the step in words, "" where there is nothing to
    add. `alpha` and `beta` are the window of the node then. A cut has the branches that it prunes
    and the reason in words. In Monte Carlo tree search a step is a `phase` of a simulation, with
    the nodes it goes through, from the root, and what is known of those it compares or changes.
    """

    kind: EventKind
    node: int
    line: int | None
    text: str
    alpha: str | None = None
    beta: str | None = None
    value: str | None = None
    action: str | None = None
    bound: Bound | None = None
    reason: str | None = None
    pruned: list[int] = field(default_factory=list)
    phase: Phase | None = None
    path: list[int] = field(default_factory=list)
    stats: list[Visits] = field(default_factory=list)


@dataclass(frozen=True)
class StatisticsPayload:
    """What a search cost."""

    nodes: int
    leaves: int
    evaluations: int
    cutoffs: int
    pruned: int | None
    depth: int
    branching: float
    seconds: float


@dataclass(frozen=True)
class Search:
    """A search from its first step to its last."""

    algorithm: str
    title: str
    tree: TreePayload
    events: list[Event]
    pseudocode: list[str]
    conclusion: str
    action: str | None
    value: str
    statistics: StatisticsPayload
