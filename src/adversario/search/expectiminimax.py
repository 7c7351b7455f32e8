"""Expectiminimax: minimax with chance nodes, which are worth the mean of their outcomes.

After EXPECTIMINIMAX in Russell and Norvig, "Artificial Intelligence: A Modern Approach"; the idea
is Michie's (1966).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

from adversario.distribution import exact_sum
from adversario.game import A, Game, S
from adversario.search.events import Bound, Child, Enter, LeafKind, Leave, Node, Observer, Update
from adversario.search.limit import Budget, Limit
from adversario.search.result import Result
from adversario.search.run import Evaluation, Line, Ordering, Run
from adversario.search.sides import Sides, two_sides
from adversario.search.star import star_search
from adversario.values import INFINITY, Number

Pruning = Literal["none", "star1", "star2"]
Outcomes: TypeAlias = Callable[[S], Iterable[tuple[A, Number]]]
"""What happens at the chance nodes of a search: outcomes with their probabilities."""


def expectiminimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    evaluate: Evaluation[S] | None = None,
    order: Ordering[S, A] | None = None,
    pruning: Pruning = "none",
    quiescence: bool = True,
    policy: bool = False,
    observe: Observer | None = None,
    budget: Budget | None = None,
) -> Result[S, A]:
    """The decision that maximises the expected utility against a perfect opponent.

    MAX, MIN and chance nodes may follow each other in any order; each counts as one ply. `pruning`
    by "star1" or "star2" gives the same value for fewer nodes where the game declares its
    `utility_bounds` (see `adversario.search.star`).
    """
    name = "expectiminimax" if pruning == "none" else pruning
    run = Run(
        name, game, state, limit=limit, evaluate=evaluate, order=order, policy=policy,
        observe=observe, budget=budget, quiescence=quiescence,
    )  # fmt: skip
    if pruning != "none":
        return star_search(run, two_sides(game), probing=pruning == "star2")
    return decide(run, two_sides(game), game.chances, quiescence)


def decide(
    run: Run[S, A], sides: Sides, outcomes: Outcomes[S, A], quiescence: bool
) -> Result[S, A]:
    """Search from the root (expectimax is this with other sides and outcomes)."""
    game, count, report, budget, depth = run.game, run.count, run.observe, run.budget, run.depth
    me, nodes = sides.me, sides.nodes

    def value(state: S, ply: int, via: A | None, probability: Number | None) -> tuple[Number, Line]:
        """The expected utility of `me` from this state, and the line of best play to it."""
        count.nodes += 1
        if budget is not None:
            budget.spend()
        node = nodes[game.player(state)]
        if report is not None:
            report(Enter(ply, state, node, game.player(state), via, probability, None, None))
        if game.is_terminal(state):
            return run.leaf(state, ply, game.utility(state, me), LeafKind.TERMINAL)
        start: Number | None = None
        if ply >= depth:
            estimate = run.evaluate(state, me)
            if node is Node.CHANCE or not quiescence or game.is_quiet(state):
                return run.leaf(state, ply, estimate, LeafKind.EVALUATION)
            count.evaluations += 1
            start = estimate
        if node is Node.CHANCE:
            return chance_value(state, ply)
        todo = run.actions(state) if start is None else iter(game.noisy_actions(state))
        return choice_value(state, ply, 1 if node is Node.MAX else -1, start, todo)

    def choice_value(
        state: S, ply: int, sign: int, start: Number | None, todo: Iterator[A]
    ) -> tuple[Number, Line]:
        """The best value of a successor: the greatest with sign 1, the least with sign -1."""
        v = -sign * INFINITY if start is None else start
        line: Line = None
        for action in todo:
            child, reply = value(game.result(state, action), ply + 1, action, None)
            note(state, ply, action, child)
            if sign * (child - v) > 0:
                v, line = child, (action, reply)
                if report is not None:
                    report(Update(ply, state, action, v, None, None))
        if line is None and start is None:
            raise run.no_actions(state)
        return leave(state, ply, v, line)

    def chance_value(state: S, ply: int) -> tuple[Number, Line]:
        """The mean of the values of the outcomes; one that cannot happen is not searched."""
        parts = []
        for outcome, probability in outcomes(state):
            if probability:
                child, _ = value(game.result(state, outcome), ply + 1, outcome, probability)
                note(state, ply, outcome, child)
                parts.append(probability * child)
        if not parts:
            raise run.no_actions(state)
        return leave(state, ply, exact_sum(parts), None)

    def note(state: S, ply: int, action: A, child: Number) -> None:
        if not ply:
            run.score(action, child)
        if report is not None:
            report(Child(ply, state, action, child))

    def leave(state: S, ply: int, v: Number, line: Line) -> tuple[Number, Line]:
        if report is not None:
            report(Leave(ply, state, v, line and line[0], Bound.EXACT))
        return v, line

    return run.conclude(lambda: value(run.state, 0, None, None))
