"""Max^n: any number of players, each maximising their own utility (Luckhardt and Irani, 1986).

Shallow pruning is Korf's (1991). It is sound if the utilities of all players have a constant sum
and a lower bound, because what one player is sure of is lost to the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import (
    Bound,
    Child,
    Enter,
    LeafKind,
    Leave,
    Node,
    Observer,
    Reason,
    Update,
)
from adversario.algorithms.core.limit import Budget, Limit
from adversario.algorithms.core.run import Evaluation, Line, Ordering, Run
from adversario.base.distribution import exact_sum
from adversario.base.errors import InputError
from adversario.base.numbers import INFINITY, Number
from adversario.base.pov import Stakes
from adversario.game import CHANCE, A, Game, S, mover_of

Vector: TypeAlias = tuple[Number, ...]


def maxn(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    evaluate: Evaluation[S] | None = None,
    order: Ordering[S, A] | None = None,
    shallow: bool = False,
    policy: bool = False,
    on_event: Observer | None = None,
    budget: Budget | None = None,
) -> Result[S, A]:
    """The decision if all players maximise their own utility and know that the others do.

    `value(s)` is a tuple, one utility for each player in the players' order, whatever the order of
    turns: that of the successor with the greatest entry for the player to move, the first in a tie;
    at chance nodes the mean. `shallow` prunes if the sum of utilities is constant and bounded from
    below; it needs `zero_sum` or `utility_sum`, and `utility_bounds`.
    """
    run = Run(
        "maxn", game, state, limit=limit, evaluate=evaluate, order=order, policy=policy,
        on_event=on_event, budget=budget, shallow=shallow,
    )  # fmt: skip
    value = searcher(run, shallow)

    def exact(action: A) -> Vector:
        alone = searcher(run.silent(), shallow)
        after = game.result(run.state, action)
        return alone(after, 1, action, None, CHANCE, -INFINITY)[0]

    return run.conclude(lambda: value(run.state, 0, None, None, CHANCE, -INFINITY), exact)


def searcher(
    run: Run[S, A], shallow: bool
) -> Callable[[S, int, A | None, Number | None, int, Number], tuple[Vector, Line]]:
    """The function `value(s, ply, via, probability, above, sure)`.

    It returns the max^n vector of `s` if its entry for the player `above`, who moved last and
    already has the guarantee `sure`, is greater than `sure`; otherwise any vector whose entry is
    not.
    """
    game, count, report, depth = run.game, run.count, run.on_event, run.depth
    total, least = _sum_and_least(game) if shallow else (INFINITY, -INFINITY)

    def value(
        state: S, ply: int, via: A | None, chance: Number | None, above: int, sure: Number
    ) -> tuple[Vector, Line]:
        count.nodes += 1
        if run.budget is not None:
            run.budget.spend()
        mover = mover_of(game, state)
        if report is not None:
            node = Node.CHANCE if mover == CHANCE else Node.OWN
            report(Enter(ply, state, node, mover, via, chance, None, None))
        if game.is_terminal(state):
            return run.leaf(state, ply, game.utilities(state), LeafKind.TERMINAL)
        if ply >= depth:
            estimates = tuple(run.evaluate(state, player) for player in range(game.players))
            return run.leaf(state, ply, estimates, LeafKind.EVALUATION)
        if mover == CHANCE:
            return chance_value(state, ply)
        if not shallow or above in (CHANCE, mover):
            return own_value(state, ply, mover, INFINITY)
        # The player above gets at most the sum less the mover's utility and the least of the
        # others'.
        return own_value(state, ply, mover, total - sure - (game.players - 2) * least)

    def own_value(state: S, ply: int, mover: int, enough: Number) -> tuple[Vector, Line]:
        best: Vector = ()
        line: Line = None
        todo = run.actions(state)
        for action in todo:
            sure = best[mover] if best else -INFINITY
            after = game.result(state, action)
            child, reply = value(after, ply + 1, action, None, mover, sure)
            note(state, ply, action, child, child[mover] <= sure)
            if line is None or child[mover] > best[mover]:
                best, line = child, (action, reply)
                if report is not None:
                    report(Update(ply, state, action, best, None, None))
                if best[mover] >= enough:
                    run.cut(state, ply, best, enough, Reason.SHALLOW, todo)
                    return leave(state, ply, best, line, Bound.LOWER)
        if line is None:
            raise run.no_actions(state)
        return leave(state, ply, best, line, Bound.EXACT)

    def chance_value(state: S, ply: int) -> tuple[Vector, Line]:
        parts: list[Vector] = []
        for outcome, probability in game.chances(state):
            if probability:
                after = game.result(state, outcome)
                child, _ = value(after, ply + 1, outcome, probability, CHANCE, -INFINITY)
                note(state, ply, outcome, child, False)
                parts.append(tuple(probability * part for part in child))
        if not parts:
            raise run.no_actions(state)
        mean = tuple(exact_sum(column) for column in zip(*parts, strict=True))
        return leave(state, ply, mean, None, Bound.EXACT)

    def note(state: S, ply: int, action: A, child: Vector, at_most: bool) -> None:
        if not ply:
            run.score(action, child, Bound.UPPER if at_most and shallow else Bound.EXACT)
        if report is not None:
            report(Child(ply, state, action, child))

    def leave(state: S, ply: int, best: Vector, line: Line, bound: Bound) -> tuple[Vector, Line]:
        if report is not None:
            report(Leave(ply, state, best, line and line[0], bound))
        return best, line

    return value


def _sum_and_least(game: Game[S, A]) -> tuple[Number, Number]:
    """The constant sum of the utilities and their lower bound, as the game declares them."""
    total = Stakes.of(game).total
    if total is None or game.utility_bounds is None:
        raise InputError("search.no_shallow", game=game.name)
    return total, game.utility_bounds[0]
