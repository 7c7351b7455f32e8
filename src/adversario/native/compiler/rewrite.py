"""Rules rewritten into the part of Python that compiles, meaning the same.

`self.name` and global names become names of the generated module; annotations, docstrings and
assertions go; `yield from`, generator expressions that are returned, and those that any, all and
sum go through become loops. What is left that cannot be compiled is reported with its line.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from copy import deepcopy
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any, Protocol

from adversario import bits
from adversario.base.catalogue import message
from adversario.native.compiler.problems import Problem
from adversario.native.compiler.shapes import Unsupported, is_record_class
from adversario.native.compiler.source import MISSING, FunctionSource
from adversario.native.kernels import Rules
from adversario.native.kernels.layout.block import Block

REFUSED: Mapping[type[ast.AST], str] = {
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Lambda: "lambda",
    ast.FunctionDef: "nested",
    ast.AsyncFunctionDef: "nested",
    ast.ClassDef: "nested",
    ast.Try: "try",
    ast.With: "with",
    ast.Global: "global",
    ast.Nonlocal: "global",
    ast.JoinedStr: "text",
    ast.Match: "match",
    ast.GeneratorExp: "generator",
    ast.Delete: "delete",
    ast.Import: "import",
    ast.ImportFrom: "import",
}
"""Constructs without a compiled form, by the message that says so."""

SEVERAL = (
    "actions", "chances", "noisy_actions", "patterns", "priors", "sound_actions", "symmetries",
)  # fmt: skip
"""Methods that yield several items or return an iterable of them."""

COMPILED_MODULES = ("math", "cmath", "numpy", "numpy.random")
"""Modules whose functions compile by their own names."""


class Resolver(Protocol):
    """What names become in the generated module."""

    def attribute(self, name: str, kernel: bool) -> str:
        """The name of a method or constant of the game."""

    def constant(self, name: str) -> Any:
        """The value of a constant of the game; MISSING for a method."""

    def inherited_method(self, owner: type, name: str) -> str:
        """The name of the method that `super()` finds from a class."""

    def own_method(self, owner: type, name: str) -> str:
        """The method that a class calls by that name in spite of a layer; empty if none is."""

    def member(self, name: str, kind: type) -> str:
        """The function for a property or method of a class of records; empty if none has it."""

    def field_replacer(self, fields: Sequence[str]) -> str:
        """The function that replaces those fields of a record; empty if no class has them."""

    def value(self, name: str, value: Any) -> str:
        """The name of something global."""

    def lift(self, function: ast.FunctionDef, source: FunctionSource) -> None:
        """Take in a function made of an expression, under a name of its own."""


class Lowering(ast.NodeTransformer):
    """One function rewritten. `own` is the parameter that holds the game, if it is a method."""

    def __init__(
        self, source: FunctionSource, resolver: Resolver, own: str, owner: type | None
    ) -> None:
        self.source, self.resolver, self.own, self.owner = source, resolver, own, owner
        self.problems: list[Problem] = []

    def run(self, name: str) -> ast.FunctionDef:
        """The function under its name in the generated module."""
        tree = deepcopy(self.source.tree)
        tree.name, tree.decorator_list, tree.returns = name, [], None
        if self.own:
            del (tree.args.posonlyargs or tree.args.args)[0]
        for argument in ast.walk(tree.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        tree.args = self.visit(tree.args)
        if ast.get_docstring(tree) is not None:
            tree.body = tree.body[1:]
        if _should_yield(tree, self.source.tree.name):
            tree = _Yielding().visit(tree)
        tree.body = [new for old in tree.body for new in _listed(self.visit(old))] or [ast.Pass()]
        return ast.fix_missing_locations(tree)

    def refuse(self, node: ast.AST, reason: str, **details: object) -> None:
        """Note that this cannot be compiled."""
        found = message(f"native.reason.{reason}", **details)
        self.problems.append(self.source.problem(getattr(node, "lineno", 0), found))

    def visit(self, node: ast.AST) -> Any:
        """Rewrite a node, or report it."""
        if type(node) in REFUSED:
            self.refuse(node, REFUSED[type(node)])
            return node
        try:
            return super().visit(node)
        except Unsupported as problem:
            line = getattr(node, "lineno", self.source.tree.lineno)
            self.problems.append(self.source.problem(line, problem.reason))
            return node

    def visit_Assert(self, node: ast.Assert) -> None:
        """Assertions are for interpreted runs."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """A plain assignment."""
        if node.value is None:
            return None
        plain = ast.Assign([node.target], node.value)
        return self.generic_visit(ast.copy_location(plain, node))

    def visit_Expr(self, node: ast.Expr) -> Any:
        """`yield from` becomes a loop."""
        if isinstance(node.value, ast.YieldFrom):
            loops = _yield_all(node.value.value, node)
            return [self.visit(statement) for statement in loops]
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Global names become the generated module's."""
        if not isinstance(node.ctx, ast.Load):
            return node
        if self.is_game(node):
            self.refuse(node, "bare_self")
            return node
        value = self.source.lookup(node.id)
        return node if value is MISSING else self.reference_to(node, node.id, value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:  # noqa: PLR0911 (a case each)
        """What can be read off before the program runs is; `self.name` is the first such thing."""
        if self.is_game(node.value):
            if not isinstance(node.ctx, ast.Load):
                self.refuse(node, "assigns_self")
                return node
            kernel = not self.own
            own = "" if self.owner is None else self.resolver.own_method(self.owner, node.attr)
            name = own or self.resolver.attribute(node.attr, kernel)
            return ast.copy_location(ast.Name(name, ast.Load()), node)
        if _is_super(node.value):
            assert self.owner is not None
            name = self.resolver.inherited_method(self.owner, node.attr)
            return ast.copy_location(ast.Name(name, ast.Load()), node)
        block = self.static(node.value)
        if isinstance(block, type) and issubclass(block, Block):
            return ast.copy_location(ast.Constant(place_of(block, node.attr)), node)
        value = self.static(node)
        if value is not MISSING:
            return self.reference_to(node, node.attr, value)
        if isinstance(node.ctx, ast.Load) and (name := self.resolver.member(node.attr, property)):
            return self.call_of(name, [node.value], node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Calls of any, all, and sum of a generator expression, become a function with a loop."""
        if isinstance(node.func, ast.Attribute) and self.static(node.func.value) is MISSING:
            return self.method_call(node, node.func)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        known = name in _FOLDS and name not in self.source.locals
        if not known or self.source.lookup(name) is not MISSING or len(node.args) != 1:
            return self.generic_visit(node)
        if isinstance(node.args[0], ast.GeneratorExp):
            return self.fold(name, node.args[0])
        return self.generic_visit(node) if name == "sum" else self.fold(name, _each(node.args[0]))

    def method_call(self, node: ast.Call, method: ast.Attribute) -> ast.AST:
        """Methods of records become functions; so does the method that replaces some fields."""
        if self.is_game(method.value) or _is_super(method.value):
            return self.generic_visit(node)
        names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
        if method.attr == "_replace" and names and (name := self.resolver.field_replacer(names)):
            values = [keyword.value for keyword in node.keywords]
            return self.call_of(name, [method.value, *values], node)
        if method.attr == "bit_count":
            return self.call_of(self.resolver.value("count", bits.count), [method.value], node)
        if not node.keywords and (name := self.resolver.member(method.attr, FunctionType)):
            return self.call_of(name, [method.value, *node.args], node)
        return self.generic_visit(node)

    def call_of(self, name: str, arguments: list[ast.expr], node: ast.AST) -> ast.AST:
        """A call of a function of the module."""
        given = [self.visit(argument) for argument in arguments]
        call = ast.Call(ast.Name(name, ast.Load()), given, [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def fold(self, kind: str, generator: ast.GeneratorExp) -> ast.AST:
        """The call of a function that goes through the generator's items."""
        start, step, end = _FOLDS[kind]
        loops = _loops(generator, ast.parse(step).body[0])
        body = [*ast.parse(start).body, *loops, *ast.parse(end).body]
        item = _Replace("ITEM", generator.elt)
        body = [item.visit(statement) for statement in body]
        for statement in body:
            for part in ast.walk(statement):
                ast.copy_location(part, generator)
        bound = {n.id for n in _names(body) if isinstance(n.ctx, ast.Store)}
        used = {n.id for n in _names(body)} & self.source.locals - bound - {self.own}
        body = [new for old in body for new in _listed(self.visit(old))]
        name = f"{kind}_{self.source.tree.name}"
        arguments = [ast.arg(parameter) for parameter in sorted(used)]
        signature = ast.arguments([], arguments, None, [], [], None, [])
        made = ast.FunctionDef(name, signature, body, [], None, None)
        self.resolver.lift(ast.copy_location(made, generator), self.source)
        given: list[ast.expr] = [ast.Name(parameter, ast.Load()) for parameter in sorted(used)]
        return ast.copy_location(ast.Call(ast.Name(made.name, ast.Load()), given, []), generator)

    def reference_to(self, node: ast.AST, name: str, value: Any) -> ast.AST:
        """A reference to something known; members of enums are numbers."""
        if isinstance(value, Enum) and isinstance(value.value, int):
            return ast.copy_location(ast.Constant(int(value.value)), node)
        if isinstance(value, ModuleType) and value.__name__ not in COMPILED_MODULES:
            self.refuse(node, "module", module=value.__name__)
            return node
        return ast.copy_location(ast.Name(self.resolver.value(name, value), ast.Load()), node)

    def static(self, node: ast.expr) -> Any:
        """What an attribute of a module, a class or an object of the game's is; else MISSING."""
        if not isinstance(node, ast.Attribute):
            return self.source.lookup(node.id) if isinstance(node, ast.Name) else MISSING
        if self.is_game(node.value):
            return self.resolver.constant(node.attr)
        base = self.static(node.value)
        if base is MISSING or is_record_class(type(base)):
            return MISSING
        if isinstance(base, ModuleType) and base.__name__ in COMPILED_MODULES:
            found = getattr(base, node.attr, MISSING)
            return MISSING if callable(found) else found
        return getattr(base, node.attr, MISSING)

    def is_game(self, node: ast.AST) -> bool:
        """Whether an expression is the game itself."""
        if not isinstance(node, ast.Name):
            return False
        return node.id == self.own if self.own else isinstance(self.source.lookup(node.id), Rules)


class _Yielding(ast.NodeTransformer):
    """Every return of an iterable becomes a loop that yields its items."""

    def visit_Return(self, node: ast.Return) -> Any:
        loops = [] if node.value is None else _yield_all(node.value, node)
        return [*loops, ast.copy_location(ast.Return(None), node)]


class _Replace(ast.NodeTransformer):
    """A name replaced by an expression."""

    def __init__(self, name: str, by: ast.expr) -> None:
        self.name, self.by = name, by

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return deepcopy(self.by) if node.id == self.name else node


_FOLDS = {
    "any": ("", "if ITEM:\n    return True", "return False"),
    "all": ("", "if not (ITEM):\n    return False", "return True"),
    "sum": ("sum_ = 0", "sum_ += ITEM", "return sum_"),
}
"""What starts, goes on at each item and ends the loop that a built-in function stands for."""


def place_of(block: type[Block], name: str) -> int:
    """The place of a field of a block, or its size; Unsupported if it has no such field."""
    found = getattr(block, name, None)
    if not isinstance(found, int):
        raise Unsupported(message("native.reason.no_attribute", name=f"{block.__name__}.{name}"))
    return found


def _should_yield(tree: ast.FunctionDef, method: str) -> bool:
    nodes = list(ast.walk(tree))
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes):
        return False
    given = [node.value for node in nodes if isinstance(node, ast.Return)]
    made = any(isinstance(value, ast.GeneratorExp) for value in given)
    empty = any(isinstance(value, ast.Tuple) and not value.elts for value in given)
    return made or (method in SEVERAL and (empty or len(given) > 1))


def _yield_all(iterable: ast.expr, place: ast.AST) -> list[ast.stmt]:
    """The statements that yield each item. An empty tuple, which has no type, yields none."""
    if isinstance(iterable, ast.Tuple) and not iterable.elts:
        return []
    if isinstance(iterable, ast.GeneratorExp):
        return _loops(iterable, ast.Expr(ast.Yield(iterable.elt)))
    item = ast.Expr(ast.Yield(ast.Name("item_", ast.Load())))
    loop = ast.For(ast.Name("item_", ast.Store()), iterable, [item], [])
    for node in (loop, *ast.walk(loop.target), *ast.walk(item)):
        ast.copy_location(node, place)
    return [loop]


def _loops(generator: ast.GeneratorExp, innermost: ast.stmt) -> list[ast.stmt]:
    """The loops of a generator expression around a statement."""
    body = innermost
    for clause in reversed(generator.generators):
        for test in reversed(clause.ifs):
            body = ast.copy_location(ast.If(test, [body], []), generator)
        body = ast.copy_location(ast.For(clause.target, clause.iter, [body], []), generator)
    for node in ast.walk(innermost):
        if "lineno" in node._attributes and not hasattr(node, "lineno"):
            ast.copy_location(node, generator)
    return [body]


def _each(iterable: ast.expr) -> ast.GeneratorExp:
    """A generator expression of the items of an iterable."""
    target, item = ast.Name("item_", ast.Store()), ast.Name("item_", ast.Load())
    made = ast.GeneratorExp(item, [ast.comprehension(target, iterable, [], 0)])
    return ast.fix_missing_locations(ast.copy_location(made, iterable))


def _names(body: list[ast.stmt]) -> list[ast.Name]:
    return [n for statement in body for n in ast.walk(statement) if isinstance(n, ast.Name)]


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )


def _listed(found: Any) -> list[Any]:
    """The statements that a transformer returned for one: none, one or several."""
    if found is None:
        return []
    return found if isinstance(found, list) else [found]
