"""The tree workshop: trees that the user types or builds are read, evaluated and exported."""

from __future__ import annotations

import json

from adversario.algorithms.core.requirements import fitting, objections, recommended
from adversario.base.numbers import show
from adversario.render.folding import fold
from adversario.render.svg import svg_tree
from adversario.render.tikz import tikz_tree
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
