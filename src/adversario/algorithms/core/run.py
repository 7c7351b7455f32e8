"""Shared parts of every search: its inputs with their defaults, its counters, its conclusion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, Generic, TypeAlias

from adversario.algorithms.core.answer import Result, Score, Statistics
from adversario.algorithms.core.events import Bound, Cut, Event, Leaf, LeafKind, Observer, Reason
from adversario.algorithms.core.limit import Budget, Counters, Limit
from adversario.algorithms.core.policy import PlanRecorder
from adversario.algorithms.core.requirements import require, viewer_of
from adversario.base.errors import GameError, InputError
from adversario.base.numbers import INFINITY, Number, Value
from adversario.contract.checking.guard import Guard, no_actions, require_start
from adversario.contract.values import require_number
from adversario.game import CHANCE, A, Game, S

Evaluation: TypeAlias = Callable[[S, int], Number]
"""An evaluation function: an estimate of the value of a state for a player."""

Ordering: TypeAlias = Callable[[S, Iterable[A]], Iterable[A]]
"""A move ordering: the actions of a state, in the order in which to try them."""

Line: TypeAlias = "tuple[Any, Line] | None"
"""A principal variation as a linked list: an action and the line after it."""


class Run(Generic[S, A]):
    """A search in progress. The algorithms read its fields; only counters and scores change.

    `rules` are the rules of the game with their answers tested; see `Guard`.

    `options` are the algorithm's own; the answer repeats them. `viewer` is the player whose utility
    is backed up.
    """

    def __init__(
        self,
        algorithm: str,
        game: Game[S, A],
        state: S | None,
        *,
        limit: Limit | None,
        evaluate: Evaluation[S] | None,
        order: Ordering[S, A] | None = None,
        policy: bool = False,
        on_event: Observer | None = None,
        budget: Budget | None = None,
        **options: Any,
    ) -> None:
        require(game, algorithm)
        if limit is not None and budget is None and not limit.is_of_depth_only:
            raise InputError("limit.depth_only", algorithm=algorithm)
        self.algorithm = algorithm
        self.game = game
        self.state = game.initial() if state is None else state
        require_start(game, self.state)
        self.rules = Guard(game)
        self.viewer = viewer_of(algorithm, game, self.state)
        self.limit = limit
        self.depth: float = INFINITY if limit is None or limit.depth is None else limit.depth
        self.evaluate: Evaluation[S] = self.rules.evaluate if evaluate is None else evaluate
        self.budget = budget
        self.order = order
        self.options = {"evaluate": evaluate, "order": order, **options}
        self.count = Counters() if budget is None else budget.count
        self.scores: list[Score[A]] = []
        self.neglected: Number = 0
        self.plan = PlanRecorder(game, self.state) if policy else None
        self.on_event = on_event if self.plan is None else _both(self.plan, on_event)
        self._pruned_before = self.count.pruned
        self._evaluations_before = self.count.evaluations
        self._started = perf_counter() if budget is None else budget.started

    def silent(self) -> Run[S, A]:
        """A new run of this search, without an observer or a budget."""
        limit = None if self.depth == INFINITY else Limit(depth=int(self.depth))
        return Run(
            self.algorithm, self.game, self.state, limit=limit, evaluate=self.evaluate,
            order=self.order,
        )  # fmt: skip

    def actions(self, state: S) -> Iterator[A]:
        """The actions of a state in the order in which to search them."""
        found = self.rules.actions(state)
        return iter(found if self.order is None else self.order(state, found))

    def leaf(self, state: S, ply: int, value: Any, kind: LeafKind) -> tuple[Any, None]:
        """Count and report a leaf; returns the value, which must be a number, and an empty line."""
        if value != value or isinstance(value, tuple):  # noqa: PLR0124 (NaN; a vector is looked into)
            require_number(self.game, state, value)
        count = self.count
        count.leaves += 1
        if kind in (LeafKind.EVALUATION, LeafKind.UNLIKELY):
            count.evaluations += 1
        count.deepest = max(count.deepest, ply)
        if self.on_event is not None:
            self.on_event(Leaf(ply, state, value, kind))
        return value, None

    def cut(
        self, state: S, ply: int, value: Value, limit: Number, reason: Reason, rest: Iterable[A]
    ) -> None:
        """Count and report a cut-off, even if no child is left."""
        pruned = tuple(rest)
        self.count.cutoffs += 1
        self.count.pruned += len(pruned)
        if self.on_event is not None:
            self.on_event(Cut(ply, state, value, limit, reason, pruned))

    def score(
        self, action: A, value: Value, bound: Bound = Bound.EXACT, *, clamped: bool = False
    ) -> None:
        """Record the value of an action of the root.

        If nothing was pruned a bound is exact, unless values are clamped to the window.
        """
        if not clamped and self.count.pruned == self._pruned_before:
            bound = Bound.EXACT
        self._pruned_before = self.count.pruned
        self.scores.append(Score(action, value, bound))

    def no_actions(self, state: S) -> GameError:
        """The error for a state that is not terminal and has no actions."""
        return no_actions(self.game, state)

    def conclude(
        self,
        search: Callable[[], tuple[Value, Line]],
        exact: Callable[[A], Value] | None = None,
    ) -> Result[S, A]:
        """Run the search from the root and build its answer."""
        try:
            value, line = search()
        except RecursionError:
            raise GameError("search.too_deep", algorithm=self.algorithm) from None
        game, count = self.game, self.count
        chooses = not game.is_terminal(self.state) and game.player(self.state) != CHANCE
        variation = tuple(_unlink_line(line))
        proven = count.evaluations == self._evaluations_before
        return Result(
            algorithm=self.algorithm,
            game=game,
            state=self.state,
            viewer=self.viewer,
            action=variation[0] if chooses and variation else None,
            value=value,
            bound=Bound.EXACT,
            proven=proven,
            depth=None if self.depth == INFINITY else int(self.depth),
            principal_variation=variation,
            scores=tuple(self.scores),
            statistics=statistics(count, self._started),
            policy=None if self.plan is None else self.plan.policy(proven=proven),
            neglected=self.neglected,
            options=self.options,
            _exact=exact,
        )

    def so_far(self, is_max: bool) -> Result[S, A] | None:
        """The best of the actions that an interrupted search has completed; None if there is none.

        The value is a lower bound for MAX, or an upper bound for MIN: another action may be better.
        """
        if not self.scores:
            return None

        def gain(score: Score[A]) -> Number:
            value = score.value[self.viewer] if isinstance(score.value, tuple) else score.value
            return value if is_max else -value

        best = max(self.scores, key=gain)  # the first: the others may only be bounds
        return Result(
            algorithm=self.algorithm,
            game=self.game,
            state=self.state,
            viewer=self.viewer,
            action=best.action,
            value=best.value,
            bound=Bound.LOWER if is_max else Bound.UPPER,
            proven=False,
            depth=None if self.depth == INFINITY else int(self.depth),
            principal_variation=(best.action,),
            scores=tuple(self.scores),
            statistics=statistics(self.count, self._started),
            options=self.options,
        )


def statistics(count: Counters, started: float) -> Statistics:
    """The counters since the search started."""
    return Statistics(
        nodes=count.nodes,
        leaves=count.leaves,
        evaluations=count.evaluations,
        cutoffs=count.cutoffs,
        pruned=count.pruned,
        depth=count.deepest,
        seconds=perf_counter() - started,
    )


def window_bound(value: Number, alpha: Number, beta: Number) -> Bound:
    """The bound that a value returned for the window (alpha, beta) is."""
    if value <= alpha:
        return Bound.UPPER
    return Bound.LOWER if value >= beta else Bound.EXACT


def closed_window_bound(value: Number, alpha: Number, beta: Number) -> Bound:
    """The bound that a value is if the edges of the window belong to it: strict pruning."""
    if value < alpha:
        return Bound.UPPER
    return Bound.LOWER if value > beta else Bound.EXACT


def _unlink_line(line: Line) -> Iterator[Any]:
    while line is not None:
        action, line = line
        yield action


def _both(plan: PlanRecorder, on_event: Observer | None) -> Observer:
    """An observer that reports to the plan, and to the other observer if there is one."""
    if on_event is None:
        return plan

    def both(event: Event) -> None:
        plan(event)
        on_event(event)

    return both
