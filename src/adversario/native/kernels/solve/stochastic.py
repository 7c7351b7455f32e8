"""Stochastic games, which may have cycles, solved component by component. No rules are needed here.

Arrays are as in `mdp.states`. The components are those in which every state can be reached from
every other (Tarjan 1972); they are solved in an order in which the states that a component leads to
are solved before it. In a component, lower and upper bounds of all values are swept over in turn
until they meet: value iteration from both sides (Haddad and Monmege 2018). A sweep of values never
makes a lower bound too high or an upper one too low, so the bounds hold whenever it ends.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.mdp.states import CHANCES, DECIDES, ENDS
from adversario.native.kernels.memory import fresh

STOPPED = -1

ROUNDING = 2.0**-50
"""Changes of at most this share of the greatest value are rounding errors."""


def find_components(
    choices: Any, outcomes: Any, targets: Any, order: Any, ends: Any, found: Any, lows: Any,
    waiting: Any, path: Any, edges: Any,
) -> int:  # fmt: skip
    """Write the states to `order`, component by component; return the number of components.

    Component c ends before `order[ends[c]]`. The states that it leads to are before it or in it.
    `found` has zeros before; the other arrays are room, one number for each state.
    """
    seen, components, written, kept = 0, 0, 0, 0
    for root in range(len(found)):
        if found[root]:
            continue
        depth = 0
        path[0] = root
        seen += 1
        found[root] = lows[root] = seen
        edges[root] = outcomes[choices[root]]
        waiting[kept] = root
        kept += 1
        while depth >= 0:
            state = path[depth]
            if edges[state] < outcomes[choices[state + 1]]:
                target = targets[edges[state]]
                edges[state] += 1
                if found[target] == 0:
                    seen += 1
                    found[target] = lows[target] = seen
                    edges[target] = outcomes[choices[target]]
                    waiting[kept] = target
                    kept += 1
                    depth += 1
                    path[depth] = target
                elif found[target] > 0:
                    lows[state] = min(lows[state], found[target])
                continue
            if lows[state] == found[state]:
                while True:
                    kept -= 1
                    member = waiting[kept]
                    order[written] = member
                    written += 1
                    found[member] = -1
                    if member == state:
                        break
                ends[components] = written
                components += 1
            depth -= 1
            if depth >= 0:
                above = path[depth]
                lows[above] = min(lows[above], lows[state])
    return components


def backed_up(
    state: int, kinds: Any, choices: Any, outcomes: Any, targets: Any, probabilities: Any,
    values: Any,
) -> float:  # fmt: skip
    """The value of a state that is not terminal, by those of the states after it."""
    kind, best = kinds[state], -math.inf
    for choice in range(choices[state], choices[state + 1]):
        mean = 0.0
        for at in range(outcomes[choice], outcomes[choice + 1]):
            mean += probabilities[at] * values[targets[at]]
        if kind == CHANCES:
            return mean
        mean = mean if kind == DECIDES else -mean
        best = mean if mean > best else best  # noqa: FURB136 (as compiled)
    return best if kind == DECIDES else -best


def settle(
    kinds: Any, choices: Any, outcomes: Any, targets: Any, probabilities: Any, order: Any,
    ends: Any, components: int, lower: Any, upper: Any, error: float, scale: float, flags: Any,
) -> int:  # fmt: skip
    """Narrow the bounds of all states, at first those of any utility, to within twice the error.

    A component is left when that is reached, or when a sweep changes nothing any more. Returns the
    number of sweeps over the largest number of them, or STOPPED once the flag is set.
    """
    first, most = 0, 0
    for component in range(components):
        last, sweeps = ends[component], 0
        flags[Flags.progress] = last
        while True:
            if (sweeps & 15 == 15 or component & 1023 == 0) and fresh(flags, Flags.stop):
                return STOPPED
            gap, change = 0.0, 0.0
            for place in range(first, last):
                state = order[place]
                if kinds[state] == ENDS:
                    continue
                low = backed_up(state, kinds, choices, outcomes, targets, probabilities, lower)
                high = backed_up(state, kinds, choices, outcomes, targets, probabilities, upper)
                change = max(change, abs(low - lower[state]), abs(high - upper[state]))
                gap = max(gap, high - low)
                lower[state], upper[state] = low, high
            sweeps += 1
            if gap <= 2 * error or change <= ROUNDING * scale:
                break
        most = max(most, sweeps)
        first = last
    return most
