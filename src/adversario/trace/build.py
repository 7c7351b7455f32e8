"""From a trace to the tree it walked: values, windows, cuts, and the line of best play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from adversario.algorithms.core.events import (
    Cut,
    Enter,
    Event,
    Iteration,
    Leaf,
    Leave,
    Note,
    Reason,
)
from adversario.base.errors import InputError
from adversario.trace.recorder import Trace
from adversario.trace.tree import TreeCut, TreeNode


@dataclass(slots=True)
class _Growing:
    """A node whose children are still coming in."""

    node: TreeNode
    best: str | None = None
    children: dict[str | None, _Growing] = field(default_factory=dict)
    pruned: tuple[TreeNode, ...] = ()


def search_tree(trace: Trace) -> TreeNode:
    """The tree that the search visited, and the branches that it pruned.

    After iterative deepening it is the tree of the last iteration. A node that is taken up again,
    as Star2 does after a probe and an enhanced search after a scout, shows what both visits found.
    What a table knew is a leaf, unless the first visit has shown more of it. A null move is a child
    without an action.
    """
    events = _last_iteration(trace.events)
    path: list[_Growing] = []
    root: _Growing | None = None
    for event in events:
        if isinstance(event, Enter):
            del path[event.ply :]
            path.append(_enter(path[-1] if path else None, event, trace.players))
            root = path[0]
        elif not isinstance(event, (Iteration, Note)):
            _take(path[event.ply], event)
    if root is None:
        raise InputError("trace.empty")
    return _finish_node(root, chosen=True)


def _last_iteration(events: Iterable[Event]) -> list[Event]:
    kept: list[Event] = []
    for event in events:
        if isinstance(event, Iteration):
            kept.clear()
        else:
            kept.append(event)
    return kept


def _enter(parent: _Growing | None, event: Enter, players: tuple[str, ...]) -> _Growing:
    """The node that is entered, put among its parent's children."""
    node = TreeNode(
        name=event.state,
        node=event.node,
        player="chance" if event.player < 0 else players[event.player],
        action=event.action,
        probability=event.probability,
        alpha=event.alpha,
        beta=event.beta,
    )
    if parent is None:
        return _Growing(node)
    before = parent.children.get(event.action)
    entered = _Growing(node) if before is None else _Growing(node, children=before.children)
    parent.children[event.action] = entered
    return entered


def _take(growing: _Growing, event: Event) -> None:
    """Add to a node what an event says of it."""
    if isinstance(event, Leaf):
        growing.node = replace(growing.node, value=event.value, bound=event.bound, leaf=event.kind)
    elif isinstance(event, Leave):
        growing.best = event.action
        growing.node = replace(growing.node, value=event.value, bound=event.bound)
    elif isinstance(event, Cut):
        growing.pruned = event.pruned
        if event.reason is not Reason.PROBE:
            cut = TreeCut(event.reason, event.value, event.limit)
            growing.node = replace(growing.node, cut=cut)


def _finish_node(growing: _Growing, *, chosen: bool) -> TreeNode:
    """The node with its children, those on the line of best play marked."""
    children = tuple(
        _finish_node(child, chosen=chosen and action is not None and action == growing.best)
        for action, child in growing.children.items()
    )
    pruned = tuple(node for node in growing.pruned if node.action not in growing.children)
    return replace(growing.node, chosen=chosen, children=children + pruned)
