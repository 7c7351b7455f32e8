"""Bounds on the error of values, given the largest change in the last sweep.

With a discount, the error is at most discount / (1 - discount) times the change (Bellman's operator
is a contraction). Without one the bound depends on the problem:

- If every policy ends, the error is at most the change times the greatest expected number of
  steps of any policy. These are the values of the same problem with a reward of 1 per step, of
  which an upper bound is enough.
- If every step costs at least c, and the change r is less: let D be the greatest value of a
  terminal state minus the least value. A policy that is greedy for the values, and an optimal one,
  both end after at most D / (c - r) steps, each of which adds r to the error.
- In all other cases no bound is known here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adversario.base.errors import InputError
from adversario.solve.mdp.ends import MdpGraph
from adversario.solve.mdp.engine import Sweeper
from adversario.solve.mdp.model import Mdp

MAX_CHANGE = 0.5


@dataclass(frozen=True, slots=True)
class EndingBounds:
    """Bounds for an undiscounted problem.

    `steps` bounds the expected steps of any policy; `cost` is the least cost of a step, and
    `best_end` the greatest value of a terminal state. None: no such bound is known.
    """

    steps: float | None = None
    cost: float | None = None
    best_end: float = 0.0

    def error(self, change: float, least: float) -> float | None:
        """The error bound after a sweep with that largest change; `least` is the least value."""
        if self.steps is not None:
            return change * self.steps
        if self.cost is not None and change < self.cost:
            return change * max(0.0, self.best_end - least) / (self.cost - change)
        return None


def discount_bound(discount: float) -> Callable[[float, float], float | None]:
    """The error bound for a discounted problem."""
    return lambda change, _: change * discount / (1 - discount)


def proper_policy(mdp: Mdp, graph: MdpGraph) -> Any:
    """Choices that end with probability 1 from every state.

    Raises InputError with the name of a state from which no end can be reached.
    """
    towards = graph.choices_towards_ends()
    if (towards < 0).any():
        state = int((towards < 0).argmax())
        raise InputError("mdp.endless", state=mdp.names.state(state))
    return towards


def refuse_free_cycles(mdp: Mdp, graph: MdpGraph) -> bool:
    """Return whether play can go on for ever; raises InputError if it can do so at no cost.

    In that case the values would depend on the value of endless play, which is not defined.
    """
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    free = graph.endless_choices(mdp.rewards >= 0)
    if free.any():
        choice = int(free.argmax())
        state = int(mdp.owners[choice])
        name = mdp.names.choice(state, choice - int(mdp.choices[state]))
        raise InputError("mdp.free", state=mdp.names.state(state), action=name)
    return bool(graph.endless_choices(np.ones(len(mdp.rewards), bool)).any())


def termination_bounds(
    sweeper: Sweeper, endless: bool, stopped: Callable[[], bool]
) -> EndingBounds:
    """The bounds of an undiscounted problem that passed the checks above."""
    mdp = sweeper.mdp
    if not len(mdp.rewards):
        return EndingBounds(steps=1.0)
    ends = mdp.terminal_values[mdp.choices[:-1] == mdp.choices[1:]]
    if (cost := -float(mdp.rewards.max())) > 0:
        return EndingBounds(cost=cost, best_end=float(ends.max()))
    return (
        EndingBounds()
        if endless
        else EndingBounds(steps=max_expected_steps(sweeper.step_counter(), stopped))
    )


def max_expected_steps(sweeper: Sweeper, stopped: Callable[[], bool]) -> float | None:
    """A bound on the expected steps of any policy if all policies end; None if stopped.

    If a further sweep would add at most half a step, twice the number of steps is a bound.
    """
    import numpy as np  # noqa: PLC0415

    old, new = np.zeros(len(sweeper.mdp)), np.zeros(len(sweeper.mdp))
    change = math.inf
    while change > MAX_CHANGE:
        if stopped():
            return None
        change = sweeper.values(old, new).change
        old, new = new, old
    return float(old.max()) / (1 - change)
