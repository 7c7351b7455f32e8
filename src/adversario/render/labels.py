"""The texts at a node, the same in every drawing: value, window, edge, reason of a cut."""

from __future__ import annotations

import unicodedata
from enum import StrEnum

from adversario.algorithms.core.events import Bound, LeafKind, Node, Reason
from adversario.base.catalogue import message, text
from adversario.base.numbers import Value, show
from adversario.trace.tree import TreeNode


class Shape(StrEnum):
    """The outline of a node."""

    UP = "max"  # a triangle that points up
    DOWN = "min"
    CIRCLE = "chance"
    SQUARE = "own"
    BOX = "leaf"
    MORE = "more"  # no outline: for the nodes left out


MARK = {Shape.UP: "△", Shape.DOWN: "▽", Shape.CIRCLE: "○", Shape.SQUARE: "□"}

_INEQUALITY = {
    Reason.BETA: "≥ β",
    Reason.ALPHA: "≤ α",
    Reason.BETA_STRICT: "> β",
    Reason.ALPHA_STRICT: "< α",
    Reason.CHANCE_BETA: "≥ β",
    Reason.CHANCE_ALPHA: "≤ α",
}


def shape(node: TreeNode) -> Shape:
    """The shape of the node: leaves of the search are boxes, whichever player is next."""
    if node.leaf is not None and not node.children:
        return Shape.BOX
    return {
        Node.MAX: Shape.UP,
        Node.MIN: Shape.DOWN,
        Node.CHANCE: Shape.CIRCLE,
        Node.OWN: Shape.SQUARE,
    }[node.node]


def number(value: Value) -> str:
    """The value in pictures, with ∞ for infinity."""
    return show(value).replace("inf", "∞")


def relation(node: TreeNode) -> str:
    """The relation of the value shown to the true one: =, ≤, ≥, or ≈ for an evaluation."""
    if node.bound is Bound.LOWER:
        return "≥"
    if node.bound is Bound.UPPER:
        return "≤"
    return "≈" if node.leaf in (LeafKind.EVALUATION, LeafKind.UNLIKELY) else "="


def value(node: TreeNode) -> str:
    """The value by itself: 3, ≤2, ≈0.5; empty if it is not known."""
    if node.value is None:
        return ""
    return relation(node).replace("=", "") + number(node.value)


def window(node: TreeNode) -> str:
    """The window on entry, [α, β]; empty if the search has none."""
    if node.alpha is None and node.beta is None:
        return ""
    alpha = "-∞" if node.alpha is None else number(node.alpha)
    beta = "∞" if node.beta is None else number(node.beta)
    return f"[{alpha}, {beta}]"


def cut_reason(node: TreeNode, lang: str) -> str:
    """Why the search of the node was cut short, in words; empty if it was not."""
    if node.leaf is LeafKind.TABLE:
        return text("render.known", lang)
    if node.leaf is LeafKind.REPETITION:
        return text("render.repetition", lang)
    if node.leaf is LeafKind.UNLIKELY:
        return text("render.unlikely", lang)
    if node.cut is None:
        return ""
    found, limit = number(node.cut.value), number(node.cut.limit)
    reason = message(f"render.because.{node.cut.reason.value}", value=found, limit=limit)
    spared = node.folded or any(child.pruned for child in node.children)
    return text("render.pruned" if spared else "render.cut", lang, reason=reason)


def cut_inequality(node: TreeNode) -> str:
    """The inequality that allowed the cut, 8 ≥ β = 3; empty if it does not involve α or β."""
    if node.cut is None or node.cut.reason not in _INEQUALITY:
        return ""
    return f"{number(node.cut.value)} {_INEQUALITY[node.cut.reason]} = {number(node.cut.limit)}"


def name(node: TreeNode) -> str:
    """The node's name on one line; empty if it would only repeat the value."""
    cleaned = clean(node.name)
    return "" if cleaned == value(node) else cleaned


def edge(node: TreeNode, *, short: bool = False) -> str:
    """The edge to the node: action (probability). An action named like the node is left out."""
    action = clean(node.action or "")
    if action == clean(node.name):
        action = ""
    if short:
        action = clip(action)
    if node.probability is None:
        return action
    chance = show(node.probability)
    return f"{action} ({chance})" if action else chance


def more(node: TreeNode, lang: str) -> str:
    """The number of nodes below this one that are left out of the picture; empty if none."""
    return text("render.more", lang, count=node.folded) if node.folded else ""


def level(nodes: list[TreeNode], lang: str) -> str | None:
    """The player to move on a level: empty if all nodes are leaves, None if they differ."""
    inner = [node for node in nodes if shape(node) is not Shape.BOX]
    movers = {(node.node, node.player if node.node is Node.OWN else "") for node in inner}
    if len(movers) != 1:
        return None if movers else ""
    kind, player = movers.pop()
    return text(f"render.level.{kind.value}", lang, player=clean(player))


def clean(words: str) -> str:
    """The words on one line, without characters that terminals or XML do not allow."""
    unfit = ("Cc", "Cs", "Cn", "Zl", "Zp")
    kept = (" " if unicodedata.category(char) in unfit else char for char in words)
    return " ".join("".join(kept).split())


def clip(words: str, most: int = 24) -> str:
    """The words, cut short with an ellipsis if they are longer than `most`."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
