"""SGF, the Smart Game Format of version 4: trees of nodes, and games of Go in them."""

from adversario.records.sgf.go import GoRecord, read_sgf, write_sgf
from adversario.records.sgf.tree import Node, SgfError, SgfTree, format_sgf, parse_sgf

__all__ = [
    "GoRecord",
    "Node",
    "SgfError",
    "SgfTree",
    "format_sgf",
    "parse_sgf",
    "read_sgf",
    "write_sgf",
]
