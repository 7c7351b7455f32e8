"""Sweeps over the arrays of a problem: compiled and distributed over threads, or by NumPy."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, NamedTuple, Protocol

from adversario.native.compiler.compile import compile_kernel
from adversario.native.engines.engine_choice import SWEPT_OUTCOMES, Engine, engine_for, runs_native
from adversario.native.kernels.mdp import sweep
from adversario.solve.mdp.model import Mdp

MIN_THREADED_STATES = 20_000
"""The number of states from which a sweep is distributed over threads."""

MIN_GROUP, MAX_SUCCESSORS = 256, 64
"""The least number of similar states to sweep in blocks, and the most successors they may have."""


def compiles(mdp: Mdp, engine: Engine) -> bool:
    """Whether to run compiled code for a problem."""
    return runs_native(engine_for(engine, len(mdp.targets), SWEPT_OUTCOMES))


class SweepStats(NamedTuple):
    """The greatest change of a value in a sweep, and the least and greatest value before it."""

    change: float
    least: float
    most: float


class Sweeper(Protocol):
    """Sweeps over all states of a problem: each backs up the values by one step.

    A context manager. `best` has a choice for each state, counted from 0.
    """

    mdp: Mdp
    discount: float
    best: Any

    def __enter__(self) -> Sweeper:
        """Return the sweeper."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release the threads."""

    def values(self, old: Any, new: Any) -> SweepStats:
        """New values by the best choice in every state."""

    def improve(self, old: Any, new: Any) -> SweepStats:
        """New values by the best choice in every state; `best` is set to the first such choice."""

    def follow(self, old: Any, new: Any) -> SweepStats:
        """New values by the choices in `best`."""

    def step_counter(self) -> Sweeper:
        """A sweeper for the problem with a reward of 1 per step and no discount.

        It is released together with this one.
        """


def make_sweeper(mdp: Mdp, discount: float, engine: Engine, threads: int | None) -> Sweeper:
    """A sweeper for the problem."""
    if compiles(mdp, engine):
        return CompiledSweeper(mdp, discount, threads)
    return NumpySweeper(mdp, discount)


