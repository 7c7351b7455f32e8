"""The functions of a generated module."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from adversario.native.compiler.source import FunctionSource


@dataclass
class WrittenFunction:
    """A function of the module: its tree, where it comes from, and whether it is put in line."""

    tree: ast.FunctionDef
    source: FunctionSource
    inline: bool = False
    exact: bool = False  # its arithmetic is Python's, or raises

    def text(self, decorator: str) -> str:
        """Its source, to be compiled in that way unless it is put in line, or is a rule."""
        kind = "inlined" if self.inline else "rule" if self.exact else decorator
        return f"@{kind}\n{ast.unparse(self.tree)}"
