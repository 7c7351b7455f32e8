"""Trees, and recorded searches."""

from __future__ import annotations

from dataclasses import dataclass, field

from adversario.web.protocol.words import Bound, EventKind, LeafKind, NodeKind, Phase


@dataclass(frozen=True)
class TreeNodePayload:
    """A node of a tree; its number is its index in the list.

    `value` is the final value by the search or the tree, None if it is not known. `pruned` nodes
    were never visited; `chosen` nodes are on the principal variation. `set` is the information set
    of the node, if it has a name.
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
    set: str | None = None


@dataclass(frozen=True)
class TreePayload:
    """A tree as a list of nodes in preorder, the root first."""

    players: list[str]
    nodes: list[TreeNodePayload]


@dataclass(frozen=True)
class Visits:
    """The statistics of a node in Monte Carlo tree search: N, W, Q and the selection bound."""

    node: int
    n: int
    w: str
    q: str
    ucb: str | None


@dataclass(frozen=True)
class Event:
    """A step of a search.

    `line` is a line of the pseudocode; `text` is the step in words, "" if there is nothing to add.
    `alpha` and `beta` are the window of the node at this step. A cut has the branches that it
    prunes and the reason in words. In Monte Carlo tree search a step is a `phase` of a simulation,
    with the nodes on its path, from the root, and the statistics of those that it compares or
    changes.
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
    """The cost of a search."""

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
    """A search, from its first step to its last."""

    algorithm: str
    title: str
    tree: TreePayload
    events: list[Event]
    pseudocode: list[str]
    conclusion: str
    action: str | None
    value: str
    statistics: StatisticsPayload
