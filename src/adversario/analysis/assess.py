"""The best answer about a position: what is known exactly, otherwise an analysis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.analysis.known import find_known
from adversario.analysis.known_result import KnownResult
from adversario.base.stop import Stop
from adversario.game import A, Game, S
from adversario.solve.book import shipped_book
from adversario.solve.dispatch import look_up_book
from adversario.solve.solution import Solution

SOLVING_SECONDS = 3.0
"""The most time for the exact solver, however long the analysis may take."""

LONGEST_LINE = 64
"""The most plies of perfect play that an answer shows."""


def assess(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    may_compile: bool = True,
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
    **options: Any,
) -> Result[S, A]:
    """What is known about a state (`find_known`), or else its analysis within the limit.

    `options` are those of `analyse`. With `may_compile=False` the exact solver, which needs
    compiled code, is not asked.
    """
    root = game.initial() if state is None else state
    known = find_known(game, root, limit=_solver_limit(limit), may_compile=may_compile, stop=stop)
    if known is None:
        return analyse(
            game, root, limit=limit, stop=stop, on_progress=on_progress, **options
        )  # fmt: skip
    found = as_result(game, known)
    if on_progress is not None:
        on_progress(found)
    return found


def _solver_limit(limit: Limit | None) -> Limit | None:
    """A third of the time for the exact solver, if the limit is one of time."""
    if limit is None or limit.time is None:
        return None
    return Limit(time=min(limit.time / 3, SOLVING_SECONDS))


def as_result(game: Game[S, A], known: Solution[S, A]) -> KnownResult[S, A]:
    """A solution in the form of a search's result: values are player 0's, as in minimax."""
    first = known if isinstance(known.value, tuple) else known.to(0)
    assert first.value is not None
    return KnownResult(
        game=game, state=known.state, algorithm=known.method, value=first.value, depth=None,
        viewer=game.player(known.state) if isinstance(known.value, tuple) else 0,
        action=known.action, proven=True, principal_variation=_line(known), scores=first.scores,
        distance=known.distance, statistics=known.statistics, found_by=known.source,
    )  # fmt: skip


def _line(known: Solution[S, A]) -> tuple[A, ...]:
    """Perfect play from a solved state, as far as a table or a book knows it."""
    game, state, line = known.game, known.state, list(known.best[:1])
    book = shipped_book(game) if known.method == "book" else None
    while line and len(line) < LONGEST_LINE:
        state = game.result(state, line[-1])
        best: tuple[A, ...] = ()
        if known.table is not None and not game.is_terminal(state):
            best = known.table.best_actions(state)
        elif book is not None and (found := look_up_book(book, state)) is not None:
            best = found.best
        if not best:
            break
        line.append(best[0])
    return tuple(line)
