"""Which engine runs: compiled rules, a table of states, or plain Python.

There are three tiers below one contract, with the same answers. Rules that compile are machine
code. Of other games each state is expanded by Python once, and machine code runs over the table of
these ("tabulated", see `adversario.native.tabulated`). The rest is interpreted.

Compiling a game for a search takes one to ten seconds, once for each version of its rules. So
"auto" first lets the interpreter work, for about a second, and compiles only what outlasts this
head start. It is measured in seconds if the work has a clock, and otherwise in units of work:
what the interpreter of a usual machine does in about that time, given what a unit costs.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, Literal, TypeAlias, TypeVar

from adversario.algorithms.core.answer import Answer
from adversario.base.errors import InputError
from adversario.base.provenance.identity import Identity, identity_of
from adversario.base.suggest import did_you_mean
from adversario.contract.explicit import is_explicit
from adversario.game import A, Game, S
from adversario.native.compiler.availability import available, missing
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.compiler.plain.compile import with_room
from adversario.native.compiler.problems import (
    InterpretedWarning,
    NotCompilable,
    NotRepresentable,
)
from adversario.native.tabulated.table import TableFullError
from adversario.native.tabulated.view import Tabulated, drop_table, tabulate

Engine: TypeAlias = Literal["auto", "native", "tabulated", "python"]
ENGINES: tuple[Engine, ...] = ("auto", "native", "tabulated", "python")

T = TypeVar("T")
R = TypeVar("R", bound=Answer[Any, Any])

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

_spent: dict[tuple[Identity, str], float] = {}
"""The seconds of a head start that earlier searches of the same form have used."""


def first_bound(most: int | None, head_start: int) -> int:
    """How many states the interpreter explores first, if at most `most` are wanted."""
    return head_start if most is None else min(most, head_start)


def engine_for(engine: Engine, work: int, head_start: int) -> Engine:
    """The engine for an amount of work that is known: "auto" is "python" below the head start."""
    return "python" if engine == "auto" and work < head_start else engine


def runs_native(engine: Engine) -> bool:
    """Whether compiled code runs, for work that has no other form if the rules do not compile."""
    refuse_tabulated(engine)
    return available() if engine == "auto" else engine == "native"


def has_run(game: Game[Any, Any], form: str) -> bool:
    """Whether the form of a search ran compiled on the game before, and is there at once."""
    return (identity_of(game), form) in _ran


def mark_run(game: Game[Any, Any], form: str) -> None:
    """Note that the form of a search ran compiled on the game."""
    _ran.add((identity_of(game), form))


def head_start_left(game: Game[Any, Any], form: str) -> float:
    """The seconds that a form of search may still run interpreted before it is compiled."""
    return SEARCH_SECONDS - _spent.get((identity_of(game), form), 0.0)


def spend_head_start(game: Game[Any, Any], form: str, seconds: float) -> None:
    """Note that a form of search ran interpreted: many short searches are one long one."""
    key = identity_of(game), form
    _spent[key] = _spent.get(key, 0.0) + seconds


def compiled_form(
    game: Game[Any, Any], kernel: ModuleType, engine: Engine, state: Any = None
) -> Compiled | None:
    """The kernel compiled for the game's rules, or None if plain Python is to do it.

    For work that a table of states would not speed up. `engine` is "native" (NotCompilable says why
    it cannot be), "python", or "auto": native if possible, and if not, an InterpretedWarning says
    why, once for each class of games.
    """
    refuse_tabulated(engine)
    return on_engine(
        game, engine, lambda view: compile_game(view, kernel, state), lambda: None, tabulated=False
    )


def refuse_tabulated(engine: Engine) -> None:
    """Raise InputError if a table of states is wanted for work that has no such form."""
    if engine == "tabulated":
        raise InputError("tabulated.no_form")


def or_interpreted(
    game: Game[Any, Any], engine: Engine, compiled: Callable[[], T], interpreted: Callable[[], T]
) -> T:
    """What the compiled form returns, or the interpreted one: for work without a tabulated form."""
    refuse_tabulated(engine)
    return on_engine(game, engine, lambda _: compiled(), interpreted, tabulated=False)


def on_engine(
    game: Game[S, A],
    engine: Engine,
    compiled: Callable[[Game[S, A]], T],
    interpreted: Callable[[], T],
    *,
    tabulated: bool = True,
) -> T:
    """What the best engine that `engine` allows returns.

    `compiled` is called with the game or with its table, `tabulate(game)`. NotCompilable from it
    leads to the next engine, unless "native" was asked for, also if it comes late, because compiled
    code met a number that it does not have (NotRepresentable); so `compiled` is to be all of the
    work, not its preparation. With `tabulated=False`, "auto" leaves out the table: it does not pay
    if each state is visited once. InputError if "tabulated" was asked for and there is no room for
    all states; "auto" then starts again interpreted, and warns.
    """
    if engine not in ENGINES:
        raise InputError("native.engine", given=engine, close=did_you_mean(engine, ENGINES))
    if engine == "python" or (engine == "auto" and is_explicit(game)):
        return interpreted()  # an explicit tree is looked up: nothing to compile, nor to warn about
    if engine != "tabulated":
        try:
            return with_room(lambda: compiled(game))
        except NotCompilable as refusal:
            if engine == "native":
                raise
            reason = refusal
    if not available():
        reason = NotCompilable(game, (missing(game),))
        if engine == "tabulated":
            raise reason
    elif tabulated or engine == "tabulated":
        try:
            return compiled(tabulate(game))
        except TableFullError as full:
            drop_table(game)
            if engine == "tabulated":
                raise
            warnings.warn(str(full), InterpretedWarning, stacklevel=3)
            return interpreted()
        except NotRepresentable as refusal:  # an integer that is no float
            if engine == "tabulated":
                raise
            reason = refusal
    _warn(game, reason)
    return interpreted()


def _warn(game: Game[Any, Any], refusal: NotCompilable) -> None:
    """Say why a game is interpreted, once for each class of games."""
    cause = type(game) if available() else None  # Numba is missing: one warning for all games
    if cause not in _refused:
        _refused.add(cause)
        first = type(refusal)(game, refusal.problems[:1])  # `doctor` has the others
        warnings.warn(str(first), InterpretedWarning, stacklevel=4)


def engine_of(view: Game[Any, Any]) -> Engine:
    """The engine that runs when `on_engine` calls for a compiled form of this view."""
    return "tabulated" if isinstance(view, Tabulated) else "native"


def about_games(
    on_progress: Callable[[R], None] | None, game: Game[Any, Any], view: Game[Any, Any]
) -> Callable[[R], None] | None:
    """The callback for answers about a view, called with answers about the game."""
    if on_progress is None:
        return None
    return lambda answer: on_progress(about_game(answer, game, view))


def about_game(answer: R, game: Game[Any, Any], view: Game[Any, Any]) -> R:
    """An answer about a view as one about the game itself, with the engine that found it."""
    statistics = replace(answer.statistics, engine=engine_of(view))
    return replace(answer, game=game, statistics=statistics)
