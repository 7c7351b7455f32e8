"""Lines that hold a game back from compiling, rewritten so that they compile.

Only rewrites that mean the same whatever the values are. A line gets one if every construct in it
that has a rewrite was rewritten; whether the rest of the line compiles is for the compiler to say.
"""

from __future__ import annotations

import ast
import linecache
import textwrap

from adversario.native.compiler.diagnosis.plain_rewrites import rewrite_plain
from adversario.native.compiler.problems import Problem


def rewrite_line(problem: Problem) -> str | None:
    """The statement of a problem rewritten, on one line; None if no rewrite is known for it."""
    statement = _statement_at(problem.file, problem.line)
    if statement is None:
        return None
    rewriter = _Rewriter()
    rewritten = rewriter.visit(statement)
    changed = rewrite_plain(rewritten, problem.reason.id) or rewriter.changed
    if not changed:
        return None
    return ast.unparse(ast.fix_missing_locations(_head(rewritten)))


def _statement_at(file: str, line: int) -> ast.stmt | None:
    """The statement that starts at a line of a file, or the innermost one that spans it."""
    lines = linecache.getlines(file) if file and line else []
    try:
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except SyntaxError:
        return None
    found: ast.stmt | None = None
    for node in ast.walk(tree):  # breadth first: the last one that spans the line is the innermost
        if not isinstance(node, ast.stmt) or isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        if node.lineno == line:
            return node
        if node.lineno < line <= (node.end_lineno or node.lineno):
            found = node
    return found


def _head(statement: ast.AST) -> ast.AST:
    """A statement without the statements inside it."""
    if hasattr(statement, "body") and isinstance(statement.body, list):
        statement.body = [ast.Expr(ast.Constant(...))]
        if hasattr(statement, "orelse"):
            statement.orelse = []
    return statement


class _Rewriter(ast.NodeTransformer):
    """Rewrites the constructs that are known, and notes whether there were any."""

    def __init__(self) -> None:
        self.changed = False

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """`t[:i] + (x,) + t[i + 1:]` is `replaced(t, i, x)`."""
        self.generic_visit(node)
        match node:
            case ast.BinOp(
                ast.BinOp(
                    ast.Subscript(whole, ast.Slice(None | ast.Constant(0), place, None)),
                    ast.Add(),
                    ast.Tuple([item]),
                ),
                ast.Add(),
                ast.Subscript(same, ast.Slice(after, None, None)),
            ) if (
                place is not None
                and after is not None
                and _equal(whole, same)
                and _follows(place, after)
            ):
                return self._call("replaced", whole, place, item)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`x in {a, b}` is `x in (a, b)`: a set that is only searched is a tuple."""
        self.generic_visit(node)
        for at, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, ast.Set):
                node.comparators[at] = ast.Tuple(right.elts, ast.Load())
                self.changed = True
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`{a: x, b: y}[k]` is `x if k == a else y`, for a key without side effects."""
        self.generic_visit(node)
        match node.value:
            case ast.Dict(keys, values) if keys and all(keys) and _is_plain(node.slice):
                chosen: ast.expr = values[-1]
                pairs = list(zip(keys, values, strict=True))[:-1]
                for key, value in reversed(pairs):
                    assert key is not None
                    test = ast.Compare(node.slice, [ast.Eq()], [key])
                    chosen = ast.IfExp(test, value, chosen)
                self.changed = True
                return chosen
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`tuple(sorted(t))` is `ordered(t)`, and a tuple with one item chosen by its place too."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("tuple"), [ast.Call(ast.Name("sorted"), [items], [])], []):
                return self._call("ordered", items)
            case ast.Call(ast.Name("tuple"), [ast.GeneratorExp(element, [loop])], []):
                return self._one_replaced(element, loop) or node
        return node

    def _one_replaced(self, element: ast.expr, loop: ast.comprehension) -> ast.AST | None:
        """`tuple(x if j == i else y for j, y in enumerate(t))` is `replaced(t, i, x)`."""
        match element, loop:
            case (
                ast.IfExp(ast.Compare(ast.Name(index), [ast.Eq()], [place]), item, ast.Name(other)),
                ast.comprehension(
                    ast.Tuple([ast.Name(number), ast.Name(old)]),
                    ast.Call(ast.Name("enumerate"), [items], []),
                    [],
                ),
            ) if (index, other) == (number, old) and not {number, old} & _names(item, place):
                return self._call("replaced", items, place, item)
        return None

    def _call(self, function: str, *arguments: ast.expr) -> ast.Call:
        self.changed = True
        return ast.Call(ast.Name(function, ast.Load()), list(arguments), [])


def _equal(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def _follows(place: ast.expr, after: ast.expr) -> bool:
    """Whether `after` is `place + 1`."""
    if isinstance(place, ast.Constant) and isinstance(after, ast.Constant):
        return isinstance(place.value, int) and after.value == place.value + 1
    return _equal(ast.BinOp(place, ast.Add(), ast.Constant(1)), after)


def _is_plain(node: ast.expr) -> bool:
    """Whether an expression can be evaluated twice: names, attributes and numbers."""
    return all(
        isinstance(each, (ast.Name, ast.Attribute, ast.Constant, ast.expr_context))
        for each in ast.walk(node)
    )


def _names(*nodes: ast.expr) -> set[str]:
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}
