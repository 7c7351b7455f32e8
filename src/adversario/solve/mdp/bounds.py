"""How far values can be from the true ones, given how much the last sweep changed them.

With a discount, no farther than discount / (1 - discount) times the change (Bellman's operator is
a contraction). Without one the change alone says nothing, and it depends on the problem:

- If no policy goes on for ever, the error is at most the change times the greatest number of steps
  that any policy can be expected to take. Those are the values of the same problem with a reward
  of 1 a step, of which a bound will do.
- If every step costs at least c, and the change r is less: let D be the greatest worth of an end
  less the least value. A policy that is greedy for the values, and an optimal one, both end after
  D / (c - r) steps at most, each of which adds r to the error.
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

HALF = 0.5


@dataclass(frozen=True, slots=True)
class EndingBounds:
    """What is known about how an undiscounted problem ends.

    `steps` bounds the expected steps of any policy; `cost` is what every step costs at least, and
    `best_end` the greatest worth of a terminal state. None: no such bound is known.
    """

    steps: float | None = None
    cost: float | None = None
    best_end: float = 0.0

    def error(self, change: float, least: float) -> float | None:
        """The bound for values that the last sweep changed by `change`, the least at `least`."""
        if self.steps is not None:
            return change * self.steps
        if self.cost is not None and change < self.cost:
            return change * max(0.0, self.best_end - least) / (self.cost - change)
        return None


def discount_bound(discount: float) -> Callable[[float, float], float | None]:
    """The bound where the future is discounted."""
    return lambda change, _: change * discount / (1 - discount)


def proper_policy(mdp: Mdp, graph: MdpGraph) -> Any:
    """Choices that end with probability 1 from everywhere; InputError names a state that cannot."""
    towards = graph.towards_ends()
    if (towards < 0).any():
        state = int((towards < 0).argmax())
        raise InputError("mdp.endless", state=mdp.names.state(state))
    return towards


def refuse_free_cycles(mdp: Mdp, graph: MdpGraph) -> bool:
    """InputError if play can go on for ever and never pay for it; tells whether it can go on.

    Then the values depend on what going on for ever is worth, which nobody has said.
    """
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    free = graph.endless(mdp.rewards >= 0)
    if free.any():
        choice = int(free.argmax())
        state = int(mdp.owners[choice])
        name = mdp.names.choice(state, choice - int(mdp.choices[state]))
        raise InputError("mdp.free", state=mdp.names.state(state), action=name)
    return bool(graph.endless(np.ones(len(mdp.rewards), bool)).any())


def ending(sweeper: Sweeper, endless: bool, stopped: Callable[[], bool]) -> EndingBounds:
    """What bounds the error of an undiscounted problem that passed the checks above."""
    mdp = sweeper.mdp
    if not len(mdp.rewards):
        return EndingBounds(steps=1.0)
    ends = mdp.worths[mdp.choices[:-1] == mdp.choices[1:]]
    if (cost := -float(mdp.rewards.max())) > 0:
        return EndingBounds(cost=cost, best_end=float(ends.max()))
    return (
        EndingBounds()
        if endless
        else EndingBounds(steps=longest(sweeper.counting_steps(), stopped))
    )


def longest(sweeper: Sweeper, stopped: Callable[[], bool]) -> float | None:
    """A bound on the expected steps of any policy, where all end; None if it is not found in time.

    If a further sweep would add half a step at most, twice as many steps are enough.
    """
    import numpy as np  # noqa: PLC0415

    old, new = np.zeros(len(sweeper.mdp)), np.zeros(len(sweeper.mdp))
    change = math.inf
    while change > HALF:
        if stopped():
            return None
        change = sweeper.values(old, new).change
        old, new = new, old
    return float(old.max()) / (1 - change)
