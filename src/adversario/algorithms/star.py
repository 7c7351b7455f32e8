"""Star1 and Star2: alpha-beta's cut-offs at chance nodes (Ballard, 1983).

If every utility lies in [low, high], the contribution of the unsearched outcomes of a chance node
to its mean is bounded. So each child can be searched with a window, and the node is left as soon as
its mean must lie outside its own window. Star2 probes first: one action of a child bounds the value
of a MAX node from below, of a MIN node from above. The result of a probe is kept and the search of
the child resumed after it, so that no node is visited twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, NamedTuple

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import (
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
from adversario.algorithms.core.run import Line, Run, window_bound
from adversario.algorithms.core.sides import Sides
from adversario.base.distribution import exact_quotient, exact_sum
from adversario.base.errors import InputError
from adversario.base.numbers import INFINITY, Number
from adversario.game import A, S, mover_of


@dataclass(slots=True)
class ChanceOutcome:
    """An outcome of a chance node, and the bounds on its value so far."""

    action: Any
    probability: Number
    low: Number
    high: Number
    seen: bool = False
    probe: ChildProbe | None = None


class ChildProbe(NamedTuple):
    """The first action of a probed child: its value, the line after it, the actions left."""

    action: Any
    value: Number
    line: Line
    rest: tuple[Any, ...]


def star_search(run: Run[S, A], sides: Sides, *, probing: bool) -> Result[S, A]:
    """The decision of expectiminimax, with Star1 (or, probing, Star2) cut-offs."""
    star = _Star(run, sides, probing)

    def exact(action: A) -> Number:
        alone = _Star(run.silent(), sides, probing)
        after = run.game.result(run.state, action)
        return alone.value(after, -INFINITY, INFINITY, 1, action, None)[0]

    return run.conclude(lambda: star.value(run.state, -INFINITY, INFINITY, 0, None, None), exact)


class _Star(Generic[S, A]):
    """One search. `value(s, alpha, beta, ...)` promises, for alpha < beta:

    the v that it returns is the expectiminimax value of `s` if alpha < v < beta; if v <= alpha
    the value is at most v; if v >= beta the value is at least v. In a game whose utilities are all
    the same, alpha and beta may be that utility.
    """  # noqa: D400, D415

    def __init__(self, run: Run[S, A], sides: Sides, probing: bool) -> None:
        if run.game.utility_bounds is None:
            raise InputError("search.unbounded", algorithm=run.algorithm, game=run.game.name)
        self.run, self.game, self.report = run, run.game, run.on_event
        self.me, self.nodes, self.probing = sides.me, sides.nodes, probing
        self.low, self.high = run.game.utility_bounds
        self.clamped = False  # whether a value since the last action of the root rests on a bound

    def value(
        self,
        state: S,
        alpha: Number,
        beta: Number,
        ply: int,
        via: A | None,
        probability: Number | None,
    ) -> tuple[Number, Line]:
        assert alpha < beta or alpha == beta == self.low == self.high
        run = self.run
        node = self.enter(state, alpha, beta, ply, via, probability)
        if self.game.is_terminal(state):
            return run.leaf(state, ply, self.game.utility(state, self.me), LeafKind.TERMINAL)
        if ply >= run.depth:
            return run.leaf(state, ply, run.evaluate(state, self.me), LeafKind.EVALUATION)
        if node is Node.CHANCE:
            return self.chance_value(state, alpha, beta, ply)
        return self.choice_value(state, alpha, beta, ply, node, None)

    def choice_value(
        self, state: S, alpha: Number, beta: Number, ply: int, node: Node, probe: ChildProbe | None
    ) -> tuple[Number, Line]:
        """Alpha-beta at a MAX or a MIN node, one of whose actions may have been probed."""
        is_max = node is Node.MAX
        v: Number = -INFINITY if is_max else INFINITY
        line, least, most = None, alpha, beta
        todo = self.run.actions(state) if probe is None else chain((probe.action,), probe.rest)
        for action in todo:
            if probe is not None and action == probe.action:
                # The window has only narrowed since, so the probe's contract still holds.
                child, reply = probe.value, probe.line
            else:
                after = self.game.result(state, action)
                child, reply = self.value(after, alpha, beta, ply + 1, action, None)
            self.note(state, ply, action, child, alpha, beta)
            if child <= v if is_max else child >= v:
                continue
            v, line = child, (action, reply)
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
            if self.report is not None:
                self.report(Update(ply, state, action, v, alpha, beta))
            if v >= most if is_max else v <= least:
                limit, reason = (most, Reason.BETA) if is_max else (least, Reason.ALPHA)
                self.run.cut(state, ply, v, limit, reason, todo)
                break
        if line is None:
            raise self.run.no_actions(state)
        return self.leave(state, ply, v, line, least, most)

    def chance_value(self, state: S, alpha: Number, beta: Number, ply: int) -> tuple[Number, Line]:
        """The mean of the outcomes; the node is left once the mean must lie outside the window."""
        outcomes = [
            ChanceOutcome(a, p, self.low, self.high) for a, p in self.game.chances(state) if p
        ]
        if not outcomes:
            raise self.run.no_actions(state)
        if is_outside(outcomes, alpha, beta):
            return self.cut(state, ply, outcomes, alpha, beta)
        if self.probing:
            for outcome in outcomes:
                self.probe(state, alpha, beta, ply, outcome, outcomes)
                if is_outside(outcomes, alpha, beta):
                    return self.cut(state, ply, outcomes, alpha, beta)
        for outcome in outcomes:
            if outcome.low < outcome.high or not outcome.seen:
                self.search(state, alpha, beta, ply, outcome, outcomes)
            # An outcome that is still open lies outside its window, and so does the mean.
            if outcome.low < outcome.high or is_outside(outcomes, alpha, beta):
                return self.cut(state, ply, outcomes, alpha, beta)
        return self.leave(state, ply, mean(outcomes, "low"), None, alpha, beta)

    def search(
        self,
        state: S,
        alpha: Number,
        beta: Number,
        ply: int,
        outcome: ChanceOutcome,
        among: Sequence[ChanceOutcome],
    ) -> None:
        """Star1: search one outcome with the window in which it matters, and record its value."""
        a, b = window(outcome, among, alpha, beta)
        action, probability = outcome.action, outcome.probability
        after = self.game.result(state, action)
        if outcome.probe is None:
            v, _ = self.value(after, a, b, ply + 1, action, probability)
        else:
            node = self.announce(after, a, b, ply + 1, action, probability)
            v, _ = self.choice_value(after, a, b, ply + 1, node, outcome.probe)
        outcome.seen = True
        self.note(state, ply, action, v, a, b)
        # At the very edge of the range "at most" and "at least" are exact.
        at_least, at_most = v > a or a == outcome.low, v < b or b == outcome.high
        if at_least:
            outcome.low = max(outcome.low, v)
        if at_most:
            outcome.high = min(outcome.high, v)

    def probe(
        self,
        state: S,
        alpha: Number,
        beta: Number,
        ply: int,
        outcome: ChanceOutcome,
        among: Sequence[ChanceOutcome],
    ) -> None:
        """Star2: the first action of a child bounds the child's value from one side."""
        after = self.game.result(state, outcome.action)
        if self.game.is_terminal(after) or ply + 1 >= self.run.depth:
            self.search(state, alpha, beta, ply, outcome, among)
            return
        if self.nodes[self.game.player(after)] is Node.CHANCE:
            return
        a, b = window(outcome, among, alpha, beta)
        node = self.enter(after, a, b, ply + 1, outcome.action, outcome.probability)
        first, rest = self.first_and_rest(after)
        v, line = self.value(self.game.result(after, first), a, b, ply + 2, first, None)
        self.note(after, ply + 1, first, v, a, b)
        outcome.seen, outcome.probe = True, ChildProbe(first, v, line, rest)
        if node is Node.MAX and v > a:
            outcome.low = max(outcome.low, v)
        if node is Node.MIN and v < b:
            outcome.high = min(outcome.high, v)
        if self.report is not None:
            # A value outside the window bounds the action from the wrong side, and not the node.
            is_max = node is Node.MAX
            known = (outcome.low, Bound.LOWER) if is_max else (outcome.high, Bound.UPPER)
            self.report(Cut(ply + 1, after, v, v, Reason.PROBE, rest))
            self.report(Leave(ply + 1, after, known[0], first, known[1]))

    def first_and_rest(self, state: S) -> tuple[A, tuple[A, ...]]:
        actions = tuple(self.run.actions(state))
        if not actions:
            raise self.run.no_actions(state)
        return actions[0], actions[1:]

    def cut(
        self, state: S, ply: int, outcomes: Sequence[ChanceOutcome], alpha: Number, beta: Number
    ) -> tuple[Number, Line]:
        """Leave a chance node whose mean lies outside the window; returns a value on that side."""
        least, most = mean(outcomes, "low"), mean(outcomes, "high")
        # Rounding may leave a mean of floats a hair inside the window that it has left.
        if beta - least <= most - alpha:
            v, limit, reason = max(least, beta), beta, Reason.CHANCE_BETA
        else:
            v, limit, reason = min(most, alpha), alpha, Reason.CHANCE_ALPHA
        self.clamped = True
        unseen = (outcome.action for outcome in outcomes if not outcome.seen)
        self.run.cut(state, ply, v, limit, reason, unseen)
        return self.leave(state, ply, v, None, alpha, beta)

    def enter(
        self,
        state: S,
        alpha: Number,
        beta: Number,
        ply: int,
        via: A | None,
        probability: Number | None,
    ) -> Node:
        """Count a node that is visited for the first time, and report it."""
        self.run.count.nodes += 1
        if self.run.budget is not None:
            self.run.budget.spend()
        return self.announce(state, alpha, beta, ply, via, probability)

    def announce(
        self,
        state: S,
        alpha: Number,
        beta: Number,
        ply: int,
        via: A | None,
        probability: Number | None,
    ) -> Node:
        """Report that a node is entered, or resumed after a probe."""
        player = mover_of(self.game, state)
        node = self.nodes[player]
        if self.report is not None:
            self.report(Enter(ply, state, node, player, via, probability, alpha, beta))
        return node

    def note(
        self, state: S, ply: int, action: A, child: Number, alpha: Number, beta: Number
    ) -> None:
        if not ply:
            bound = window_bound(child, alpha, beta)
            self.run.score(action, child, bound, clamped=self.clamped)
            self.clamped = False
        if self.report is not None:
            self.report(Child(ply, state, action, child))

    def leave(
        self, state: S, ply: int, v: Number, line: Line, alpha: Number, beta: Number
    ) -> tuple[Number, Line]:
        if self.report is not None:
            self.report(Leave(ply, state, v, line and line[0], window_bound(v, alpha, beta)))
        return v, line


def mean(outcomes: Sequence[ChanceOutcome], end: str) -> Number:
    """The least ("low") or greatest ("high") mean that the outcomes can still have."""
    return exact_sum(outcome.probability * getattr(outcome, end) for outcome in outcomes)


def is_outside(outcomes: Sequence[ChanceOutcome], alpha: Number, beta: Number) -> bool:
    """Whether the mean lies outside the window, though some outcome is still open."""
    least, most = mean(outcomes, "low"), mean(outcomes, "high")
    return least < most and (least >= beta or most <= alpha)


def window(
    outcome: ChanceOutcome, among: Sequence[ChanceOutcome], alpha: Number, beta: Number
) -> tuple[Number, Number]:
    """The interval of values of one outcome for which the mean of all can lie in (alpha, beta).

    It is not empty unless the mean `is_outside`; if rounding empties it, it is the whole range.
    """
    others = [other for other in among if other is not outcome]
    a = exact_quotient(alpha - mean(others, "high"), outcome.probability)
    b = exact_quotient(beta - mean(others, "low"), outcome.probability)
    a, b = max(a, outcome.low), min(b, outcome.high)
    return (a, b) if a < b else (outcome.low, outcome.high)
