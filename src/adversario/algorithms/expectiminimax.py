"""Expectiminimax: minimax with chance nodes, whose value is the mean of their outcomes.

After EXPECTIMINIMAX in Russell and Norvig, "Artificial Intelligence: A Modern Approach"; the idea
is Michie's (1966).

Lines that are too unlikely may be left unsearched (`unlikely`), with a known bound on the error.
Let q be 1 at a node that was cut off in this way and 0 at any other leaf, the mean over the
children at a chance node and the maximum over the children at any other. Then no value is off by
more than q times the range of the utilities. This holds at leaves, because an estimate and the true
value both lie in that range. It holds at a chance node, whose value is the mean of its children's,
and at a choice, because the maximum (or minimum) of several numbers changes by at most the largest
change of one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

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
from adversario.algorithms.core.sides import Sides, two_sides
from adversario.algorithms.star import star_search
from adversario.base.distribution import exact_sum
from adversario.base.errors import InputError
from adversario.base.numbers import INFINITY, Number
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Quiescent
from adversario.game import A, Game, S

Pruning = Literal["none", "star1", "star2"]
Outcomes: TypeAlias = Callable[[S], Iterable[tuple[A, Number]]]
"""The outcomes of the chance nodes of a search, with their probabilities."""

Found: TypeAlias = tuple[Number, Line, Number]
"""A value, its principal variation, and the probability of lines that were not searched."""


def expectiminimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    evaluate: Evaluation[S] | None = None,
    order: Ordering[S, A] | None = None,
    pruning: Pruning = "none",
    unlikely: Number = 0,
    quiescence: bool = True,
    policy: bool = False,
    on_event: Observer | None = None,
    budget: Budget | None = None,
) -> Result[S, A]:
    """The decision that maximises the expected utility against a perfect opponent.

    MAX, MIN and chance nodes may follow each other in any order; each counts as one ply. `pruning`
    by "star1" or "star2" returns the same value with fewer nodes if the game declares its
    `utility_bounds` (see `adversario.algorithms.star`).

    A line whose probability falls below `unlikely` is evaluated there, not searched. The answer's
    `neglected` is the probability of such lines, and its `error` bounds their effect (see the
    module). Star1 and Star2 have no such cut-off.
    """
    name = "expectiminimax" if pruning == "none" else pruning
    run = Run(
        name, game, state, limit=limit, evaluate=evaluate, order=order, policy=policy,
        on_event=on_event, budget=budget, quiescence=quiescence, unlikely=unlikely,
    )  # fmt: skip
    if pruning != "none":
        refuse_unlikely(unlikely, name)
        return star_search(run, two_sides(game), probing=pruning == "star2")
    return decide(run, two_sides(game), run.rules.chances, quiescence, unlikely)


def refuse_unlikely(unlikely: Number, star: str = "") -> None:
    """Raise InputError if the cut-off is not a probability, or is given to Star1 or Star2."""
    if star and unlikely:
        raise InputError("search.unlikely_star", algorithm=star)
    if not 0 <= unlikely <= 1:
        raise InputError("search.unlikely", given=unlikely)


def decide(
    run: Run[S, A],
    sides: Sides,
    outcomes: Outcomes[S, A],
    quiescence: bool,
    unlikely: Number,
) -> Result[S, A]:
    """Search from the root (expectimax is this with other sides and outcomes)."""
    refuse_unlikely(unlikely)
    game, count, report, budget, depth = run.game, run.count, run.on_event, run.budget, run.depth
    rules, me, nodes, rare = run.rules, sides.me, sides.nodes, float(unlikely)
    hints = as_capability(game, Quiescent)

    def value(
        state: S, ply: int, via: A | None, probability: Number | None, reach: Number
    ) -> Found:
        """The expected utility of `me`, its principal variation, and the neglected part (q).

        `reach` is the probability that chance lets play reach this node, if all players try to.
        """
        count.nodes += 1
        if budget is not None:
            budget.spend()
        mover = rules.player(state)
        node = nodes[mover]
        if report is not None:
            report(Enter(ply, state, node, mover, via, probability, None, None))
        if game.is_terminal(state):
            return *run.leaf(state, ply, rules.utility(state, me), LeafKind.TERMINAL), 0
        start: Number | None = None
        is_rare = reach < 1 and float(reach) < rare  # a threshold is written as a float
        if ply >= depth or is_rare:
            estimate = run.evaluate(state, me)
            quiet = node is Node.CHANCE or not quiescence or hints.is_quiet(state)
            if ply >= depth and quiet:
                return *run.leaf(state, ply, estimate, LeafKind.EVALUATION), 0
            if is_rare:
                return *run.leaf(state, ply, estimate, LeafKind.UNLIKELY), 1
            count.evaluations += 1
            start = estimate
        if node is Node.CHANCE:
            return chance_value(state, ply, reach)
        todo = run.actions(state) if start is None else iter(hints.noisy_actions(state))
        return choice_value(state, ply, 1 if node is Node.MAX else -1, start, todo, reach)

    def choice_value(
        state: S, ply: int, sign: int, start: Number | None, todo: Iterator[A], reach: Number
    ) -> Found:
        """The best value of a successor: the greatest with sign 1, the least with sign -1."""
        v = -sign * INFINITY if start is None else start
        line: Line = None
        neglected: Number = 0
        for action in todo:
            child, reply, below = value(game.result(state, action), ply + 1, action, None, reach)
            neglected = max(neglected, below)
            note(state, ply, action, child)
            if sign * (child - v) > 0:
                v, line = child, (action, reply)
                if report is not None:
                    report(Update(ply, state, action, v, None, None))
        if line is None and start is None:
            raise run.no_actions(state)
        return *leave(state, ply, v, line), neglected

    def chance_value(state: S, ply: int, reach: Number) -> Found:
        """The mean of the values of the outcomes; outcomes of probability 0 are not searched."""
        parts, neglected = [], []
        for outcome, probability in outcomes(state):
            if probability:
                after, likely = game.result(state, outcome), reach * probability
                child, _, below = value(after, ply + 1, outcome, probability, likely)
                note(state, ply, outcome, child)
                parts.append(probability * child)
                neglected.append(probability * below)
        if not parts:
            raise run.no_actions(state)
        return *leave(state, ply, exact_sum(parts), None), exact_sum(neglected)

    def note(state: S, ply: int, action: A, child: Number) -> None:
        if not ply:
            run.score(action, child)
        if report is not None:
            report(Child(ply, state, action, child))

    def leave(state: S, ply: int, v: Number, line: Line) -> tuple[Number, Line]:
        if report is not None:
            report(Leave(ply, state, v, line and line[0], Bound.EXACT))
        return v, line

    def root() -> tuple[Number, Line]:
        v, line, run.neglected = value(run.state, 0, None, None, 1)
        return v, line

    return run.conclude(root)
