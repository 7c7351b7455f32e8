"""Paranoid search: one player against a coalition of all the others (Sturtevant and Korf, 2000)."""

from __future__ import annotations

from collections.abc import MutableMapping

from adversario.algorithms.alphabeta import Form, decide
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import Observer
from adversario.algorithms.core.limit import Budget, Limit
from adversario.algorithms.core.run import Evaluation, Ordering, Run
from adversario.algorithms.core.sides import one_against_all
from adversario.game import A, Game, S, mover_of


def paranoid(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    evaluate: Evaluation[S] | None = None,
    order: Ordering[S, A] | None = None,
    form: Form = "soft",
    strict: bool = False,
    quiescence: bool = True,
    policy: bool = False,
    on_event: Observer | None = None,
    budget: Budget | None = None,
    memory: MutableMapping[S, A] | None = None,
) -> Result[S, A]:
    """The decision that secures the most for the player to move against a coalition of all others.

    The value is that player's own utility. Team-mates, if the game has teams, maximise it too. The
    game then has two sides, and alpha-beta searches it.
    """
    run = Run(
        "paranoid", game, state, limit=limit, evaluate=evaluate, order=order, policy=policy,
        on_event=on_event, budget=budget, form=form, strict=strict, quiescence=quiescence,
    )  # fmt: skip
    sides = one_against_all(game, mover_of(game, run.state))
    return decide(run, sides, form, strict, quiescence, memory)
