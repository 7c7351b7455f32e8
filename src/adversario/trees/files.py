"""Trees in files, whichever of the three forms they are in."""

from __future__ import annotations

from os import PathLike

from adversario.base.files import read_text
from adversario.trees.efg import is_efg, parse_efg
from adversario.trees.json_form import tree_from_json
from adversario.trees.notation import parse_tree
from adversario.trees.tree import Tree


def tree_from_text(text: str, *, source: str | None = None) -> Tree:
    """The tree in a text: JSON if it starts with a brace, Gambit's form with EFG, or notation."""
    if is_efg(text):
        return parse_efg(text, source=source)
    read = tree_from_json if text.lstrip().startswith("{") else parse_tree
    return read(text, source=source)


def read_tree(path: str | PathLike[str]) -> Tree:
    """The tree in a file of any form, encoded in UTF-8.

    Raises InputError if the file cannot be read, TreeError if what it holds is not a tree.
    """
    return tree_from_text(read_text(path), source=str(path))
