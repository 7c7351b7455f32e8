"""Limits of a search."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from adversario.base.errors import InputError
from adversario.base.numbers import INFINITY
from adversario.base.stop import Stop

UNLIMITED = 1 << 62
"""More nodes or simulations than any search visits: means no limit in compiled code."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits of a search: plies of depth, seconds of time, nodes visited. None means no limit."""

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, least in (("depth", 1), ("nodes", 1), ("time", 0)):
            given = getattr(self, name)
            if given is not None and not given >= least:
                raise InputError("limit.too_small", limit=name, given=given, least=least)

    @property
    def is_of_depth_only(self) -> bool:
        """Whether neither time nor nodes are limited."""
        return self.time is None and self.nodes is None


class OutOfBudgetError(Exception):
    """The time or the nodes are used up. Caught by iterative deepening; users never see it."""


@dataclass(slots=True)
class Counters:
    """The counters of a search."""

    nodes: int = 0
    leaves: int = 0
    evaluations: int = 0
    cutoffs: int = 0
    pruned: int = 0
    deepest: int = 0


class Budget:
    """The time and the nodes that several searches may spend together, and their counters."""

    def __init__(self, limit: Limit, stop: Stop | None = None) -> None:
        self.count = Counters()
        self.enforced, self.stop = True, stop
        self.nodes = INFINITY if limit.nodes is None else limit.nodes
        self.started = perf_counter()
        self.deadline = INFINITY if limit.time is None else self.started + limit.time

    def spend(self) -> None:
        """Call this when the next node is counted; raises OutOfBudgetError if it is one too many.

        Also raises it if the `stop` token is set.
        """
        if not self.enforced:
            return
        over = self.count.nodes > self.nodes or perf_counter() >= self.deadline
        if over or (self.stop is not None and self.stop.is_set()):
            self.count.nodes -= 1
            raise OutOfBudgetError
