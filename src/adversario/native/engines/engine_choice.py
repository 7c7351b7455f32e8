"""Which engine runs: compiled code where it can be had, plain Python otherwise."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any, Literal, TypeAlias, TypeVar

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.native.compiler.availability import available
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.compiler.problems import InterpretedWarning, NotCompilable
from adversario.trees import Tree

Engine: TypeAlias = Literal["auto", "native", "python"]

T = TypeVar("T")

_told: set[type | None] = set()


def compiled_form(
    game: Game[Any, Any], kernel: ModuleType, engine: Engine, state: Any = None
) -> Compiled | None:
    """The kernel compiled for the game, or None where plain Python is to do it.

    `engine` is "native" (NotCompilable says why it cannot be), "python", or "auto": native if
    possible, and if not, an InterpretedWarning says why, once for each class of games.
    """
    return or_interpreted(game, engine, lambda: compile_game(game, kernel, state), lambda: None)


def or_interpreted(
    game: Game[Any, Any], engine: Engine, compiled: Callable[[], T], interpreted: Callable[[], T]
) -> T:
    """What the compiled form gives, or, as `engine` has it, the interpreted one."""
    if engine not in ("auto", "native", "python"):
        raise InputError("native.engine", given=engine)
    if engine == "python" or (engine == "auto" and isinstance(game, Tree)):
        return interpreted()  # an explicit tree is looked up: nothing to compile, nor to tell
    try:
        return compiled()
    except NotCompilable as refusal:
        if engine == "native":
            raise
        cause = type(game) if available() else None  # nobody's fault: told once for all games
        if cause not in _told:
            _told.add(cause)
            first = NotCompilable(game, refusal.problems[:1])  # `doctor` has the others
            warnings.warn(str(first), InterpretedWarning, stacklevel=3)
    return interpreted()
