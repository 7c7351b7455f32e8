"""Iterative deepening: search to depth 1, 2, 3, ... and keep the last answer that was completed.

After Slate and Atkin (1977). It uses the time available, and each iteration costs little compared
with the next one, which it helps to order: the actions of the root by their last scores, elsewhere
the best action found before first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from inspect import signature
from itertools import chain, count
from typing import Any

from adversario.algorithms.alphabeta import alphabeta
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import Iteration, Observer
from adversario.algorithms.core.limit import Budget, Limit, OutOfBudgetError
from adversario.algorithms.core.run import Evaluation, Ordering, statistics
from adversario.base.errors import NoEvaluationError
from adversario.base.stop import Stop
from adversario.game import A, Game, S


def iterative_deepening(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    algorithm: Callable[..., Result[S, A]] = alphabeta,
    evaluate: Evaluation[S] | None = None,
    order: Ordering[S, A] | None = None,
    on_event: Observer | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
    stop: Stop | None = None,
    budget: Budget | None = None,
    **options: Any,
) -> Result[S, A]:
    """The answer of the deepest search within `limit`.

    It ends when the limit is reached, when a search met no horizon (deeper ones would return the
    same), or on Ctrl-C once an iteration is complete. The result is that of the last complete
    iteration; its statistics cover all of them, including an unfinished one. Depth 1 is always
    completed, so that there is an answer. Depths for which the game has no evaluation are skipped.
    If a `budget` is given, it is spent instead of one made from the limit, so that the caller can
    watch it.
    """
    limit = Limit() if limit is None else limit
    root = game.initial() if state is None else state
    budget = Budget(limit) if budget is None else budget
    budget.stop = stop
    memory: dict[S, A] = {}
    if "memory" in signature(algorithm).parameters:
        options["memory"] = memory
    answer: Result[S, A] | None = None
    problem: NoEvaluationError | None = None
    depths = count(1) if limit.depth is None else range(1, limit.depth + 1)
    for depth in depths:
        if on_event is not None:
            on_event(Iteration(depth))
        budget.enforced = depth > 1
        try:
            answer = algorithm(
                game, root, limit=Limit(depth=depth), evaluate=evaluate, on_event=on_event,
                order=_best_first(order, root, memory, answer), budget=budget, **options,
            )  # fmt: skip
        except OutOfBudgetError:
            break
        except NoEvaluationError as error:
            problem = error
            continue
        except KeyboardInterrupt:
            if answer is None:
                raise
            break
        if on_progress is not None:
            on_progress(answer)
        if answer.proven:
            break
    if answer is None:
        assert problem is not None
        raise problem
    return replace(
        answer,
        statistics=statistics(budget.count, budget.started),
        options={**answer.options, "order": order},
    )


def _best_first(
    order: Ordering[S, A] | None, root: S, memory: dict[S, A], last: Result[S, A] | None
) -> Ordering[S, A]:
    """The given ordering, with the best actions of earlier iterations first."""

    def ordered(state: S, actions: Iterable[A]) -> Iterable[A]:
        if last is not None and last.scores and state == root:
            return last.ranking()
        found = actions if order is None else order(state, actions)
        if state not in memory:
            return found
        best = memory[state]
        return chain((best,), (action for action in found if action != best))

    return ordered
