"""The arrays of a problem and the functions that sweep over them, compiled where possible."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

from adversario.native.availability import available
from adversario.native.choose import Engine
from adversario.native.compile import compile_game
from adversario.native.kernels import sweep, sweep_graph
from adversario.solve.backwards import Nothing
from adversario.solve.mdp.model import Mdp

LARGE = 20_000
"""States from which on it pays to share a sweep among threads."""

_NOTHING = Nothing()


def functions(kernel: Any, engine: Engine) -> Any:
    """The functions of a kernel that needs no rules; as they stand where nothing compiles."""
    if engine == "python" or not available():
        return kernel
    return compile_game(_NOTHING, kernel).functions


class Sweeper:
    """Sweeps over all states of a problem: each is one step of play, seen backwards.

    To be used in a `with` statement, as it has threads.
    """

    def __init__(self, mdp: Mdp, discount: float, engine: Engine, threads: int | None) -> None:
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        self.mdp, self.discount, self.states = mdp, discount, len(mdp)
        self.run = functions(sweep, engine)
        self.like = np.zeros(self.states, np.int32)
        self.best = np.zeros(self.states, np.int32)
        self.starts = mdp.outcomes[mdp.choices[:-1]]
        table = np.zeros(1 << (2 * self.states).bit_length(), np.int32)
        with np.errstate(over="ignore"):
            self.run.group(
                mdp.choices, mdp.outcomes, _bits(mdp.probabilities), _bits(mdp.rewards), table,
                self.like,
            )  # fmt: skip
        workers = (threads or os.cpu_count() or 1) if self.states >= LARGE else 1
        self.bounds = [self.states * worker // workers for worker in range(workers + 1)]
        self.pool = ThreadPoolExecutor(workers) if workers > 1 else None

    def __enter__(self) -> Sweeper:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def first_values(self) -> Any:
        """What every state is worth with no step left: nothing, but for terminal ones."""
        import numpy as np  # noqa: PLC0415

        return np.where(np.diff(self.mdp.choices) == 0, self.mdp.worths, 0.0)

    def improve(self, old: Any, new: Any) -> tuple[float, float]:
        """Value iteration's sweep; `best` gets the best choices. See `sweep.improve`."""
        return self._sweep(self.run.improve, old, new, self.mdp.rewards, self.mdp.worths)

    def follow(self, old: Any, new: Any) -> tuple[float, float]:
        """The sweep of who keeps to the choices in `best`."""
        return self._sweep(self.run.follow, old, new, self.mdp.rewards, self.mdp.worths)

    def lengthen(self, old: Any, new: Any, ones: Any, zeros: Any) -> tuple[float, float]:
        """The sweep of who wants to go on for as many steps as possible."""
        return self._sweep(self.run.improve, old, new, ones, zeros)

    def _sweep(
        self, function: Any, old: Any, new: Any, rewards: Any, worths: Any
    ) -> tuple[float, float]:
        mdp = self.mdp

        def part(low: int, high: int) -> Any:
            return function(
                low, high, self.like, self.starts, mdp.choices, mdp.outcomes, mdp.targets,
                mdp.probabilities, rewards, worths, self.discount, old, new, self.best,
            )  # fmt: skip

        lows, highs = self.bounds[:-1], self.bounds[1:]
        found = list((map if self.pool is None else self.pool.map)(part, lows, highs))
        return max(float(part[0]) for part in found), min(float(part[1]) for part in found)


def _bits(numbers: Any) -> Any:
    """Floats as the whole numbers of the same bits; -0.0 as 0.0, which equals it."""
    return (numbers + 0.0).view("int64")


class Graph:
    """What the graph of a problem tells about how it ends."""

    def __init__(self, mdp: Mdp, engine: Engine) -> None:
        import numpy as np  # noqa: PLC0415

        self.mdp, self.run = mdp, functions(sweep_graph, engine)
        self.firsts = np.zeros(len(mdp) + 1, np.int64)
        self.sources = np.zeros(len(mdp.targets), np.int32)
        self.run.turn_around(
            mdp.outcomes, mdp.targets, self.firsts, self.sources, np.zeros(len(mdp), np.int64)
        )

    def towards_ends(self) -> Any:
        """A choice of each state that may bring it nearer to an end; -1 where nothing does."""
        import numpy as np  # noqa: PLC0415

        towards = np.full(len(self.mdp), -1, np.int32)
        self.run.reach_ends(
            self.mdp.choices, self.mdp.owners, self.firsts, self.sources, towards,
            np.zeros(len(self.mdp), np.int32),
        )  # fmt: skip
        return towards

    def endless(self, usable: Any) -> Any:
        """The choices with which play can go on for ever, as ones, by the usable ones alone."""
        import numpy as np  # noqa: PLC0415

        kept = usable.astype(np.int8)
        self.run.stay(
            self.mdp.choices, self.mdp.owners, self.firsts, self.sources, kept,
            np.zeros(len(self.mdp), np.int32), np.zeros(len(self.mdp), np.int32),
        )  # fmt: skip
        return kept
