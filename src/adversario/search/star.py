"""Star1 and Star2: alpha-beta's cut-offs carried through chance nodes (Ballard, 1983).

With every utility known to lie in [low, high], what the outcomes of a chance node still unsearched
can add to its mean is bounded, so each child can be searched with a window, and the node is left
as soon as no rest can bring its mean back inside its own. Star2 first probes: one action of a
child that is a MAX node bounds the child's value from below, of a MIN node from above. What a
probe has found is kept and the child taken up where it was left, so that no node is visited twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from adversario.distribution import exact_quotient, exact_sum
from adversario.errors import InputError
from adversario.game import A, S
from adversario.search.events import (
    Bound,
    Child,
    Cut,
    Enter,
    LeafKind,
    Leave,
    Node,
    Reason,
    Update,
)
from adversario.search.result import Result
from adversario.search.run import Line, Run, window_bound
from adversario.search.sides import Sides
from adversario.values import INFINITY, Number


@dataclass(slots=True)
class Outcome:
    """An outcome of a chance node, and what is known of its value so far."""

    action: Any
    probability: Number
    low: Number
    high: Number
    seen: bool = False
    probe: Probe | None = None


class Probe(NamedTuple):
    """The first action of a probed child: its value, the line after it, the actions left."""

    action: Any
    value: Number
    line: Line
    rest: Iterator[Any]


def star_search(run: Run[S, A], sides: Sides, *, probing: bool) -> Result[S, A]:
    """The decision of expectiminimax, with Star1 (or, probing, Star2) cut-offs."""
    value = searcher(run, sides, probing)

    def exact(action: A) -> Number:
        alone = searcher(run.silent(), sides, probing)
        after = run.game.result(run.state, action)
        return alone(after, -INFINITY, INFINITY, 1, action, None)[0]

    return run.conclude(lambda: value(run.state, -INFINITY, INFINITY, 0, None, None), exact)


def searcher(  # noqa: PLR0915 (one closure, so that the recursion reads as the pseudocode)
    run: Run[S, A], sides: Sides, probing: bool
) -> Callable[[S, Number, Number, int, A | None, Number | None], tuple[Number, Line]]:
    """The function `value(s, alpha, beta, ply, via, probability)`, which promises, alpha < beta:

    the v that it returns is the expectiminimax value of `s` if alpha < v < beta; if v <= alpha
    the value is at most v; if v >= beta the value is at least v.
    """  # noqa: D400, D415
    if run.game.utility_bounds is None:
        raise InputError("search.unbounded", algorithm=run.algorithm, game=run.game.name)
    low, high = run.game.utility_bounds
    game, count, report, depth = run.game, run.count, run.observe, run.depth
    me, nodes = sides.me, sides.nodes

    def value(
        state: S, alpha: Number, beta: Number, ply: int, via: A | None, chance: Number | None
    ) -> tuple[Number, Line]:
        node = enter(state, alpha, beta, ply, via, chance)
        if game.is_terminal(state):
            return run.leaf(state, ply, game.utility(state, me), LeafKind.TERMINAL)
        if ply >= depth:
            return run.leaf(state, ply, run.evaluate(state, me), LeafKind.EVALUATION)
        if node is Node.CHANCE:
            return chance_value(state, alpha, beta, ply)
        return choice_value(state, alpha, beta, ply, node, None)

    def choice_value(
        state: S, alpha: Number, beta: Number, ply: int, node: Node, probe: Probe | None
    ) -> tuple[Number, Line]:
        """Alpha-beta at a MAX or a MIN node, one of whose actions may have been probed."""
        is_max = node is Node.MAX
        v: Number = -INFINITY if is_max else INFINITY
        line, least, most = None, alpha, beta
        todo = run.actions(state) if probe is None else chain((probe.action,), probe.rest)
        for action in todo:
            if probe is not None and action == probe.action:
                # The window has only narrowed since, so what it promised then it promises now.
                child, reply = probe.value, probe.line
            else:
                after = game.result(state, action)
                child, reply = value(after, alpha, beta, ply + 1, action, None)
            note(state, ply, action, child, alpha, beta)
            if child <= v if is_max else child >= v:
                continue
            v, line = child, (action, reply)
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
            if report is not None:
                report(Update(ply, state, action, v, alpha, beta))
            if v >= most if is_max else v <= least:
                limit, reason = (most, Reason.BETA) if is_max else (least, Reason.ALPHA)
                run.cut(state, ply, v, limit, reason, todo)
                break
        if line is None:
            raise run.no_actions(state)
        return leave(state, ply, v, line, least, most)

    def chance_value(state: S, alpha: Number, beta: Number, ply: int) -> tuple[Number, Line]:
        """The mean of the outcomes, left early once it must fall outside the window."""
        outcomes = [Outcome(a, p, low, high) for a, p in game.chances(state) if p]
        if not outcomes:
            raise run.no_actions(state)
        if probing:
            for outcome in outcomes:
                probe(state, alpha, beta, ply, outcome, outcomes)
                least, most = mean(outcomes, "low"), mean(outcomes, "high")
                if least < most and (least >= beta or most <= alpha):
                    return cut(state, ply, outcomes, alpha, beta)
        for outcome in outcomes:
            if outcome.low < outcome.high:
                search(state, alpha, beta, ply, outcome, outcomes)
            if outcome.low < outcome.high:  # outside its window: so is the mean
                return cut(state, ply, outcomes, alpha, beta)
        return leave(state, ply, mean(outcomes, "low"), None, alpha, beta)

    def search(
        state: S, alpha: Number, beta: Number, ply: int, outcome: Outcome, among: list[Outcome]
    ) -> None:
        """Star1: search one outcome with the window in which it matters, and note its value."""
        a, b = window(outcome, among, alpha, beta)
        after = game.result(state, outcome.action)
        if outcome.probe is None:
            v, _ = value(after, a, b, ply + 1, outcome.action, outcome.probability)
        else:
            node = entering(after, a, b, ply + 1, outcome.action, outcome.probability)
            v, _ = choice_value(after, a, b, ply + 1, node, outcome.probe)
        outcome.seen = True
        note(state, ply, outcome.action, v, a, b)
        # At the very edge of the range "at most" and "at least" are exact.
        at_least, at_most = v > a or a == outcome.low, v < b or b == outcome.high
        if at_least:
            outcome.low = max(outcome.low, v)
        if at_most:
            outcome.high = min(outcome.high, v)

    def probe(
        state: S, alpha: Number, beta: Number, ply: int, outcome: Outcome, among: list[Outcome]
    ) -> None:
        """Star2: the first action of a child bounds the child's value from one side."""
        after = game.result(state, outcome.action)
        if game.is_terminal(after) or ply + 1 >= depth:
            search(state, alpha, beta, ply, outcome, among)
            return
        if nodes[game.player(after)] is Node.CHANCE:
            return
        a, b = window(outcome, among, alpha, beta)
        is_max = enter(after, a, b, ply + 1, outcome.action, outcome.probability) is Node.MAX
        todo = run.actions(after)
        first = next(todo, None)
        if first is None:
            raise run.no_actions(after)
        v, reply = value(game.result(after, first), a, b, ply + 2, first, None)
        outcome.seen, outcome.probe = True, Probe(first, v, reply, todo)
        note(after, ply + 1, first, v, a, b)
        if is_max and v > a:
            outcome.low = max(outcome.low, v)
        if not is_max and v < b:
            outcome.high = min(outcome.high, v)
        if report is not None:
            rest = tuple(todo)
            outcome.probe = Probe(first, v, reply, iter(rest))
            report(Cut(ply + 1, after, v, v, Reason.PROBE, rest))
            report(Leave(ply + 1, after, v, first, Bound.LOWER if is_max else Bound.UPPER))

    def enter(
        state: S, alpha: Number, beta: Number, ply: int, via: A | None, chance: Number | None
    ) -> Node:
        count.nodes += 1
        if run.budget is not None:
            run.budget.spend()
        return entering(state, alpha, beta, ply, via, chance)

    def entering(
        state: S, alpha: Number, beta: Number, ply: int, via: A | None, chance: Number | None
    ) -> Node:
        node = nodes[game.player(state)]
        if report is not None:
            report(Enter(ply, state, node, game.player(state), via, chance, alpha, beta))
        return node

    def note(state: S, ply: int, action: A, child: Number, alpha: Number, beta: Number) -> None:
        if not ply:
            run.score(action, child, window_bound(child, alpha, beta))
        if report is not None:
            report(Child(ply, state, action, child))

    def cut(
        state: S, ply: int, outcomes: Sequence[Outcome], alpha: Number, beta: Number
    ) -> tuple[Number, Line]:
        least, most = mean(outcomes, "low"), mean(outcomes, "high")
        # Rounding may leave a mean of floats a hair inside the window that it has left.
        if beta - least <= most - alpha:
            v, limit, reason = max(least, beta), beta, Reason.CHANCE_BETA
        else:
            v, limit, reason = min(most, alpha), alpha, Reason.CHANCE_ALPHA
        run.cut(state, ply, v, limit, reason, (o.action for o in outcomes if not o.seen))
        return leave(state, ply, v, None, alpha, beta)

    def leave(
        state: S, ply: int, v: Number, line: Line, alpha: Number, beta: Number
    ) -> tuple[Number, Line]:
        if report is not None:
            report(Leave(ply, state, v, line and line[0], window_bound(v, alpha, beta)))
        return v, line

    return value


def mean(outcomes: Sequence[Outcome], end: str) -> Number:
    """The least ("low") or greatest ("high") mean that the outcomes can still have."""
    return exact_sum(outcome.probability * getattr(outcome, end) for outcome in outcomes)


def window(
    outcome: Outcome, among: Sequence[Outcome], alpha: Number, beta: Number
) -> tuple[Number, Number]:
    """The values of one outcome with which the mean of all could still lie in (alpha, beta)."""
    others = [other for other in among if other is not outcome]
    a = exact_quotient(alpha - mean(others, "high"), outcome.probability)
    b = exact_quotient(beta - mean(others, "low"), outcome.probability)
    return max(a, outcome.low), min(b, outcome.high)
