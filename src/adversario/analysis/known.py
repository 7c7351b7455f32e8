"""What is known exactly about a position, asked before anything is estimated.

    solution = find_known(game, state)      # None: only a search can find out
    solution.method                         # "book", "table" or "alphabeta": which of them it was

The opening book of the package comes first. A game with few states is solved as a whole, once. The
exact solver answers last, if the game has hints for it and the answer is found within the limit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import objections
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability, has
from adversario.contract.solving import Graded, Solvable
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.availability import available
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.engine_choice import EXPLORED_STATES
from adversario.solve.book import shipped_book
from adversario.solve.dispatch import look_up_book, look_up_table
from adversario.solve.exact import ExactSolver
from adversario.solve.solution import Solution
from adversario.solve.table import Table, try_all

NODES = 4_000_000
"""What the exact solver may visit by default; in nodes, so that answers are reproducible."""

EXPLORING_SECONDS = 1.0
"""How long the states of a game are explored, once, before it counts as large."""

TABLE_MIB = 64
"""The memory of the exact solver, which is kept for the next position of the game."""


def find_known(
    game: Game[S, A],
    state: S,
    *,
    limit: Limit | None = None,
    may_compile: bool = True,
    stop: Stop | None = None,
) -> Solution[S, A] | None:
    """The exact value of a state and of all its actions, for the player to move.

    None if nothing knows it: in games with chance or hidden information, in large games, at the end
    of a game, and if the exact solver does not answer within the `limit` (of time or nodes; by
    default `NODES`). With `may_compile=False` the solver is not asked.
    """
    if game.is_terminal(state) or game.player(state) == CHANCE or objections(game, "paranoid"):
        return None
    finer = as_capability(game, Graded).graded()
    if (found := look_up_book(shipped_book(finer), state)) is not None:
        return found
    table = small_table(finer)
    if table is not None and state in table:
        return look_up_table(table, state, 0.0)
    return _solve(finer, state, limit or Limit(nodes=NODES), stop) if may_compile else None


@lru_cache(maxsize=16)
def small_table(game: Game[S, A]) -> Table[S, A] | None:
    """All states of a small game, solved; None if there are too many."""
    try:
        return try_all(
            game, engine="python", most=EXPLORED_STATES, seconds=EXPLORING_SECONDS
        )  # fmt: skip
    except InputError:
        return None


def _solve(game: Game[S, A], state: S, limit: Limit, stop: Stop | None) -> Solution[S, A] | None:
    """The answer of the exact solver, None if it has none within the limit."""
    has_hints = has(game, Graded) or has(game, Solvable)
    solver = _solver(game) if has_hints and available() else None
    if solver is None:
        return None
    found = solver.solve(state, find="all", limit=limit, stop=stop)
    return None if found.value is None else found


@lru_cache(maxsize=2)
def _solver(game: Game[Any, Any]) -> ExactSolver[Any, Any] | None:
    """The solver of a game, whose table is kept; None if it does not fit the game."""
    try:
        solver: ExactSolver[Any, Any] = ExactSolver(game, table_mib=TABLE_MIB)
        solver.solve(limit=Limit(nodes=1))
    except (InputError, NotCompilable):
        return None
    return solver
