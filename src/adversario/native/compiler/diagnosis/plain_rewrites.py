"""Lines of plain games that do not compile, rewritten: one rewrite for a kind of refusal."""

from __future__ import annotations

import ast


def rewrite_plain(statement: ast.stmt, reason: str) -> bool:
    """Rewrite a statement in place for what is wrong with it; whether anything was."""
    rewriter = REWRITERS.get(reason.removeprefix("native.plain."))
    if rewriter is None:
        return False
    found = rewriter()
    found.visit(statement)
    return found.changed


class _Rewriter(ast.NodeTransformer):
    changed = False

    def change(self, source: str, **parts: ast.expr) -> ast.expr:
        """An expression from its source, with parts in place of names."""
        self.changed = True
        made = ast.parse(source, mode="eval").body
        filled: ast.expr = _Fill(parts).visit(made)
        return filled


class _Fill(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name, which may stand for a part."""
        return self.parts.get(node.id, node)


class _Sorted(_Rewriter):
    """Goes through `sorted(...)` of a set."""

    def _sorted(self, source: ast.expr) -> ast.expr:
        match source:
            case ast.Call(ast.Name("sorted" | "range" | "enumerate" | "zip")):
                return source
        return self.change("sorted(it)", it=source)

    def visit_For(self, node: ast.For) -> ast.AST:
        """A loop."""
        node.iter = self._sorted(node.iter)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`list(s)` is `sorted(s)`, and `next(iter(s))` is `min(s)`."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("list"), [source], []):
                return self._sorted(source)
            case ast.Call(
                ast.Name("tuple"), [ast.Name() | ast.Attribute() | ast.BinOp() as it], []
            ):
                return self.change("tuple(sorted(it))", it=it)
            case ast.Call(ast.Name("next"), [ast.Call(ast.Name("iter"), [it], [])], []):
                return self.change("min(it)", it=it)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """A loop of a comprehension."""
        node.iter = self._sorted(node.iter)
        return node


class _Equal(_Rewriter):
    """`a is b` is `a == b`, and `type(a) is B` is `isinstance(a, B)`."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """A comparison."""
        self.generic_visit(node)
        match node:
            case ast.Compare(ast.Call(ast.Name("type"), [it], []), [ast.Is() | ast.Eq()], [cls]):
                return self.change("isinstance(it, cls)", it=it, cls=cls)
        for at, operator in enumerate(node.ops):
            if isinstance(operator, (ast.Is, ast.IsNot)):
                node.ops[at] = ast.Eq() if isinstance(operator, ast.Is) else ast.NotEq()
                self.changed = True
        return node


class _Methods(_Equal):
    """Methods and functions that have another form."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys"), [keys, value], []):
                return self.change("{key: value for key in keys}", keys=keys, value=value)
            case ast.Call(ast.Attribute(text, "isdigit" | "isalpha" | "isupper" as test), [], []):
                return self.change(f"len(text) > 0 and all(c.{test}() for c in text)", text=text)
            case ast.Call(ast.Name("sum"), [rows, ast.List([])], []):
                return self.change("[item for row in rows for item in row]", rows=rows)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """`d.keys() & s` is `set(d) & s`."""
        self.generic_visit(node)
        match node.left:
            case ast.Call(ast.Attribute(owner, "keys"), [], []):
                node.left = self.change("set(d)", d=owner)
        return node


REWRITERS: dict[str, type[_Rewriter]] = {
    "set_order": _Sorted, "identity": _Equal, "callable": _Methods, "method": _Methods,
    "not_number": _Methods,
}  # fmt: skip
"""What is tried for each kind of refusal."""
