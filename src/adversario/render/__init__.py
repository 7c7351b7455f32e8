"""Drawings of game trees: Unicode text, SVG and TikZ, all from one immutable tree."""

from adversario.render.fold import fold
from adversario.render.svg import svg_tree
from adversario.render.text import text_tree
from adversario.render.tikz import tikz_tree

__all__ = ["fold", "svg_tree", "text_tree", "tikz_tree"]
