"""Alpha-beta: minimax without the branches that cannot change the decision.

After ALPHA-BETA-SEARCH in Russell and Norvig, "Artificial Intelligence: A Modern Approach"; the
contract of the fail-soft form is Fishburn's (1983), the analysis Knuth and Moore's (1975).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Literal

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import (
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
from adversario.algorithms.core.recall import permitted, recall_of, stuck_value
from adversario.algorithms.core.run import (
    Evaluation,
    Line,
    Ordering,
    Run,
    closed_window_bound,
    window_bound,
)
from adversario.algorithms.core.sides import Sides, two_sides
from adversario.base.numbers import INFINITY, Number
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Quiescent
from adversario.game import A, Game, S

Form = Literal["soft", "hard"]


def alphabeta(
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
    past: Sequence[S] = (),
) -> Result[S, A]:
    """The decision of minimax, with the same value and fewer nodes.

    `form="soft"` is the textbook form: a node returns the best value it has seen, even outside the
    window. `form="hard"` returns no value outside it. `strict` prunes only on v > beta and v <
    alpha, as some courses grade. None of these changes the value of the root. `memory`, if given,
    is filled with the best action found for each state, which a later search can use to order its
    actions. `past` are the states of the game so far, the oldest first, for a game with a rule of
    repetition (see `adversario.contract.repetition`).
    """
    run = Run(
        "alphabeta", game, state, limit=limit, evaluate=evaluate, order=order, policy=policy,
        on_event=on_event, budget=budget, form=form, strict=strict, quiescence=quiescence,
    )  # fmt: skip
    return decide(run, two_sides(game), form, strict, quiescence, memory, past)


def decide(
    run: Run[S, A],
    sides: Sides,
    form: Form,
    strict: bool,
    quiescence: bool,
    memory: MutableMapping[S, A] | None,
    past: Sequence[S] = (),
) -> Result[S, A]:
    """Search from the root with the full window (paranoid search is this with other sides)."""
    value = searcher(run, sides, form, strict, quiescence, memory, past)

    def exact(action: A) -> Number:
        alone = searcher(run.silent(), sides, form, strict, quiescence, None, past)
        after = run.game.result(run.state, action)
        return alone(after, -INFINITY, INFINITY, 1, action)[0]

    return run.conclude(lambda: value(run.state, -INFINITY, INFINITY, 0, None), exact)


def searcher(
    run: Run[S, A],
    sides: Sides,
    form: Form,
    strict: bool,
    quiescence: bool,
    memory: MutableMapping[S, A] | None,
    past: Sequence[S] = (),
) -> Callable[[S, Number, Number, int, A | None], tuple[Number, Line]]:
    """The function `value(s, alpha, beta, ply, via)`, which promises, for alpha < beta:

    the v that it returns is the minimax value of `s` if alpha < v < beta; if v <= alpha the
    value is at most v; if v >= beta the value is at least v. In strict search alpha may equal
    beta, and the soft form promises more: v is exact at the edges too.
    """  # noqa: D400, D415
    game, count, report, budget, depth = run.game, run.count, run.on_event, run.budget, run.depth
    me, nodes, hard = sides.me, sides.nodes, form == "hard"
    hints = as_capability(game, Quiescent)
    rules, result, player, is_terminal = run.rules, game.result, run.rules.player, game.is_terminal
    bound = closed_window_bound if strict and not hard else window_bound
    recall = recall_of(game, past, run.state)

    def value(
        state: S, alpha: Number, beta: Number, ply: int, via: A | None
    ) -> tuple[Number, Line]:
        assert alpha < beta or (strict and alpha == beta)
        count.nodes += 1
        if budget is not None:
            budget.spend()
        mover = player(state)
        node = nodes[mover]
        if report is not None:
            report(Enter(ply, state, node, mover, via, None, alpha, beta))
        if is_terminal(state):
            return run.leaf(state, ply, rules.utility(state, me), LeafKind.TERMINAL)
        if recall is not None and recall.is_draw(state, ply):
            return run.leaf(state, ply, recall.draw, LeafKind.REPETITION)
        expand = max_value if node is Node.MAX else min_value
        if ply < depth:
            return expand(
                state, alpha, beta, ply, None, permitted(recall, state, ply, run.actions(state))
            )
        estimate = run.evaluate(state, me)
        if not quiescence or hints.is_quiet(state):
            return run.leaf(state, ply, estimate, LeafKind.EVALUATION)
        count.evaluations += 1
        return expand(
            state, alpha, beta, ply, estimate,
            permitted(recall, state, ply, iter(hints.noisy_actions(state))),
        )  # fmt: skip

    def max_value(
        state: S, alpha: Number, beta: Number, ply: int, stand_pat: Number | None, todo: Iterator[A]
    ) -> tuple[Number, Line]:
        v: Number = -INFINITY
        line: Line = None
        least = alpha
        if stand_pat is not None:  # beyond the horizon a player may also do nothing
            v, alpha = stand_pat, max(alpha, stand_pat)
            if v >= beta:
                run.cut(state, ply, v, beta, Reason.STAND_PAT, todo)
                return leave(state, v, line, least, beta, ply)
        for action in todo:
            child, reply = value(result(state, action), alpha, beta, ply + 1, action)
            if not ply:
                run.score(action, child, bound(child, alpha, beta), clamped=hard)
            if report is not None:
                report(Child(ply, state, action, child))
            if child > v:
                v, line = child, (action, reply)
                done = v > beta or (v == beta and not strict)
                if v > alpha and not done:
                    alpha = v
                if report is not None:
                    report(Update(ply, state, action, v, alpha, beta))
                if done:
                    reason = Reason.BETA_STRICT if strict else Reason.BETA
                    run.cut(state, ply, v, beta, reason, todo)
                    break
        return leave(state, v, line, least, beta, ply)

    def min_value(
        state: S, alpha: Number, beta: Number, ply: int, stand_pat: Number | None, todo: Iterator[A]
    ) -> tuple[Number, Line]:
        v: Number = INFINITY
        line: Line = None
        most = beta
        if stand_pat is not None:
            v, beta = stand_pat, min(beta, stand_pat)
            if v <= alpha:
                run.cut(state, ply, v, alpha, Reason.STAND_PAT, todo)
                return leave(state, v, line, alpha, most, ply)
        for action in todo:
            child, reply = value(result(state, action), alpha, beta, ply + 1, action)
            if not ply:
                run.score(action, child, bound(child, alpha, beta), clamped=hard)
            if report is not None:
                report(Child(ply, state, action, child))
            if child < v:
                v, line = child, (action, reply)
                done = v < alpha or (v == alpha and not strict)
                if v < beta and not done:
                    beta = v
                if report is not None:
                    report(Update(ply, state, action, v, alpha, beta))
                if done:
                    reason = Reason.ALPHA_STRICT if strict else Reason.ALPHA
                    run.cut(state, ply, v, alpha, reason, todo)
                    break
        return leave(state, v, line, alpha, most, ply)

    def leave(
        state: S, v: Number, line: Line, alpha: Number, beta: Number, ply: int
    ) -> tuple[Number, Line]:
        if line is None and ply < depth:
            v = stuck_value(run, recall, state)
        if hard:
            v = max(alpha, min(v, beta))
        if memory is not None and line is not None:
            memory[state] = line[0]
        if report is not None:
            report(Leave(ply, state, v, line and line[0], bound(v, alpha, beta)))
        return v, line

    return value
