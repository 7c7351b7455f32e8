"""The source of a function, as a tree, with what its names stand for."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.native.compiler.problems import Problem
from adversario.native.compiler.shapes import Unsupported

MISSING: Any = object()
"""What a name stands for that is neither global nor of an enclosing function."""


@dataclass(frozen=True)
class FunctionSource:
    """A function as it was written."""

    name: str  # qualified, as in ConnectFour.actions
    file: str
    tree: ast.FunctionDef  # or a lambda, with the line numbers of the file
    names: Mapping[str, Any]  # what is global to it
    locals: frozenset[str]

    def lookup(self, name: str) -> Any:
        """What a name stands for, MISSING if it is local or Python's own."""
        return MISSING if name in self.locals else self.names.get(name, MISSING)

    def problem(self, line: int, reason: Message) -> Problem:
        """What is wrong with that line."""
        text = linecache.getline(self.file, line).strip()
        return Problem(self.name, self.file, line, text, reason)


def read(function: FunctionType) -> FunctionSource:
    """The source of a function; Unsupported if there is none."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        raise Unsupported(message("native.reason.no_source")) from None
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise Unsupported(message("native.reason.lambda"))
    if definition.name != function.__code__.co_name:  # what stands there now is something else
        raise Unsupported(message("native.reason.changed"))
    ast.increment_lineno(definition, first - 1)
    names = {**function.__globals__, **_closure(function)}
    file = inspect.getsourcefile(function) or ""
    local = frozenset(_stored(definition))
    return FunctionSource(function.__qualname__, file, definition, names, local)


def read_lambda(function: FunctionType) -> FunctionSource:
    """The source of a function without a name: the one of its file that has the same code."""
    file = inspect.getsourcefile(function) or ""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        raise Unsupported(message("native.reason.no_source")) from None
    own = function.__code__
    found: list[Any] = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda)
        and node.lineno == own.co_firstlineno
        and _is_code_of(node, own)
    ]
    if len({ast.dump(node) for node in found}) != 1:
        raise Unsupported(message("native.reason.lambda"))
    names = {**function.__globals__, **_closure(function)}
    return FunctionSource(function.__qualname__, file, found[0], names, frozenset())


def _is_code_of(node: ast.Lambda, own: CodeType) -> bool:
    """Whether a lambda compiles to that code."""
    made = compile(ast.Expression(node), "", "eval").co_consts[0]
    parts: tuple[str, ...] = ("co_code", "co_consts", "co_names", "co_varnames")
    if own.co_freevars or any(isinstance(each, CodeType) for each in own.co_consts):
        parts = ("co_argcount", "co_varnames")
    return all(getattr(made, part) == getattr(own, part) for part in parts)


def _closure(function: FunctionType) -> dict[str, Any]:
    """What the function takes from functions around it."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not bound yet
            continue
    return found


def _stored(tree: ast.FunctionDef) -> Iterator[str]:
    """The names that the function binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
