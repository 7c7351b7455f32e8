"""Functions as they were written, and what is known of their variables while they are compiled."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any

from adversario.native.compiler.plain.bags import bag_names
from adversario.native.compiler.plain.binding import doubtful_names
from adversario.native.compiler.plain.kinds.types import NEVER, Refusal, Type
from adversario.native.compiler.shapes import Unsupported
from adversario.native.compiler.source import MISSING, FunctionSource, read, read_lambda

SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(eq=False)
class Function:
    """A function, a nested one or a lambda; `owner` is the class that it is a method of."""

    name: str
    tree: ast.FunctionDef | ast.Lambda
    source: FunctionSource
    owner: type | None = None
    defaults: tuple[Any, ...] = ()
    keyword_defaults: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def body(self) -> list[ast.stmt]:
        """Its statements."""
        if isinstance(self.tree, ast.Lambda):
            return [ast.copy_location(ast.Return(self.tree.body), self.tree)]
        return self.tree.body

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All of its syntax, without that of functions inside."""
        return [node for statement in self.body for node in own_nodes(statement)]

    @cached_property
    def locals(self) -> frozenset[str]:
        """The names that it binds."""
        arguments = self.tree.args
        names = {
            arg.arg for arg in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        }
        names |= {arg.arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None}
        outer: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
                names.add(node.id)
            elif isinstance(node, ast.FunctionDef):
                names.add(node.name)
            elif isinstance(node, (ast.Nonlocal, ast.Global)):
                outer |= set(node.names)
            elif (isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name) or (
                isinstance(node, ast.ExceptHandler) and node.name
            ):
                names.add(node.name)
        return frozenset(names - outer)

    @cached_property
    def yields(self) -> list[ast.AST]:
        """Where it yields."""
        return [node for node in self.nodes if isinstance(node, (ast.Yield, ast.YieldFrom))]

    @cached_property
    def returns(self) -> list[ast.Return]:
        """Where it returns."""
        return [node for node in self.nodes if isinstance(node, ast.Return)]

    @cached_property
    def shared(self) -> frozenset[str]:
        """Its variables that functions inside use."""
        inner = [node for node in self.nodes if isinstance(node, (ast.FunctionDef, ast.Lambda))]
        used = {name.id for node in inner for name in ast.walk(node) if isinstance(name, ast.Name)}
        return self.locals & used

    @cached_property
    def listed(self) -> frozenset[str]:
        """Its parameters that its first statements make lists or the like of: `x = list(x)`."""
        found = set()
        for statement in self.body:
            match statement:
                case ast.Expr(ast.Constant()):
                    pass
                case ast.Assign(
                    [ast.Name(name)],
                    ast.Call(
                        ast.Name("list" | "tuple" | "sorted" | "set" | "frozenset"),
                        [ast.Name(same)],
                    ),
                ) if name == same:
                    found.add(name)
                case _:
                    break
        return frozenset(found)

    @cached_property
    def reused(self) -> frozenset[str]:
        """Its variables that may be read several times after they got their value."""
        uses = Uses()
        for arg in ast.walk(self.tree.args):
            if isinstance(arg, ast.arg):
                uses.note(arg.arg, stored=True)
        for statement in self.body:
            uses.visit(statement)
        return frozenset(name for name in uses.loads if uses.is_reused(name))

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """Its own variables that may be read before they have a value."""
        arguments = [each.arg for each in ast.walk(self.tree.args) if isinstance(each, ast.arg)]
        found = doubtful_names(self.body, arguments, self.locals)
        return frozenset(found) - self.shared

    @cached_property
    def bags(self) -> frozenset[str]:
        """Its variables with lists whose order never shows, but for loops that work them off."""
        return bag_names(self.tree)

    @property
    def returns_at_end(self) -> bool:
        """Whether it has one return, which is its last statement."""
        return len(self.returns) == 1 and self.returns[0] is self.body[-1]


class Uses(ast.NodeVisitor):
    """Where names are read and assigned: in which loops, comprehensions and functions."""

    def __init__(self) -> None:
        self.around: tuple[int, ...] = ()
        self.loads: dict[str, list[tuple[int, ...]]] = {}
        self.stores: dict[str, list[tuple[int, ...]]] = {}

    def note(self, name: str, *, stored: bool) -> None:
        """Note that a name is read or assigned here."""
        (self.stores if stored else self.loads).setdefault(name, []).append(self.around)

    def is_reused(self, name: str) -> bool:
        """Whether a value of the name may be read twice."""
        loads = self.loads[name]
        return len(loads) > 1 or any(
            place[: len(loads[0])] != loads[0] for place in self.stores.get(name, ())
        )

    def inside(self, node: ast.AST, parts: Iterable[ast.AST]) -> None:
        """Visit what may run several times because of a node."""
        outer, self.around = self.around, (*self.around, id(node))
        for part in parts:
            self.visit(part)
        self.around = outer

    def visit_Name(self, node: ast.Name) -> None:
        """A name."""
        self.note(node.id, stored=not isinstance(node.ctx, ast.Load))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """An assignment whose value is used as well."""
        self.generic_visit(node)
        self.note(node.target.id, stored=False)

    def visit_For(self, node: ast.For) -> None:
        """A loop, whose source is evaluated once."""
        self.visit(node.iter)
        self.inside(node, [node.target, *node.body])
        for each in node.orelse:
            self.visit(each)

    def visit_While(self, node: ast.While) -> None:
        """A loop."""
        self.inside(node, [node.test, *node.body])
        for each in node.orelse:
            self.visit(each)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function inside, which may be called several times."""
        self.inside(node, node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A function inside, which may be called several times."""
        self.inside(node, [node.body])

    def generic_visit(self, node: ast.AST) -> None:
        """A comprehension, whose first source is evaluated once; or anything else."""
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            first = node.generators[0]
            self.visit(first.iter)
            rest = [each for each in ast.iter_child_nodes(node) if each is not first]
            self.inside(node, [*rest, first.target, *first.ifs])
        else:
            super().generic_visit(node)


