"""Displays of trees, results, searches and boards in a notebook. Importing this registers them."""

from __future__ import annotations

from adversario.algorithms.core.answer import Result
from adversario.base import notebook_hooks as hooks
from adversario.base.board_view import BoardView
from adversario.base.catalogue import preferred_language
from adversario.notebook.bundle import available_widgets
from adversario.notebook.presentation import present_both
from adversario.notebook.tables import register_tables
from adversario.render.folding import fold
from adversario.render.svg import svg_tree
from adversario.trace import Trace, TreeNode, game_tree, search_tree
from adversario.trees import Tree


@hooks.svg.register
def _tree_node(node: TreeNode) -> str:
    return svg_tree(fold(node), lang=preferred_language())


@hooks.svg.register
def _tree(tree: Tree) -> str:
    return _tree_node(game_tree(tree))


@hooks.svg.register
def _trace(trace: Trace) -> str:
    return _tree_node(search_tree(trace))


@hooks.explorer.register
def _explorer(result: Result) -> object:  # type: ignore[type-arg]  # singledispatch wants a class
    from adversario.notebook.explorer import Explorer  # noqa: PLC0415 (not before it is needed)

    return Explorer(result)


@hooks.present.register
def _present(board: BoardView) -> bool:
    return present_both(board)


@hooks.widget.register
def _board(board: BoardView) -> object:
    found = available_widgets()
    return None if found is None else found.BoardWidget(board, preferred_language())


register_tables()
