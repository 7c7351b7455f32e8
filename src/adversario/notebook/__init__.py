"""Displays of trees, results, searches and boards in a notebook. Importing this registers them."""

from __future__ import annotations

from html import escape
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.base import notebook_hooks as hooks
from adversario.base.board_view import BoardView
from adversario.base.catalogue import preferred_language, text
from adversario.base.numbers import show
from adversario.notebook.bundle import available_widgets
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


@hooks.widget.register
def _board(board: BoardView) -> object:
    found = available_widgets()
    return None if found is None else found.BoardWidget(board, preferred_language())


@hooks.html.register
def _result(result: Result) -> str:  # type: ignore[type-arg]  # singledispatch wants a class
    lang = preferred_language()
    return _table(lang, result) + f"<p>{escape(_summary(lang, result))}</p>"


def _table(lang: str, result: Result[Any, Any]) -> str:
    rows = "".join(
        f"<tr><td>{escape(result.game.action_name(result.state, score.action))}</td>"
        f"<td>{escape(score.text)}</td></tr>"
        for score in result.scores
    )
    heads = (text("column.action", lang), text("column.value", lang))
    head = "".join(f"<th>{escape(words)}</th>" for words in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _summary(lang: str, result: Result[Any, Any]) -> str:
    return text(
        "result.summary", lang, algorithm=result.algorithm, value=show(result.value),
        line=" ".join(result.variation_names()) or "-", nodes=result.statistics.nodes,
    )  # fmt: skip
