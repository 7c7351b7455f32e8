"""A digest of the code that rules depend on, for games outside the package.

It covers the whole source of the modules that define the classes, and of those modules of the
user's own that these import, directly or not: helpers, constants and base classes. Classes typed
at a prompt or in a notebook have no such file; their compiled code and what it refers to is used.
Rules of the package itself are not covered: those have a `rules_version`.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from adversario.base.python.plugins import loaded_source

PACKAGE = "adversario"
INSTALLED = frozenset({"site-packages", "dist-packages"})
PLAIN = (int, float, bool, str, bytes, complex, type(None), tuple, list, dict, set, frozenset)


_known: dict[type[Any], str] = {}
"""The digests of classes, each computed once."""


def code_digest(cls: type[Any]) -> str:
    """A digest of the code that a class and its bases depend on; empty for those of the package."""
    if cls not in _known:
        _known[cls] = _digest(cls)
    return _known[cls]


def _digest(cls: type[Any]) -> str:
    hashed, found = hashlib.sha256(), False
    names = [each.__module__ for each in cls.__mro__ if not _is_ours(each.__module__)]
    roots = {name.partition(".")[0] for name in names}
    sources = dict(_sources(names, roots))
    for each in cls.__mro__:
        if not _is_ours(each.__module__) and each.__module__ not in sources:
            found = True
            for line in _code_lines(each, set()):
                hashed.update(line.encode())
    for text in sorted(sources.values()):  # names of users' modules differ from folder to folder
        found = True
        hashed.update(hashlib.sha256(text).digest())
    return hashed.hexdigest()[:16] if found else ""


def _is_ours(module: str) -> bool:
    """Whether a module is the package's or Python's own."""
    top = module.partition(".")[0]
    return top == PACKAGE or top in sys.stdlib_module_names - {"__main__"}


def _sources(todo: list[str], roots: set[str]) -> Iterator[tuple[str, bytes]]:
    """The sources of modules of the user's own, and of those they import, by name."""
    seen = set(todo)
    while todo:
        name = todo.pop()
        text = _source_of(name)
        if text is None:
            continue
        yield name, text
        for each in _imports(name, text):
            if each not in seen and _is_users(each, roots):
                seen.add(each)
                todo.append(each)


def _source_of(name: str) -> bytes | None:
    """The source of a module as it was loaded; None if it has none."""
    if (kept := loaded_source(name)) is not None:
        return kept
    file = _file_of(name)
    if file is None or file.suffix != ".py":
        return None
    try:
        return file.read_bytes()
    except OSError:
        return None


def _file_of(name: str) -> Path | None:
    """The file of a module, which need not have been imported if it is in no package."""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if module is None and "." not in name:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return None
        file = None if spec is None else spec.origin
    return None if file is None else Path(file)


def _is_users(name: str, roots: set[str]) -> bool:
    """Whether a module is neither ours, nor Python's, nor of an installed package of others."""
    if _is_ours(name):
        return False
    file = _file_of(name)
    if file is None:
        return False
    return name.partition(".")[0] in roots or not INSTALLED.intersection(file.parts)


def _imports(name: str, text: bytes) -> Iterator[str]:
    """The names of the modules that a source imports, anywhere in it."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    package = getattr(sys.modules.get(name), "__package__", None) or ""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield from _with_packages(each.name)
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            yield from _with_packages(base)
            yield from (f"{base}.{each.name}" for each in node.names)


def _with_packages(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:size]) for size in range(1, len(parts) + 1))


# Classes without a file.


def _code_lines(value: Any, seen: set[int]) -> Iterator[str]:
    """A text of each piece of code, and each constant, that a class or function depends on."""
    if id(value) in seen or _is_ours(getattr(value, "__module__", None) or PACKAGE):
        return
    seen.add(id(value))
    if isinstance(value, type):
        yield value.__qualname__
        for base in value.__bases__:
            yield from _code_lines(base, seen)
        for name, member in sorted(vars(value).items(), key=lambda item: item[0]):
            inner = getattr(member, "fget", None) or getattr(member, "__func__", member)
            if isinstance(inner, PLAIN) and not name.startswith("__"):
                yield f"{name} = {inner!r}"
            yield from _code_lines(inner, seen)
    elif isinstance(value, FunctionType):
        yield from _code_text(value.__code__)
        yield repr((value.__defaults__, value.__kwdefaults__))
        for name in sorted(_names(value.__code__)):
            used = value.__globals__.get(name)
            if isinstance(used, PLAIN) and used is not None:
                yield f"{name} = {used!r}"
            elif not isinstance(used, ModuleType):
                yield from _code_lines(used, seen)


def _code_text(code: CodeType) -> Iterator[str]:
    yield f"{code.co_name} {code.co_code.hex()} {code.co_names}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_text(constant)
        else:
            yield repr(constant)


def _names(code: CodeType) -> set[str]:
    inner = [_names(each) for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*inner)
