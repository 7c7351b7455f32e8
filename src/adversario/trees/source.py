"""The errors of trees, which point at a place in their text."""

from __future__ import annotations

from adversario.base.formats.source_text import SourceError, SourceText

MAX_DEPTH = 100
"""The deepest level a written tree may have: far below Python's own limit of recursion."""

MAX_NODES = 300_000
"""The most nodes of a written tree, which take some ten seconds to read."""


class TreeError(SourceError):
    """A tree that is not well written; `line` and `column` (from 1) say where."""


def tree_text(text: str, name: str | None = None) -> SourceText:
    """The text of a tree, and the name of the file it came from, if any."""
    return SourceText(text, name, TreeError)