def initial_values(mdp: Mdp) -> Any:
    """The values with no step left: 0, except in terminal states."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    return np.where(np.diff(mdp.choices) == 0, mdp.terminal_values, 0.0)


def reward_steps(mdp: Mdp) -> Mdp:
    """The problem with a reward of 1 for every step, and terminal values of 0."""
    import numpy as np  # noqa: PLC0415

    return replace(
        mdp, rewards=np.ones_like(mdp.rewards), terminal_values=np.zeros_like(mdp.terminal_values)
    )


class NumpySweeper:
    """Sweeps by NumPy operations on whole arrays."""

    def __init__(self, mdp: Mdp, discount: float) -> None:
        import numpy as np  # noqa: PLC0415

        self.mdp, self.discount = mdp, discount
        self.best = np.zeros(len(mdp), np.int32)
        self.deciding = np.flatnonzero(np.diff(mdp.choices))

    def __enter__(self) -> NumpySweeper:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _choices(self, old: Any) -> Any:
        """The value of every choice."""
        import numpy as np  # noqa: PLC0415

        mdp = self.mdp
        if not len(mdp.targets):
            return np.zeros(0)
        means = np.add.reduceat(mdp.probabilities * old[mdp.targets], mdp.outcomes[:-1])
        return mdp.rewards + self.discount * means

    def _finish(self, old: Any, new: Any) -> SweepStats:
        return SweepStats(float(abs(new - old).max()), float(old.min()), float(old.max()))

    def values(self, old: Any, new: Any) -> SweepStats:
        """New values by the best choice in every state."""
        return self.improve(old, new)

    def improve(self, old: Any, new: Any) -> SweepStats:
        """New values by the best choice in every state; `best` is set to these choices."""
        import numpy as np  # noqa: PLC0415

        worth, firsts = self._choices(old), self.mdp.choices[self.deciding]
        new[:] = self.mdp.terminal_values
        if len(worth):
            new[self.deciding] = np.maximum.reduceat(worth, firsts)
            good = np.flatnonzero(worth == new[self.mdp.owners])
            owners, places = np.unique(self.mdp.owners[good], return_index=True)
            self.best[owners] = good[places] - self.mdp.choices[owners]
        return self._finish(old, new)

    def follow(self, old: Any, new: Any) -> SweepStats:
        """New values by the choices in `best`."""
        worth = self._choices(old)
        new[:] = self.mdp.terminal_values
        chosen = self.mdp.choices[self.deciding] + self.best[self.deciding]
        new[self.deciding] = worth[chosen]
        return self._finish(old, new)

    def step_counter(self) -> NumpySweeper:
        """A sweeper for the problem with a reward of 1 per step."""
        return NumpySweeper(reward_steps(self.mdp), 1.0)


@dataclass(frozen=True)
class StateGroup:
    """States with the same choices, rewards and probabilities; see `sweep.improve_alike`."""

    states: Any
    columns: Any
    picks: Any
    weights: Any
    rewards: Any


class CompiledSweeper:
    """Sweeps by compiled code; states that are alike are swept in blocks."""

    def __init__(self, mdp: Mdp, discount: float, threads: int | None) -> None:
        import numpy as np  # noqa: PLC0415

        self.mdp, self.discount = mdp, discount
        self.run = compile_kernel(sweep)
        self.like = np.zeros(len(mdp), np.int32)
        self.best = np.zeros(len(mdp), np.int32)
        self.starts = mdp.outcomes[mdp.choices[:-1]]
        table = np.zeros(1 << (2 * len(mdp)).bit_length(), np.int32)
        self.run.group(
            mdp.choices, mdp.outcomes, _bits(mdp.probabilities), _bits(mdp.rewards), table,
            self.like,
        )  # fmt: skip
        self.all = np.arange(len(mdp), dtype=np.int32)
        self.groups = list(self._groups())
        grouped = np.zeros(len(mdp), bool)
        for each in self.groups:
            grouped[each.states] = True
        self.rest = self.all[~grouped]
        self.workers = (threads or os.cpu_count() or 1) if len(mdp) >= MIN_THREADED_STATES else 1
        self.pool = ThreadPoolExecutor(self.workers) if self.workers > 1 else None

    def __enter__(self) -> CompiledSweeper:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def _groups(self) -> Iterator[StateGroup]:
        """Yield the groups of states to sweep in blocks."""
        import numpy as np  # noqa: PLC0415

        mdp = self.mdp
        models, sizes = np.unique(self.like, return_counts=True)
        for model in models[sizes >= MIN_GROUP].tolist():
            first, last = int(mdp.choices[model]), int(mdp.choices[model + 1])
            ends = mdp.outcomes[first : last + 1]
            if first == last or ends[-1] - ends[0] > MAX_SUCCESSORS:
                continue
            states = np.flatnonzero(self.like == model).astype(np.int32)
            places = np.arange(int(ends[-1] - ends[0]))
            targets = mdp.targets[self.starts[states][None, :] + places[:, None]]
            # Outcomes that have the same target in every state are one successor.
            known: dict[bytes, int] = {}
            which = [known.setdefault(row.tobytes(), len(known)) for row in targets]
            columns = targets[[which.index(number) for number in range(len(known))]]
            matrix = np.zeros((last - first, len(known)))
            choice = np.repeat(np.arange(last - first), np.diff(ends))
            np.add.at(
                matrix, (choice, np.array(which)), mdp.probabilities[int(ends[0]) : int(ends[-1])]
            )
            yield StateGroup(states, columns, *_split_matrix(matrix), mdp.rewards[first:last])

    def values(self, old: Any, new: Any) -> SweepStats:
        """New values by the best choice in every state."""
        import numpy as np  # noqa: PLC0415

        def part(number: int) -> Iterator[Any]:
            low, high = self._share(len(self.rest), number)
            yield self._one_by_one(self.run.improve, self.rest, low, high, old, new)
            for each in self.groups:
                low, high = self._share(len(each.states), number)
                room = np.zeros((len(each.columns) + 5, sweep.BLOCK))
                yield self.run.improve_alike(
                    low, high, each.states, each.columns, each.picks, each.weights, each.rewards,
                    self.discount, old, new, room,
                )  # fmt: skip

        return self._join_parts(lambda number: list(part(number)))

    def improve(self, old: Any, new: Any) -> SweepStats:
        """New values by the best choice in every state; `best` is set to these choices."""
        return self._join_parts(lambda number: [self._over_all(self.run.improve, number, old, new)])

    def follow(self, old: Any, new: Any) -> SweepStats:
        """New values by the choices in `best`."""
        return self._join_parts(lambda number: [self._over_all(self.run.follow, number, old, new)])

    def step_counter(self) -> CompiledSweeper:
        """A sweeper for the problem with a reward of 1 per step, which has the same groups."""
        other = copy(self)
        other.mdp, other.discount, other.best = reward_steps(self.mdp), 1.0, self.best.copy()
        other.groups = [replace(each, rewards=each.rewards * 0 + 1) for each in self.groups]
        return other

    def _over_all(self, function: Any, number: int, old: Any, new: Any) -> Any:
        low, high = self._share(len(self.all), number)
        return self._one_by_one(function, self.all, low, high, old, new)

    def _one_by_one(
        self, function: Any, states: Any, low: int, high: int, old: Any, new: Any
    ) -> Any:
        mdp = self.mdp
        return function(
            low, high, states, self.like, self.starts, mdp.choices, mdp.outcomes, mdp.targets,
            mdp.probabilities, mdp.rewards, mdp.terminal_values, self.discount, old, new, self.best,
        )  # fmt: skip

    def _share(self, size: int, number: int) -> tuple[int, int]:
        """The range of worker `number` among `size` items."""
        return size * number // self.workers, size * (number + 1) // self.workers

    def _join_parts(self, part: Callable[[int], list[Any]]) -> SweepStats:
        """The combined result of all workers."""
        numbers = range(self.workers)
        lists = map(part, numbers) if self.pool is None else self.pool.map(part, numbers)
        changes, least, most = zip(*(each for found in lists for each in found), strict=True)
        return SweepStats(float(max(changes)), float(min(least)), float(max(most)))


def _split_matrix(matrix: Any) -> tuple[Any, Any]:
    """The successors of each choice and their probabilities, padded with probabilities of 0."""
    import numpy as np  # noqa: PLC0415

    most = int(np.count_nonzero(matrix, axis=1).max())
    size = -(-most // sweep.THREE) * sweep.THREE
    padded = np.pad(matrix, ((0, 0), (0, max(0, size - matrix.shape[1]))))
    picks = np.argsort(padded == 0, axis=1, kind="stable")[:, :size]
    weights = np.take_along_axis(padded, picks, axis=1)
    return np.where(weights == 0, 0, picks), weights


def _bits(numbers: Any) -> Any:
    """Floats as integers with the same bits; -0.0 as 0.0, which it equals."""
    return (numbers + 0.0).view("int64")
