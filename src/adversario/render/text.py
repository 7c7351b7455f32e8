"""Game trees in a terminal: one node a line, lines drawn with box characters."""

from __future__ import annotations

from typing import NamedTuple

from adversario.render import labels
from adversario.render.labels import MARK, Shape
from adversario.trace.tree import TreeNode

_BOLD, _FAINT, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def text_tree(
    root: TreeNode, *, windows: bool = False, lang: str = "en", color: bool = False
) -> str:
    """The tree as lines of Unicode text, without a final newline.

    △ is MAX, ▽ MIN, ○ chance and □ a player of max^n. The principal variation has heavy strokes and
    a ★ at each node; a pruned branch starts with ╳. Colour only adds emphasis.
    """
    lines: list[str] = []
    waiting = [_Row(root, "", "", "")]
    while waiting:
        row = waiting.pop()
        words = row.words or _describe(row.node, windows, lang)
        lines.append(_emphasise(row, words) if color else (row.before + row.joint + words).rstrip())
        if not row.words:
            waiting.extend(reversed(_rows_below(row, lang)))
    return "\n".join(lines)


class _Row(NamedTuple):
    """A line to write: the prefix of the node, and the lines that run past its children."""

    node: TreeNode
    before: str
    joint: str
    past: str
    words: str = ""  # instead of the node: the number folded below it


def _rows_below(row: _Row, lang: str) -> list[_Row]:
    node, before = row.node, row.before + row.past
    chosen = [at for at, child in enumerate(node.children) if child.chosen]
    heavy_until = chosen[-1] if chosen else -1
    last = len(node.children) - (0 if node.folded else 1)
    rows = []
    for at, child in enumerate(node.children):
        past = "   " if at == last else "┃  " if at < heavy_until else "│  "
        joint = _joint(child, node.pruned, last=at == last, heavy=at < heavy_until)
        rows.append(_Row(child, before, joint, past))
    if node.folded:
        rows.append(_Row(node, before, "└┄ ", "", labels.more(node, lang)))
    return rows


def _joint(child: TreeNode, below_pruned: bool, *, last: bool, heavy: bool) -> str:
    """The stroke that leads to a child; `heavy` if the chosen line continues below it."""
    if child.chosen:
        return "┗━ " if last else "┣━ "
    corner = "└" if last else "┠" if heavy else "├"
    if child.pruned:
        return corner + ("╌ " if below_pruned else "╳ ")
    return corner + "─ "


def _describe(node: TreeNode, windows: bool, lang: str) -> str:
    """Edge → shape name = value [window] (reason of a cut) ★."""
    edge, reason = labels.edge(node), labels.cut_reason(node, lang)
    parts = [
        f"{edge} →" if edge else "",
        _who(node),
        _statement(node),
        labels.window(node) if windows else "",
        f"({reason})" if reason else "",
        "★" if node.chosen else "",
    ]
    return " ".join(filter(None, parts))


def _who(node: TreeNode) -> str:
    shape = labels.shape(node)
    mark = MARK.get(shape, "")
    player = labels.clean(node.player)
    return f"{mark} {player}:" if shape is Shape.SQUARE and player else mark


def _statement(node: TreeNode) -> str:
    """Name and value, if they are known."""
    name, relation = labels.name(node), labels.relation(node)
    if node.value is None:
        return name if node.set is None else f"{name} @{labels.clean(node.set)}"
    if name or relation != "=":
        return f"{name} {relation} {labels.number(node.value)}".lstrip()
    return labels.number(node.value)


def _emphasise(row: _Row, words: str) -> str:
    """Bold for the chosen line, faint for pruned or folded nodes."""
    style = _FAINT if row.words or row.node.pruned else _BOLD if row.node.chosen else ""
    written = f"{style}{row.joint}{words}{_PLAIN}" if style else row.joint + words
    return row.before + written
