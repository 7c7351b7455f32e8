"""Comparisons of searches: their cost on one position, and how it grows with depth."""

from __future__ import annotations

from typing import Any

from adversario.algorithms.core.algorithm import ALGORITHMS, algorithm_named
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Budget, Limit, OutOfBudgetError
from adversario.algorithms.core.requirements import fitting, require
from adversario.algorithms.registry import search
from adversario.base.errors import AdversarioError, NoEvaluationError, UnsuitableGameError
from adversario.base.numbers import show
from adversario.game import Game
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.positions import game_of, state_of
from adversario.web.handlers.search_steps import ordering
from adversario.web.limits import LIMITS, LimitError
from adversario.web.protocol import Comparison, Growth, Row, Series

MOST_NODES, SECONDS = 2_000_000, 15.0
"""Limits of each search of a comparison."""


def compare(context: Context, request: protocol.CompareRequest) -> Comparison:
    """A row for every algorithm, reported as soon as it is done."""
    game = game_of(context, request)
    state = state_of(game, request)
    options: dict[str, Any] = {}
    if request.order:
        options["order"] = ordering(game, request.order)
    rows = []
    for name in _names(game, request.algorithms):
        rows.append(_row(context, game, state, name, request.depth, options))
        context.update(rows[-1])
    return Comparison(rows)


def _names(game: Game[Any, Any], asked: list[str]) -> list[str]:
    """The algorithms asked for; by default all that fit and are not estimates."""
    for name in asked:
        algorithm_named(name)
    return list(dict.fromkeys(asked)) or [
        name for name in fitting(game) if not ALGORITHMS[name].anytime
    ]


def _row(
    context: Context,
    game: Game[Any, Any],
    state: Any,
    name: str,
    depth: int | None,
    options: dict[str, Any],
) -> Row:
    """The result of one algorithm, or the reason why it has none."""
    title = context.title(name, name)
    try:
        result = measure(game, state, name, depth, options)
    except AdversarioError as error:
        fits = not isinstance(error, UnsuitableGameError)
        return Row(name, title, fits, error.text(context.lang), "", None, 0, 0, 0, None, 0.0, 0.0)
    cost = result.statistics
    return Row(
        algorithm=name,
        title=title,
        fits=True,
        reason=None,
        value=show(result.value),
        action=None if result.action is None else game.action_name(state, result.action),
        nodes=cost.nodes,
        leaves=cost.leaves,
        cutoffs=cost.cutoffs,
        pruned=cost.pruned,
        branching=cost.branching_factor,
        seconds=cost.seconds,
    )


def measure(
    game: Game[Any, Any], state: Any, name: str, depth: int | None, options: dict[str, Any]
) -> Result[Any, Any]:
    """An interpreted search within the limits, one engine for all, so that times compare."""
    require(game, name)
    if ALGORITHMS[name].anytime:
        return search(game, state, algorithm=name, simulations=LIMITS.simulations)
    budget = Budget(Limit(nodes=MOST_NODES, time=SECONDS))
    limit = None if depth is None else Limit(depth=depth)
    try:
        return search(game, state, algorithm=name, limit=limit, budget=budget, **options)
    except OutOfBudgetError:
        raise LimitError("web.limit.nodes", nodes=MOST_NODES, seconds=SECONDS) from None


def growth(context: Context, request: protocol.GrowthRequest) -> Growth:
    """Nodes by depth for every algorithm, until the end of the game or of the budget."""
    game = game_of(context, request)
    state = state_of(game, request)
    names = [name for name in _names(game, request.algorithms) if not ALGORITHMS[name].anytime]
    for name in names:
        require(game, name)
    whole = _measure(game, names)
    series = {name: Series(name, context.title(name, name), []) for name in names}
    going, branching = {whole, *names}, 1.0
    found = Growth(branching, [], list(series.values()), [], [])
    for depth in range(1, request.depth + 1):
        for name in sorted(going, key=list(ALGORITHMS).index):
            try:
                result = measure(game, state, name, depth, {})
            except LimitError:
                going.discard(name)
                continue
            except NoEvaluationError:  # a greater depth may have one
                nodes = None
            else:
                nodes = result.statistics.nodes
                if name == whole:
                    branching = nodes ** (1 / depth)
                if result.proven:  # deeper searches would return the same
                    going.discard(name)
            if name in series:
                series[name].nodes.append(nodes)
        found = _growth_to_depth(branching, depth, list(series.values()))
        context.update(found)
        if not going & series.keys():
            break
    return found


def _measure(game: Game[Any, Any], names: list[str]) -> str:
    """The search that measures the branching of the tree: one that visits all of it."""
    visitors = [name for name, record in ALGORITHMS.items() if record.whole_tree]
    return next(name for name in (*visitors, *names) if name in fitting(game))


def _growth_to_depth(branching: float, depth: int, series: list[Series]) -> Growth:
    depths = list(range(1, depth + 1))
    return Growth(
        branching=branching,
        depths=depths,
        series=series,
        full=[branching**each for each in depths],
        best=[branching ** (each / 2) for each in depths],
    )
