"""Games given as explicit trees: parsed from a notation or JSON, played like any other game."""

from adversario.trees.files import read_tree, tree_from_text
from adversario.trees.json_form import tree_from_json, tree_schema
from adversario.trees.notation import parse_tree
from adversario.trees.source import TreeError
from adversario.trees.tree import Tree
from adversario.trees.vertex import Edge, Vertex

__all__ = [
    "Edge",
    "Tree",
    "TreeError",
    "Vertex",
    "parse_tree",
    "read_tree",
    "tree_from_json",
    "tree_from_text",
    "tree_schema",
]
