"""Which engine runs: compiled code if that pays and is possible, plain Python otherwise.

Compiling a game for a search takes one to ten seconds, once for each version of its rules. So
"auto" first lets the interpreter work, for about a second, and compiles only what outlasts this
head start. It is measured in seconds if the work has a clock, and otherwise in units of work:
what the interpreter of a usual machine does in about that time, given what a unit costs.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any, Literal, TypeAlias, TypeVar

from adversario.base.errors import InputError
from adversario.base.identity import Identity, identity_of
from adversario.contract.explicit import is_explicit
from adversario.game import Game
from adversario.native.compiler.availability import available
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.compiler.plain.compile import with_room
from adversario.native.compiler.problems import InterpretedWarning, NotCompilable

Engine: TypeAlias = Literal["auto", "native", "python"]

T = TypeVar("T")

SEARCH_SECONDS = 1.0
"""Head start of a search to a depth, which starts again once it is compiled."""

ANALYSIS_SECONDS = 0.3
"""Head start of an analysis that is watched: enough for something to show while it compiles."""

COUNTED_STATES = 100_000
"""Head start of an enumeration, which compares states and keeps no moves."""

EXPLORED_STATES = 20_000
"""Head start of an exploration that keeps the moves between states."""

PROBES = 2_000
"""Head start of random games, each of some tens of moves."""

SWEPT_OUTCOMES = 3_000
"""Head start of sweeps by NumPy over a problem's outcomes: hundreds of them end within it."""

_refused: set[type | None] = set()
"""The classes of games that an InterpretedWarning was about."""

_ran: set[tuple[Identity, str]] = set()
"""What has run compiled on a game, and needs no head start the next time."""


def first_bound(most: int | None, head_start: int) -> int:
    """How many states the interpreter explores first, if at most `most` are wanted."""
    return head_start if most is None else min(most, head_start)


def engine_for(engine: Engine, work: int, head_start: int) -> Engine:
    """The engine for an amount of work that is known: "auto" is "python" below the head start."""
    return "python" if engine == "auto" and work < head_start else engine


def runs_native(engine: Engine) -> bool:
    """Whether compiled code runs, for work that has no other form if the rules do not compile."""
    return available() if engine == "auto" else engine == "native"


def has_run(game: Game[Any, Any], form: str) -> bool:
    """Whether the form of a search ran compiled on the game before, and is there at once."""
    return (identity_of(game), form) in _ran


def mark_run(game: Game[Any, Any], form: str) -> None:
    """Note that the form of a search ran compiled on the game."""
    _ran.add((identity_of(game), form))


def compiled_form(
    game: Game[Any, Any], kernel: ModuleType, engine: Engine, state: Any = None
) -> Compiled | None:
    """The kernel compiled for the game, or None if plain Python is to do it.

    `engine` is "native" (NotCompilable says why it cannot be), "python", or "auto": native if
    possible, and if not, an InterpretedWarning says why, once for each class of games.
    """
    return or_interpreted(game, engine, lambda: compile_game(game, kernel, state), lambda: None)


def or_interpreted(
    game: Game[Any, Any], engine: Engine, compiled: Callable[[], T], interpreted: Callable[[], T]
) -> T:
    """What the compiled form returns, or, if `engine` says so, the interpreted one."""
    if engine not in ("auto", "native", "python"):
        raise InputError("native.engine", given=engine)
    if engine == "python" or (engine == "auto" and is_explicit(game)):
        return interpreted()  # an explicit tree is looked up: nothing to compile, nor to warn about
    try:
        return with_room(compiled)
    except NotCompilable as refusal:
        if engine == "native":
            raise
        cause = type(game) if available() else None  # Numba is missing: one warning for all games
        if cause not in _refused:
            _refused.add(cause)
            first = NotCompilable(game, refusal.problems[:1])  # `doctor` has the others
            warnings.warn(str(first), InterpretedWarning, stacklevel=3)
    return interpreted()
