"""Minimax: the value of a game for two sides that both play perfectly.

After MINIMAX-SEARCH in Russell and Norvig, "Artificial Intelligence: A Modern Approach", and, for
the depth limit, H-MINIMAX there. Shannon (1950) proposed it for chess.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import (
    Bound,
    Child,
    Enter,
    LeafKind,
    Leave,
    Node,
    Observer,
    Update,
)
from adversario.algorithms.core.limit import Budget, Limit
from adversario.algorithms.core.run import Evaluation, Line, Ordering, Run
from adversario.algorithms.core.sides import two_sides
from adversario.base.errors import UnsuitableGameError
from adversario.base.numbers import INFINITY, Number
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Quiescent
from adversario.game import A, Game, S, mover_of

Form = Literal["dispatching", "alternating"]


def minimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    evaluate: Evaluation[S] | None = None,
    order: Ordering[S, A] | None = None,
    form: Form = "dispatching",
    quiescence: bool = True,
    policy: bool = False,
    on_event: Observer | None = None,
    budget: Budget | None = None,
) -> Result[S, A]:
    """The decision of a side that assumes a perfect opponent.

    `value(s)` is the utility of MAX (player 0) under perfect play from `s`: the utility itself in a
    terminal state, the evaluation at the depth limit, otherwise the greatest value of a successor
    at MAX nodes and the least at MIN nodes.

    The two forms of the textbooks return the same decision: "dispatching" has one function
    `value(s)` that tests the player to move; in "alternating" MAX-VALUE and MIN-VALUE call each
    other, which suits games with strictly alternating turns. At the horizon, the search continues
    from states that are not quiet through their noisy actions, unless `quiescence` is off.
    """
    run = Run(
        "minimax", game, state, limit=limit, evaluate=evaluate, order=order, policy=policy,
        on_event=on_event, budget=budget, form=form, quiescence=quiescence,
    )  # fmt: skip
    rules, count, report, depth = run.rules, run.count, run.on_event, run.depth
    sides = two_sides(game)
    me, nodes = sides.me, sides.nodes
    hints = as_capability(game, Quiescent)

    def value(state: S, ply: int, via: A | None) -> tuple[Number, Line]:
        if nodes[rules.player(state)] is Node.MAX:
            return max_value(state, ply, via)
        return min_value(state, ply, via)

    def max_value(state: S, ply: int, via: A | None) -> tuple[Number, Line]:
        enter(state, ply, via, Node.MAX)
        if (leaf := cutoff(state, ply)) is not None:
            return leaf
        v, todo = successors(state, ply, -INFINITY)
        line: Line = None
        for action in todo:
            child, reply = after_max(game.result(state, action), ply + 1, action)
            note(state, ply, action, child)
            if child > v:
                v, line = child, (action, reply)
                update(state, ply, action, child)
        return leave(state, ply, v, line)

    def min_value(state: S, ply: int, via: A | None) -> tuple[Number, Line]:
        enter(state, ply, via, Node.MIN)
        if (leaf := cutoff(state, ply)) is not None:
            return leaf
        v, todo = successors(state, ply, INFINITY)
        line: Line = None
        for action in todo:
            child, reply = after_min(game.result(state, action), ply + 1, action)
            note(state, ply, action, child)
            if child < v:
                v, line = child, (action, reply)
                update(state, ply, action, child)
        return leave(state, ply, v, line)

    def cutoff(state: S, ply: int) -> tuple[Number, None] | None:
        if game.is_terminal(state):
            return run.leaf(state, ply, rules.utility(state, me), LeafKind.TERMINAL)
        if ply >= depth and not (quiescence and not hints.is_quiet(state)):
            return run.leaf(state, ply, run.evaluate(state, me), LeafKind.EVALUATION)
        return None

    def successors(state: S, ply: int, worst: Number) -> tuple[Number, Iterator[A]]:
        if ply < depth:
            return worst, run.actions(state)
        count.evaluations += 1  # not quiet: standing pat is an option, and so are noisy actions
        return run.evaluate(state, me), iter(hints.noisy_actions(state))

    def enter(state: S, ply: int, via: A | None, node: Node) -> None:
        count.nodes += 1
        if budget is not None:
            budget.spend()
        if form == "alternating" and nodes[rules.player(state)] is not node:
            raise UnsuitableGameError(
                "fit.not_alternating", game=game.name, state=game.position(state)
            )
        if report is not None:
            report(Enter(ply, state, node, mover_of(game, state), via, None, None, None))

    def note(state: S, ply: int, action: A, child: Number) -> None:
        if not ply:
            run.score(action, child)
        if report is not None:
            report(Child(ply, state, action, child))

    def update(state: S, ply: int, action: A, child: Number) -> None:
        if report is not None:
            report(Update(ply, state, action, child, None, None))

    def leave(state: S, ply: int, v: Number, line: Line) -> tuple[Number, Line]:
        if line is None and ply < depth:
            raise run.no_actions(state)
        if report is not None:
            report(Leave(ply, state, v, line and line[0], Bound.EXACT))
        return v, line

    after_max, after_min = (value, value) if form == "dispatching" else (min_value, max_value)
    return run.conclude(lambda: value(run.state, 0, None))
