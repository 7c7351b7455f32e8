"""The tree of a trace: values, windows, cuts, and the principal variation."""

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
class _NodeBuilder:
    """A node that still receives children."""

    node: TreeNode
    best: str | None = None
    children: dict[str | None, _NodeBuilder] = field(default_factory=dict)
    pruned: tuple[TreeNode, ...] = ()


def search_tree(trace: Trace) -> TreeNode:
    """The tree that the search visited, and the branches that it pruned.

    After iterative deepening it is the tree of the last iteration. A node that is visited again, as
    by Star2 after a probe and by an enhanced search after a scout, shows the results of both
    visits. A value from a table is a leaf, unless the first visit has shown more of it. A null move
    is a child without an action.
    """
    events = _last_iteration(trace.events)
    path: list[_NodeBuilder] = []
    root: _NodeBuilder | None = None
    for event in events:
        if isinstance(event, Enter):
            del path[event.ply :]
            path.append(_enter(path[-1] if path else None, event, trace.players))
            root = path[0]
        elif not isinstance(event, (Iteration, Note)):
            _update_node(path[event.ply], event)
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


def _enter(parent: _NodeBuilder | None, event: Enter, players: tuple[str, ...]) -> _NodeBuilder:
    """The node that is entered, added to its parent's children."""
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
        return _NodeBuilder(node)
    before = parent.children.get(event.action)
    entered = _NodeBuilder(node) if before is None else _NodeBuilder(node, children=before.children)
    parent.children[event.action] = entered
    return entered


def _update_node(builder: _NodeBuilder, event: Event) -> None:
    """Update a node by an event."""
    if isinstance(event, Leaf):
        builder.node = replace(builder.node, value=event.value, bound=event.bound, leaf=event.kind)
    elif isinstance(event, Leave):
        builder.best = event.action
        builder.node = replace(builder.node, value=event.value, bound=event.bound)
    elif isinstance(event, Cut):
        builder.pruned = event.pruned
        if event.reason is not Reason.PROBE:
            cut = TreeCut(event.reason, event.value, event.limit)
            builder.node = replace(builder.node, cut=cut)


def _finish_node(builder: _NodeBuilder, *, chosen: bool) -> TreeNode:
    """The node with its children, the principal variation marked."""
    children = tuple(
        _finish_node(child, chosen=chosen and action is not None and action == builder.best)
        for action, child in builder.children.items()
    )
    pruned = tuple(node for node in builder.pruned if node.action not in builder.children)
    return replace(builder.node, chosen=chosen, children=children + pruned)
