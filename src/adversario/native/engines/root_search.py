"""The root of a compiled search: its actions are searched in Python, all below it in machine code.

There is one loop over the root's actions, `search_actions`, and one way to run a search: once to a
depth, or by iterative deepening in threads that the thread that waits for them can stop. What
differs between searches, how a successor of the root is valued and how the answer of an iteration
is put together, is left to the classes that extend `RootSearch`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import Bound
from adversario.algorithms.core.limit import Budget, Limit, OutOfBudgetError
from adversario.algorithms.core.run import Ordering, window_bound
from adversario.algorithms.deepening import iterative_deepening
from adversario.base.stop import Stop
from adversario.game import A, Game, S
from adversario.native.compiler.compile import Compiled
from adversario.native.engines.confirm import confirm
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import about_game

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scored(Generic[T]):
    """What a search found of an action of the root: its value to the player to move there.

    `rank` is its place in the order in which the actions were searched, `alpha` the lower end of
    the window that it was searched with.
    """

    action: T
    rank: int
    value: float
    bound: Bound
    alpha: float


def search_actions(
    actions: Iterable[T],
    low: float,
    high: float,
    value_of: Callable[[T, float, float, int], float],
    lines: int = 1,
) -> Iterator[Scored[T]]:
    """Alpha-beta at the root: the actions one by one, until one is at least `high`.

    All values are those of the player to move. `value_of(action, alpha, beta, rank)` is the value
    of an action, fail-soft, for alpha < beta. Alpha is the least value that the best `lines`
    actions have so far, so that these are exact.
    """
    assert low < high
    ranked: list[float] = []  # the values so far, best first
    for rank, action in enumerate(actions):
        alpha = max(low, ranked[lines - 1]) if len(ranked) >= lines else low
        value = value_of(action, alpha, high, rank)
        ranked = sorted([*ranked, value], reverse=True)
        yield Scored(action, rank, value, window_bound(value, alpha, high), alpha)
        if value >= high:
            return


class RootSearch(Generic[S, A]):
    """A compiled search of a state: how it is run, stopped and deepened.

    A class that extends it has `iterate`, the answer of one iteration, `warm_up`, and `farthest`,
    the greatest depth of an iteration, which may be known only after `warm_up`.
    """

    farthest: int

    complete_lines = False
    """Whether the value of an answer is that of the last state of its line."""

    def __init__(self, algorithm: str, compiled: Compiled, root: S) -> None:
        self.algorithm, self.compiled, self.root = algorithm, compiled, root
        self.game: Game[S, A] = compiled.game
        self.control = Control()

    def warm_up(self) -> None:
        """Compile the kernel before the clock starts."""
        raise NotImplementedError

    def iterate(
        self,
        game: Game[S, A],
        state: S,
        *,
        limit: Limit | None,
        order: Ordering[S, A] | None = None,
        budget: Budget | None = None,
        **_: object,
    ) -> Result[S, A]:
        """One search to the depth of the limit; OutOfBudgetError if it was stopped.

        The parameters are those that `iterative_deepening` passes.
        """
        raise NotImplementedError

    def best_so_far(self) -> Result[S, A]:
        """What a search to a depth has found when Ctrl-C stops it; KeyboardInterrupt if nothing."""
        raise KeyboardInterrupt

    def finish(self, result: Result[S, A]) -> Result[S, A]:
        """The answer of all iterations, with what only the whole search knows."""
        return result

    def helpers(self, limit: Limit) -> Sequence[Callable[[], Any]]:
        """What other threads do meanwhile."""
        return ()

    def run(
        self,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Result[S, A]], None] | None,
    ) -> Result[S, A]:
        """Search once to a depth, or, if something may stop the search, by deepening."""
        self.warm_up()
        self.control = Control(stop)
        if stop is None and (limit is None or limit.is_of_depth_only):
            found = self.search_once(limit)
        else:
            found = self.deepen(Limit() if limit is None else limit, on_progress)
        return about_game(found, self.game, self.game)

    def search_once(self, limit: Limit | None) -> Result[S, A]:
        """Search to the depth of the limit, or to the end of the game."""
        try:
            work = [lambda: self.iterate(self.game, self.root, limit=limit)]
            found = run_all(work, self.control)[0]
            return confirm(found, complete_line=self.complete_lines)
        except OutOfBudgetError:
            return self.best_so_far()

    def deepen(
        self,
        limit: Limit,
        on_progress: Callable[[Result[S, A]], None] | None,
    ) -> Result[S, A]:
        """Search to depth 1, 2, 3, ... until the limit, a stop, or a proven value."""
        bounded = replace(limit, depth=min(limit.depth or self.farthest, self.farthest))

        def lead() -> Result[S, A]:
            try:
                found = iterative_deepening(
                    self.game, self.root, limit=bounded, algorithm=self.iterate,
                    on_progress=on_progress,
                )  # fmt: skip
            except BaseException:
                self.control.set()  # the helpers would search for ever
                raise
            return self.finish(found)

        works = [lead, *self.helpers(bounded)]
        found: Result[S, A] = run_all(works, self.control, seconds=limit.time)[0]
        return confirm(found, complete_line=self.complete_lines)
