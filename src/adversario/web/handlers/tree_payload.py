"""Trees for the browser: lists of nodes in preorder."""

from __future__ import annotations

from typing import Any

from adversario.algorithms.core.events import Node
from adversario.base.numbers import Value, show
from adversario.game import Game
from adversario.trace import TreeNode
from adversario.web import protocol
from adversario.web.handlers.analysis import number


def flat_tree(game: Game[Any, Any], root: TreeNode) -> protocol.TreePayload:
    """A drawn tree as a list of nodes."""
    nodes: list[protocol.TreeNodePayload] = []
    todo: list[tuple[TreeNode, int | None]] = [(root, None)]
    while todo:
        node, parent = todo.pop()
        nodes.append(_tree_node(node, len(nodes), parent))
        if parent is not None:
            nodes[parent].children.append(len(nodes) - 1)
        todo += [(child, len(nodes) - 1) for child in reversed(node.children)]
    return protocol.TreePayload(player_names(game), nodes)


def player_names(game: Game[Any, Any]) -> list[str]:
    """The names of the players, in order."""
    return [game.player_name(player) for player in range(game.players)]


def _tree_node(node: TreeNode, index: int, parent: int | None) -> protocol.TreeNodePayload:
    return protocol.TreeNodePayload(
        id=index,
        parent=parent,
        name=node.name,
        kind=kind_of(node.node, leaf=node.leaf is not None),
        player=node.player,
        action=node.action,
        probability=None if node.probability is None else show(node.probability),
        value=format_value(node.value),
        number=None if node.value is None else number(node.value),
        bound=node.bound.value,
        leaf=None if node.leaf is None else node.leaf.value,
        pruned=node.pruned,
        chosen=node.chosen,
        children=[],
        set=node.set,
    )


def kind_of(node: Node, *, leaf: bool) -> protocol.NodeKind:
    """The kind of node that is drawn."""
    return "leaf" if leaf else node.value


def format_value(value: Value | None) -> str | None:
    """A value as text, or None."""
    return None if value is None else show(value).replace("inf", "∞")
