"""Expectimax: one player maximises; all other players are chance nodes.

It fits games against chance, and any game whose other players are not adversaries but move at
random, uniformly or by a known model.
"""

from __future__ import annotations

from collections.abc import Iterable

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import Node, Observer
from adversario.algorithms.core.limit import Budget, Limit
from adversario.algorithms.core.run import Evaluation, Ordering, Run
from adversario.algorithms.core.sides import Sides
from adversario.algorithms.expectiminimax import decide
from adversario.base.distribution import Distribution
from adversario.base.numbers import Number
from adversario.game import CHANCE, A, Game, S, mover_of
from adversario.views.beliefs import Model


def expectimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    evaluate: Evaluation[S] | None = None,
    order: Ordering[S, A] | None = None,
    model: Model[S, A] | None = None,
    unlikely: Number = 0,
    quiescence: bool = True,
    policy: bool = False,
    on_event: Observer | None = None,
    budget: Budget | None = None,
) -> Result[S, A]:
    """The decision of greatest expected utility for the player to move (player 0 at chance nodes).

    Chance moves by the game's `chances`; the other players by `model`, or, without one, uniformly
    at random. For `unlikely` see expectiminimax.
    """
    run = Run(
        "expectimax", game, state, limit=limit, evaluate=evaluate, order=order, policy=policy,
        on_event=on_event, budget=budget, model=model, quiescence=quiescence,
        unlikely=unlikely,
    )  # fmt: skip
    rules, mover = run.rules, mover_of(game, run.state)
    me = 0 if mover == CHANCE else mover
    kinds = (Node.MAX if game.same_side(p, me) else Node.CHANCE for p in range(game.players))

    def outcomes(state: S) -> Iterable[tuple[A, Number]]:
        if rules.player(state) == CHANCE:
            return rules.chances(state)
        if model is not None:
            return model(state).items()
        actions = tuple(rules.actions(state))
        if not actions:
            raise run.no_actions(state)
        return Distribution.uniform(actions).items()

    return decide(run, Sides(me, (*kinds, Node.CHANCE)), outcomes, quiescence, unlikely)
