"""What compiles, and makes compiled rules slow.

A generator is inlined into the loop that runs over it, and with it what it needs of the state. One
that delegates to another keeps that one as an object with a state of its own, which every item
passes through: measured on move generation of chess, that costs a factor of seven to nine.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from adversario.base.catalogue import message
from adversario.contract.capability import defines
from adversario.game import Game
from adversario.native.compiler.problems import Problem
from adversario.native.compiler.shapes import Unsupported
from adversario.native.compiler.source import read
from adversario.native.compiler.syntax import unwrap_cached

GENERATORS = ("actions", "noisy_actions")
"""The rules that searches run over at every node."""


def advise(game: Game[Any, Any]) -> Iterator[Problem]:
    """The lines of move generation that delegate to another generator of the game."""
    for name in GENERATORS:
        method = unwrap_cached(getattr(type(game), name, None))
        if not defines(game, name) or not isinstance(method, FunctionType):
            continue
        try:
            source = read(method)
        except Unsupported:
            continue
        own = source.tree.args.args[0].arg if source.tree.args.args else ""
        for node in ast.walk(source.tree):
            match node:
                case ast.YieldFrom(ast.Call(ast.Attribute(ast.Name(caller), shared))) if (
                    caller == own
                ):
                    why = message("native.reason.shared_generator", method=shared)
                    yield source.problem(node.lineno, why)
