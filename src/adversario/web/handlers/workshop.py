"""The tree workshop: trees that the user types or builds are read, evaluated and exported."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from adversario.algorithms.core.requirements import (
    fitting,
    is_two_sided,
    objections,
    recommended,
)
from adversario.base.errors import InputError
from adversario.base.numbers import Number, show
from adversario.game import CHANCE
from adversario.render.folding import fold
from adversario.render.svg import svg_tree
from adversario.render.tikz import tikz_tree
from adversario.solve.equilibrium.tree.answer import Equilibrium
from adversario.solve.equilibrium.tree.flat import FlatTree
from adversario.solve.equilibrium.tree.methods import equilibrium
from adversario.solve.equilibrium.tree.strategy import slots_of_strategy
from adversario.trace import TreeNode, game_tree, record, search_tree
from adversario.trees import Tree
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.positions import tree_of
from adversario.web.handlers.tree_payload import flat_tree, player_names

DRAWN = 400
"""The most nodes in a picture; those beyond are only counted."""

FILES: dict[protocol.ExportFormat, tuple[str, str]] = {
    "text": ("tree.txt", "text/plain"),
    "json": ("tree.json", "application/json"),
    "svg": ("tree.svg", "image/svg+xml"),
    "tikz": ("tree.tex", "application/x-tex"),
}


def check_tree(context: Context, request: protocol.TreeCheckRequest) -> protocol.TreeChecked:
    """A tree in both notations, with the value of every node."""
    tree = tree_of(request.text)
    if not tree.kind.is_open:
        return _check_hidden(tree)
    result, trace = record(tree, algorithm=_unpruned_search(tree))
    return protocol.TreeChecked(
        tree=flat_tree(tree, search_tree(trace)),
        notation=tree.notation(),
        json=json.dumps(tree.to_json(), ensure_ascii=False),
        players=player_names(tree),
        fits=list(fitting(tree)),
        recommended=recommended(tree),
        action=result.action,
        value=show(result.value),
    )


def _check_hidden(tree: Tree) -> protocol.TreeChecked:
    """A tree with information sets, with the values of nodes in an equilibrium.

    There are none if players would have to forget, or no equilibrium is found exactly.
    """
    root, action, value, fits = game_tree(tree), None, "", list(fitting(tree))
    try:
        found = equilibrium(tree)
    except InputError:
        fits = []
    else:
        values = _values_below(found)
        root = _with_values(root, found.strategy.tree, values)
        value = show(root.value) if root.value is not None else ""
        action = next((child.action for child in root.children if child.chosen), None)
    return protocol.TreeChecked(
        tree=flat_tree(tree, root),
        notation=tree.notation(),
        json=json.dumps(tree.to_json(), ensure_ascii=False),
        players=player_names(tree),
        fits=fits,
        recommended=fits[0] if fits else "",
        action=action,
        value=value,
    )


def _values_below(found: Equilibrium[Any]) -> list[tuple[Number, ...]]:
    """What each player gets from every node on, by the strategies."""
    tree, players = found.strategy.tree, range(found.strategy.tree.game.players)
    chosen = slots_of_strategy(tree, found.strategy)
    values: list[tuple[Number, ...]] = [()] * tree.histories
    for node in reversed(range(tree.histories)):
        mover, first = tree.player[node], tree.first[node]
        if not tree.children[node]:
            values[node] = tuple(tree.utilities[who][node] for who in players)
            continue
        below = range(first, first + tree.children[node])
        shares = [
            tree.chance[child] if mover == CHANCE else chosen[tree.slot[node] + child - first]
            for child in below
        ]
        values[node] = tuple(
            sum(share * values[child][who] for share, child in zip(shares, below, strict=True))
            for who in players
        )
    return values


def _with_values(root: TreeNode, tree: FlatTree[Any], values: list[tuple[Number, ...]]) -> TreeNode:
    """The drawn tree with those values; what the strategies prefer is chosen."""
    two_sided = is_two_sided(tree.game)

    def grow(node: TreeNode, number: int, *, chosen: bool) -> TreeNode:
        first = tree.first[number]
        below = [values[first + at] for at in range(tree.children[number])]
        mover = tree.player[number]
        best = None
        if below and mover >= 0:
            best = max(range(len(below)), key=lambda at: below[at][mover])
        children = tuple(
            grow(child, first + at, chosen=chosen and at == best)
            for at, child in enumerate(node.children)
        )
        value = values[number][0] if two_sided else values[number]
        return replace(node, value=value, children=children, chosen=chosen)

    return grow(root, 0, chosen=True)


def _unpruned_search(tree: Tree) -> str:
    """A search that visits every node, and so values it."""
    return "maxn" if objections(tree, "expectiminimax") else "expectiminimax"


def export_tree(context: Context, request: protocol.TreeExportRequest) -> protocol.Exported:
    """A tree as a file."""
    tree = tree_of(request.text)
    name, mime = FILES[request.format]
    if request.format == "text":
        return protocol.Exported(name, mime, tree.notation() + "\n")
    if request.format == "json":
        written = json.dumps(tree.to_json(), ensure_ascii=False, indent=2)
        return protocol.Exported(name, mime, written + "\n")
    root = fold(_draw(tree, request.algorithm), DRAWN)
    windows = request.algorithm == "alphabeta"
    draw = svg_tree if request.format == "svg" else tikz_tree
    return protocol.Exported(name, mime, draw(root, windows=windows, lang=context.lang))


def _draw(tree: Tree, algorithm: str | None) -> TreeNode:
    """The tree alone, or as a search visits it."""
    if algorithm is None:
        return game_tree(tree)
    _, trace = record(tree, algorithm=algorithm)
    return search_tree(trace)
