"""Functions of kernels that know nothing of a game: compiled once in a process, for all programs.

Half of a kernel is about its own memory: tables, stacks, lines of play. In the program of another
game the same function is the one that was compiled before, with whatever it calls.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from types import CodeType
from typing import Any

from adversario.native.compiler.program import Program

_shared: dict[Hashable, Any] = {}
"""The functions, by their source and all that it refers to."""

PLAIN = (int, float, bool, str, type(None))
"""Constants of these types are the same if they are equal."""


OF_GAMES = frozenset({"state", "root", "action", "after", "start", "before", "known"})
"""Parameters that are values of a game: code for their types belongs to one program."""


def share_functions(program: Program, names: dict[str, Any]) -> None:
    """Replace functions of a program's module by equal ones of programs before it."""
    if program.has_circles():
        return
    sources = _Sources(program, names)
    for name in program.written:
        source = sources.of(name)
        if source is not None:
            names[name] = _shared.setdefault(source, names[name])


class _Sources:
    """What functions of a program are made of, if that can be compared."""

    def __init__(self, program: Program, names: dict[str, Any]) -> None:
        self._program, self._names = program, names
        self._known: dict[str, Hashable | None] = {}
        natives = {native.__qualname__ for native in program.natives.values()}
        self._own = natives | set(program.entries) | set(program.templates)
        """What depends on the game, or is called by its name."""

    def of(self, name: str) -> Hashable | None:
        """The source of a function and of all that it refers to; None if it is the program's own.

        Rules are the program's own, as errors name their lines.
        """
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> Hashable | None:
        text = self._program.written[name].text("internal")
        if name in self._own or name.startswith("self_") or text.startswith("@rule"):
            return None
        if OF_GAMES & set(_parameters(self._names[name].py_func.__code__)):
            return None
        found: list[Hashable] = [text]
        for other in sorted(set(referred_names(self._names[name].py_func.__code__)) - {name}):
            part = self._reference(other)
            if part is None:
                return None
            found.append((other, part))
        return tuple(found)

    def _reference(self, name: str) -> Hashable | None:
        """What a name stands for; None if that is of this program only."""
        if name in self._own or name not in self._names:
            return None if name in self._own else ""  # a builtin, or an attribute
        if name in self._program.written:
            return self.of(name)
        value = self._names[name]
        if name in self._program.constants:
            return (type(value), repr(value)) if isinstance(value, PLAIN) else None
        return id(value)  # of this package, and never dropped


def _parameters(code: CodeType) -> tuple[str, ...]:
    """The names of a function's parameters."""
    return code.co_varnames[: code.co_argcount]


def referred_names(code: CodeType) -> Iterator[str]:
    """The global names, and attributes, in a function and those within it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from referred_names(inner)
