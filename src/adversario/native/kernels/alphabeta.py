"""Plain alpha-beta: the twin of `adversario.search.alphabeta`, node for node."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.context import (
    CUTOFFS,
    DEEPEST,
    EVALUATIONS,
    LEAVES,
    NODE_LIMIT,
    NODES,
    STOP,
)
from adversario.native.kernels.memory import set_word, word

INFINITY = float("inf")


def value(
    state: Any, alpha: float, beta: float, depth: int, ply: int, quiesce: bool, context: int
) -> float:
    """The value of the state to whoever moves there, fail-soft, for alpha < beta.

    If that is v: alpha < v < beta promises that the value is v, v <= alpha that it is at most v,
    v >= beta that it is at least v. Once the stop flag is set it promises nothing.
    """
    nodes = word(context, NODES) + 1
    set_word(context, NODES, nodes)
    mover = self.player(state)
    if self.is_terminal(state):
        set_word(context, LEAVES, word(context, LEAVES) + 1)
        if ply > word(context, DEEPEST):
            set_word(context, DEEPEST, ply)
        return float(self.utility(state, mover))
    best = -INFINITY
    if depth <= 0:
        set_word(context, EVALUATIONS, word(context, EVALUATIONS) + 1)
        best = float(self.evaluate(state, mover))
        if not quiesce or self.is_quiet(state):
            set_word(context, LEAVES, word(context, LEAVES) + 1)
            if ply > word(context, DEEPEST):
                set_word(context, DEEPEST, ply)
            return best
        if best >= beta:
            set_word(context, CUTOFFS, word(context, CUTOFFS) + 1)
            return best
        alpha = max(alpha, best)
        for action in self.noisy_actions(state):
            after = self.result(state, action)
            if self.player(after) == mover:
                child = value(after, alpha, beta, depth - 1, ply + 1, quiesce, context)
            else:
                child = -value(after, -beta, -alpha, depth - 1, ply + 1, quiesce, context)
            if child > best:
                best = child
                if best >= beta:
                    set_word(context, CUTOFFS, word(context, CUTOFFS) + 1)
                    return best
                alpha = max(alpha, best)
        return best
    if word(word(context, STOP), 0) != 0:
        return 0.0
    if nodes > word(context, NODE_LIMIT):
        set_word(word(context, STOP), 0, 1)
        return 0.0
    for action in self.actions(state):
        after = self.result(state, action)
        if self.player(after) == mover:
            child = value(after, alpha, beta, depth - 1, ply + 1, quiesce, context)
        else:
            child = -value(after, -beta, -alpha, depth - 1, ply + 1, quiesce, context)
        if child > best:
            best = child
            if best >= beta:
                set_word(context, CUTOFFS, word(context, CUTOFFS) + 1)
                return best
            alpha = max(alpha, best)
    return best
