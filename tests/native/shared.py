"""A kernel for the tests: work that goes on until another thread says stop."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.memory import borrowed, fresh, prefetch


def wait(flag: Any) -> int:
    """Count until the flag is set."""
    rounds = 0
    while fresh(flag, 0) == 0:
        rounds += 1
    return rounds


def fetched(table: Any, index: int) -> int:
    """An item that was asked for before."""
    prefetch(table, index)
    return table[index] + self.players  # type: ignore[no-any-return]


def visits(state: Any, depth: int, counts: Any) -> int:
    """How many states there are at each ply, written into an array; return their number."""
    return visit(state, depth, borrowed(counts))


def visit(state: Any, depth: int, counts: Any) -> int:
    """The same for an array that is borrowed."""
    counts[depth] += 1
    if depth == 0:
        return 1
    total = 1
    for action in self.actions(state):
        total += visit(self.result(state, action), depth - 1, counts)
    return total