def own_nodes(node: ast.AST) -> list[ast.AST]:
    """A node and all inside it, but not what is inside of functions and comprehensions.

    The walrus of a comprehension binds outside of it.
    """
    found, todo = [], [node]
    while todo:
        each = todo.pop()
        found.append(each)
        if isinstance(each, SCOPES):
            inner = [node for node in ast.walk(each) if isinstance(node, ast.NamedExpr)]
            found += [node.target for node in inner]
            if isinstance(each, ast.FunctionDef):
                todo += each.args.defaults
        else:
            todo += ast.iter_child_nodes(each)
    return found


def stored_names(statements: list[ast.stmt]) -> set[str]:
    """The names that statements bind."""
    found = set()
    for statement in statements:
        for node in own_nodes(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.FunctionDef) or (
                isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name
            ):
                found.add(node.name)  # type: ignore[arg-type]
    return found


def key_of(node: Any) -> Any:
    """What identifies a node of the source, or several things in a tuple, in every pass."""
    if isinstance(node, tuple):
        return tuple(map(key_of, node))
    return node if isinstance(node, (int, str)) else id(node)


_functions: dict[tuple[FunctionType, type | None], Function] = {}


def function_of(function: FunctionType, owner: type | None) -> Function:
    """The source of a Python function; Refusal if there is none."""
    key = (function, owner)
    if key not in _functions:
        try:
            source = read_lambda(function) if function.__name__ == "<lambda>" else read(function)
        except Unsupported as problem:
            raise Refusal("source", name=function.__qualname__) from problem
        _functions[key] = Function(
            function.__name__, source.tree, source, owner,
            tuple(function.__defaults__ or ()), dict(function.__kwdefaults__ or {}),
        )  # fmt: skip
    return _functions[key]


class Variable:
    """A variable: the join of all that is assigned to it."""

    def __init__(self) -> None:
        self.type: Type = NEVER
        self.size: tuple[int | None, bool] = (None, False)  # of the items of a loop
        self.constant: Any = MISSING  # of a tuple that is known


@dataclass(eq=False)
class Frame:
    """A function that is being compiled, or a comprehension inside of one."""

    key: tuple[Any, ...]
    function: Function
    parent: Frame | None = None  # around it in the source
    locals: frozenset[str] = frozenset()
    variables: dict[str, Variable] = field(default_factory=dict)
    places: dict[str, tuple[Type, list[Any]]] = field(default_factory=dict)
    bound: dict[str, Any] = field(default_factory=dict)  # whether doubtful variables have a value
    loops: list[tuple[Any, Any]] = field(default_factory=list)  # where break and continue lead
    on_return: Callable[[Any], None] | None = None
    on_yield: Callable[[Any], None] | None = None
    is_scope: bool = True  # False for a comprehension

    def find(self, name: str) -> Frame | None:
        """The frame that a name is a variable of; None if it is global."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.locals:
                return frame
            frame = frame.parent
        return None

    def scope(self) -> Frame:
        """The frame of the function."""
        frame = self
        while not frame.is_scope:
            assert frame.parent is not None
            frame = frame.parent
        return frame


@dataclass(eq=False)
class Closure:
    """A function inside of another, or a lambda, with the frame that it was made in."""

    function: Function
    frame_key: tuple[Any, ...]


@dataclass(eq=False)
class Bound:
    """A method and the value whose method it is."""

    function: Any
    receiver: Any


@dataclass(eq=False)
class Getter:
    """What `itemgetter` or `attrgetter` makes: some items, or attributes, of what it is given."""

    names: tuple[Any, ...]
    items: bool


@dataclass(eq=False)
class Lazy:
    """Items that are computed when something goes through them: `each(body)` writes the loop."""

    each: Callable[[Callable[[Any], None]], None]
    most: int | None = None  # items, if known
    fixed: bool = False
    owner: Any = None  # the code that it is part of
    start: Callable[[], Any] | None = None  # writes the start of an iterator, returns its `Pull`
    is_iterator: bool = True  # exhausted once gone through; a view of a dictionary is not
    pull: Any = None  # of an iterator that has started: it goes on where it was left
    known: Any = MISSING  # all items, if they are constants
    order: bool = True  # False if its items come in no order if those of its source do
    inner: bool = False  # each item is a choice from the source, in its order


@dataclass(eq=False)
class Form:
    """A function for arguments of some types: its own function of LLVM."""

    function: Function
    parameters: list[Type]
    collects: bool = False  # a generator whose items are put into a list
    result: Type = NEVER
    inline: bool = False
    recursive: bool = False  # it may call itself, perhaps through others
    number: int = 0
    closure: Any = None
