"""Value iteration, policy iteration and modified policy iteration, in one loop.

    solution = solve_mdp(read_mdp("grid.txt"), error=1e-6)
    solution.value("b3"), solution.action("b3")

Value iteration (Bellman 1957) sweeps over all states, backing up the best choice of each. Policy
iteration (Howard 1960) evaluates a policy and then improves it, until it does not change. Modified
policy iteration (Puterman and Shin 1978) evaluates the policy by a few sweeps only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import Engine
from adversario.solve.mdp.bounds import (
    discount_bound,
    proper_policy,
    refuse_free_cycles,
    termination_bounds,
)
from adversario.solve.mdp.ends import MdpGraph
from adversario.solve.mdp.engine import Sweeper, SweepStats, initial_values, make_sweeper
from adversario.solve.mdp.model import Mdp
from adversario.solve.mdp.solution import Solution

Method = Literal["value", "policy", "modified"]
METHODS: tuple[Method, ...] = ("value", "policy", "modified")

EVALUATIONS = 20
"""Sweeps that evaluate a policy in modified policy iteration."""

MAX_DENSE_STATES = 1500
"""The maximum number of states for which a policy is evaluated by solving its linear equations."""

ROUNDING = 2.0**-50
"""Relative changes of at most this size are rounding errors: more sweeps do not help."""


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """The number of sweeps so far, the last change, and the bound on the error, if known."""

    sweeps: int
    change: float
    error: float | None


def solve_mdp(
    mdp: Mdp,
    *,
    method: Method = "value",
    discount: float | None = None,
    error: float = 1e-6,
    sweeps: int | None = None,
    engine: Engine = "auto",
    threads: int | None = None,
    stop: Stop | None = None,
    on_progress: Callable[[SweepProgress], None] | None = None,
) -> Solution:
    """The values of all states to within `error`, if a bound is known, and a best policy.

    `discount` is that of the problem by default. The iteration ends early after `sweeps` sweeps, on
    Ctrl-C, or when the `stop` token is set, with the values so far. `on_progress` is called after
    each sweep. After k sweeps of value iteration the values are those of play that ends after k
    steps.

    Without a discount, raises InputError for a problem that need not end: if there is a state from
    which no end can be reached, or an endless way to play that costs nothing.
    """
    factor = mdp.discount if discount is None else discount
    if method not in METHODS:
        raise InputError("mdp.method", given=method, known=", ".join(METHODS))
    if not 0 <= factor <= 1:
        raise InputError("mdp.discount", given=factor)
    if not error >= 0:
        raise InputError("limit.too_small", limit="error", given=error, least=0)
    if sweeps is not None and sweeps < 1:
        raise InputError("limit.too_small", limit="sweeps", given=sweeps, least=1)
    control = Control(stop)
    with make_sweeper(mdp, factor, engine, threads) as sweeper:
        run = _Run(sweeper, error, sweeps, control, on_progress, engine)
        (solution,) = run_all([lambda: run.solve(method)], control)
    return solution


class _Run:
    """One run: sweeps until the values are accurate enough, or the run is stopped."""

    def __init__(
        self,
        sweeper: Sweeper,
        wanted: float,
        most: int | None,
        control: Control,
        on_progress: Callable[[SweepProgress], None] | None,
        engine: Engine,
    ) -> None:
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        self.sweeper, self.mdp, self.wanted, self.most = sweeper, sweeper.mdp, wanted, most
        self.control, self.on_progress, self.engine = control, on_progress, engine
        self.values = initial_values(self.mdp)
        self.spare = np.zeros_like(self.values)
        self.changes: list[float] = []
        self.improvements = 0
        self.error: float | None = None
        self.converged = self.exhausted = False

    @property
    def is_over(self) -> bool:
        """Whether to stop, converged or not."""
        spent = self.most is not None and len(self.changes) >= self.most
        return self.converged or self.exhausted or spent or self.control.is_set()

    def solve(self, method: Method) -> Solution:
        """Run the method from the initial values."""
        started = perf_counter()
        self.bound = discount_bound(self.sweeper.discount)
        if self.sweeper.discount == 1:
            graph = MdpGraph(self.mdp, self.engine)
            self.sweeper.best[:] = proper_policy(self.mdp, graph)
            endless = refuse_free_cycles(self.mdp, graph)
            known = termination_bounds(self.sweeper, endless, self.control.is_set)
            self.bound = known.error
        {
            "value": self.iterate_values,
            "policy": self.iterate_policies,
            "modified": self.iterate_modified,
        }[method]()
        return Solution(
            mdp=self.mdp,
            method=method,
            discount=self.sweeper.discount,
            values=self.values,
            policy=self.sweeper.best,
            sweeps=len(self.changes),
            improvements=self.improvements,
            changes=tuple(self.changes),
            error=self.error,
            converged=self.converged,
            interrupted=self.control.is_set(),
            seconds=perf_counter() - started,
        )

    def iterate_values(self) -> None:
        """Value iteration; the policy is found by a last sweep, as greedy for the values."""
        while not self.is_over:
            self.record_improvement(self.sweeper.values(self.values, self.spare))
        self.sweeper.improve(self.values, self.spare)

    def iterate_modified(self) -> None:
        """Modified policy iteration."""
        while not self.is_over:
            self.improve()
            for _ in range(EVALUATIONS):
                if self.is_over:
                    break
                self.follow()

    def iterate_policies(self) -> None:
        """Policy iteration, until no choice changes.

        A change of choice that gains no more than a rounding error is ignored, to avoid cycles.
        """
        while not self.is_over:
            self.evaluate()
            if self.control.is_set():
                break
            kept, before = self.sweeper.best.copy(), self.values.copy()
            self.improve()
            gained = self.values - before > ROUNDING * (1 + abs(before))
            self.sweeper.best[~gained] = kept[~gained]
            if not (self.sweeper.best != kept).any():
                self.exhausted = True

    def improve(self) -> None:
        """Sweep over all choices, and update the policy."""
        self.record_improvement(self.sweeper.improve(self.values, self.spare))

    def record_improvement(self, swept: SweepStats) -> None:
        """Update the error bound after a sweep over all choices."""
        change, least, most = swept
        self.improvements += 1
        self.error = self.bound(change, least)
        scale = ROUNDING * max(-least, most, 1.0)
        far = change if self.error is None else self.error
        self.converged, self.exhausted = far <= self.wanted, change <= scale
        self._finish_sweep(change)

    def follow(self) -> float:
        """Sweep with the choices of the policy; return the largest change."""
        change = self.sweeper.follow(self.values, self.spare).change
        self.error = None  # no bound for the optimal values until the next improvement
        self._finish_sweep(change)
        return change

    def evaluate(self) -> None:
        """Evaluate the policy: by its linear equations, or in a large problem by sweeps."""
        if len(self.mdp) <= MAX_DENSE_STATES:
            self.values, self.error = self.solve_policy(), None
            return
        discount = self.sweeper.discount
        small = self.wanted / 10 * (1 - discount if discount < 1 else 1)
        while not self.is_over:
            if self.follow() <= max(small, ROUNDING * (1 + float(abs(self.values).max()))):
                break

    def solve_policy(self) -> Any:
        """The solution of V = r + discount P V for the policy."""
        import numpy as np  # noqa: PLC0415

        mdp, states = self.mdp, len(self.mdp)
        matrix, right = np.eye(states), mdp.terminal_values.copy()
        for state, choice in self._choices():
            right[state] = mdp.rewards[choice]
            part = slice(mdp.outcomes[choice], mdp.outcomes[choice + 1])
            chances = -self.sweeper.discount * mdp.probabilities[part]
            np.add.at(matrix[state], mdp.targets[part], chances)
        try:
            return np.linalg.solve(matrix, right)
        except np.linalg.LinAlgError:  # the policy never ends
            raise InputError("mdp.improper") from None

    def _choices(self) -> Iterator[tuple[int, int]]:
        """Yield each nonterminal state, and the number of its choice."""
        firsts = self.mdp.choices.tolist()
        for state, choice in enumerate(self.sweeper.best.tolist()):
            if firsts[state] < firsts[state + 1]:
                yield state, firsts[state] + choice

    def _finish_sweep(self, change: float) -> None:
        self.values, self.spare = self.spare, self.values
        self.changes.append(change)
        if self.on_progress is not None:
            self.on_progress(SweepProgress(len(self.changes), change, self.error))
