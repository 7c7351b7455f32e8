"""Counterfactual regret minimisation (CFR) and its faster variants.

Zinkevich et al., "Regret Minimization in Games with Incomplete Information", NIPS 2007; CFR+ by
Tammelin 2014; linear and discounted CFR by Brown and Sandholm, "Solving Imperfect-Information Games
via Discounted Regret Minimization", AAAI 2019. The players are updated in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from adversario.base.errors import InputError
from adversario.base.progress import Watcher
from adversario.base.stop import Stop
from adversario.game import A
from adversario.native.compiler.compile import compile_kernel
from adversario.native.engines.engine_choice import Engine, engine_for, runs_native
from adversario.native.kernels.equilibrium import regret as kernel
from adversario.solve.equilibrium.tree.answer import Equilibrium
from adversario.solve.equilibrium.tree.flat import FlatTree
from adversario.solve.equilibrium.tree.response import (
    GameOrTree,
    as_tree,
    expected_values,
    nash_conv,
)
from adversario.solve.equilibrium.tree.strategy import Strategy, strategy_of_slots

Variant: TypeAlias = Literal["cfr", "cfr+", "linear", "dcfr"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)

MOST_ITERATIONS = 100_000_000
VISITS = 500_000
"""Head start of the interpreter, in nodes times iterations."""

TURN_SECONDS = 0.1
"""About how long the iterations between two reports last."""


class CfrProgress(NamedTuple):
    """How far it has come."""

    done: int
    iterations: int


class Weights(NamedTuple):
    """How an iteration counts."""

    keep: float
    """What earlier regrets above 0 are multiplied by."""
    drop: float
    """What earlier regrets below 0 are multiplied by."""
    average: float
    """The weight of the strategy in the average."""


def weights_of(variant: Variant, step: int) -> Weights:
    """The weights of an iteration, the first of which is 1."""
    before = float(step - 1)
    if variant == "cfr":
        return Weights(1.0, 1.0, 1.0)
    if variant == "cfr+":
        return Weights(1.0, 0.0, float(step))
    if variant == "linear":
        return Weights(before / step, before / step, float(step))
    rising = before**1.5
    return Weights(rising / (rising + 1), 0.5, float(step) ** 2)


def cfr(
    game: GameOrTree[A], *, iterations: int = 1000, variant: Variant = "dcfr",
    engine: Engine = "auto",
    on_progress: Callable[[CfrProgress], None] | None = None, stop: Stop | None = None,
) -> Equilibrium[A]:  # fmt: skip
    """An equilibrium, approached by the average strategy of `iterations`.

    For two players with a constant sum its exploitability goes to 0 (`is_guaranteed`); other games
    may or may not be solved, as `nash_conv` shows. The values and `nash_conv` are computed by
    best responses that know nothing of regrets. Ctrl-C or `stop` end it with what there is.

    Variants: "cfr", "cfr+", "linear" and "dcfr" (discounted with 3/2, 0 and 2), in rising order of
    speed on most games.
    """
    if variant not in VARIANTS:
        raise InputError("equilibrium.variant", given=variant, known=", ".join(VARIANTS))
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise InputError("equilibrium.iterations", given=iterations, most=MOST_ITERATIONS)
    started = perf_counter()
    tree = as_tree(game)
    solver = make_solver(tree, variant, engine_for(engine, tree.histories * iterations, VISITS))
    interrupted = solver.run(iterations, Watcher(on_progress, stop))
    strategy = solver.average_strategy()
    return Equilibrium(
        strategy, expected_values(tree, strategy), nash_conv(tree, strategy), variant,
        solver.iterations, perf_counter() - started, solver.engine, interrupted,
    )  # fmt: skip


def make_solver(tree: FlatTree[Any], variant: Variant, engine: Engine) -> Solver:
    """A solver that runs compiled or interpreted; the iterations are the same."""
    return NativeSolver(tree, variant) if runs_native(engine) else Solver(tree, variant)


class Solver:
    """The regrets of a tree and the average strategy so far."""

    engine = "python"

    def __init__(self, tree: FlatTree[Any], variant: Variant = "dcfr") -> None:
        self.tree, self.variant, self.iterations = tree, variant, 0
        self.utilities = tuple([float(x) for x in values] for values in tree.utilities)
        self.chance = [float(chance) for chance in tree.chance]
        self.owner = [each.player for each in tree.sets]
        self.start = [each.slot for each in tree.sets] + [tree.slots]
        self.regret, self.average = ([0.0] * tree.slots for _ in range(2))
        self.current = [1 / len(each.actions) for each in tree.sets for _ in each.actions]
        self.own, self.other, self.value = ([0.0] * tree.histories for _ in range(3))

    def run(self, iterations: int, watcher: Watcher[CfrProgress]) -> bool:
        """Iterate until there are that many; whether it was ended early."""
        number = 1
        try:
            while self.iterations < iterations:
                if watcher.is_stopped():
                    return True
                started = perf_counter()
                number = min(number, iterations - self.iterations)
                self.iterate(number)
                number = _next_number(number, perf_counter() - started)
                watcher.report(CfrProgress(self.iterations, iterations))
        except KeyboardInterrupt:
            if watcher.stop is not None:
                watcher.stop.interrupt()
            return True
        return False

    def iterate(self, number: int) -> None:
        """Some iterations more."""
        done = self.iterations
        steps = [weights_of(self.variant, done + step) for step in range(1, number + 1)]
        keep, drop, average = (list(column) for column in zip(*steps, strict=True))
        self.improve(keep, drop, average)
        self.iterations += number

    def improve(self, keep: list[float], drop: list[float], average: list[float]) -> None:
        """Run the kernel, for one iteration of each weight."""
        tree = self.tree
        kernel.improve(
            tree.game.players, tree.player, tree.slot, tree.first, tree.children, self.chance,
            self.utilities, self.owner, self.start, keep, drop, average, self.current,
            self.regret, self.average, self.own, self.other, self.value,
        )  # fmt: skip

    def average_strategy(self) -> Strategy[Any]:
        """The average of the strategies so far, which is what converges."""
        return strategy_of_slots(self.tree, self.average)


class NativeSolver(Solver):
    """The iterations of `Solver`, compiled, over arrays."""

    engine = "native"

    def __init__(self, tree: FlatTree[Any], variant: Variant = "dcfr") -> None:
        import numpy as np  # noqa: PLC0415

        super().__init__(tree, variant)
        self.sums = np.zeros(tree.slots)
        self.run_kernel = compile_kernel(kernel).improve
        whole = (tree.player, tree.slot, tree.first, tree.children)
        self.nodes = [np.array(numbers, np.int64) for numbers in whole]
        self.payoffs = [np.array(self.chance), np.array(self.utilities)]
        self.bounds = [np.array(numbers, np.int64) for numbers in (self.owner, self.start)]
        self.room = [np.array(self.current), np.zeros(tree.slots), self.sums]
        self.room += [np.zeros(tree.histories) for _ in range(3)]

    def improve(self, keep: list[float], drop: list[float], average: list[float]) -> None:
        """Run the kernel, for one iteration of each weight."""
        import numpy as np  # noqa: PLC0415

        weights = [np.array(column) for column in (keep, drop, average)]
        self.run_kernel(
            self.tree.game.players, *self.nodes, *self.payoffs, *self.bounds, *weights, *self.room
        )

    def average_strategy(self) -> Strategy[Any]:
        """The average of the strategies so far, which is what converges."""
        return strategy_of_slots(self.tree, self.sums.tolist())


def _next_number(number: int, seconds: float) -> int:
    """The number of iterations before the next report: at most twice as many as before."""
    if seconds < TURN_SECONDS / 2:
        return 2 * number
    return max(1, int(number * TURN_SECONDS / seconds))
