"""What a program reads off modules, functions and syntax trees."""

from __future__ import annotations

import ast
from functools import _lru_cache_wrapper
from types import FunctionType, ModuleType
from typing import Any


def unwrap_cached(value: Any) -> Any:
    """The function that functools.cache was put around."""
    return value.__wrapped__ if isinstance(value, _lru_cache_wrapper) else value


def functions_of(module: ModuleType) -> list[FunctionType]:
    """The functions that a module defines."""
    functions = [value for value in vars(module).values() if isinstance(value, FunctionType)]
    return [function for function in functions if function.__module__ == module.__name__]


def statements_of(tree: ast.FunctionDef) -> list[ast.stmt]:
    """All statements of a function, nested ones included."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]


def called_names(tree: ast.AST) -> set[str]:
    """The names that are called; a variable may have the name of a function."""
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


def end_line(node: ast.stmt) -> int:
    """The last line of a statement."""
    return node.end_lineno or node.lineno
