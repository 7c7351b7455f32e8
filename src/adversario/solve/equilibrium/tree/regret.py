"""Counterfactual regret minimisation (CFR) and its faster variants.

Zinkevich et al., "Regret Minimization in Games with Incomplete Information", NIPS 2007; CFR+ by
Tammelin 2014; linear and discounted CFR by Brown and Sandholm, "Solving Imperfect-Information Games
via Discounted Regret Minimization", AAAI 2019; predictive CFR+ by Farina, Kroer and Sandholm,
"Faster Game Solving via Predictive Blackwell Approachability", AAAI 2021. The players are updated
in turn. External and outcome sampling visit a part of the tree in each iteration (Lanctot et al.,
NIPS 2009).
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
from adversario.native.kernels.equilibrium import sampling
from adversario.solve.equilibrium.tree.answer import Equilibrium, Point
from adversario.solve.equilibrium.tree.flat import FlatTree
from adversario.solve.equilibrium.tree.response import (
    GameOrTree,
    as_tree,
    expected_values,
    nash_conv,
)
from adversario.solve.equilibrium.tree.strategy import Strategy, strategy_of_slots

Variant: TypeAlias = Literal["cfr", "cfr+", "linear", "dcfr", "predictive", "external", "outcome"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
SAMPLED: tuple[Variant, ...] = ("external", "outcome")
"""The variants whose iterations are cheap, and many."""
SAMPLE = 30
"""About how many nodes one of them visits."""

MOST_ITERATIONS = 100_000_000
VISITS = 500_000
"""Head start of the interpreter, in nodes times iterations."""

TURN_SECONDS = 0.1
"""About how long the iterations between two reports last."""


CHECKED = 4
"""How many times as long as best responses take, iterations go on between two of them."""


class CfrProgress(NamedTuple):
    """How far it has come."""

    done: int
    iterations: int
    curve: tuple[Point, ...] = ()
    """How exploitable the strategy was after some iterations, if that is watched."""


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
    if variant == "predictive":
        return Weights(1.0, 0.0, float(step) ** 2)
    if variant == "linear":
        return Weights(before / step, before / step, float(step))
    rising = before**1.5
    return Weights(rising / (rising + 1), 0.5, float(step) ** 2)


def cfr(
    game: GameOrTree[A], *, iterations: int = 1000, variant: Variant = "dcfr",
    exploitability: float | None = None, curve: bool = False, seed: int = 0,
    engine: Engine = "auto",
    on_progress: Callable[[CfrProgress], None] | None = None, stop: Stop | None = None,
) -> Equilibrium[A]:  # fmt: skip
    """An equilibrium, approached by the average strategy of at most `iterations`.

    For two players with a constant sum its exploitability goes to 0 (`is_guaranteed`); other games
    may or may not be solved, as `nash_conv` shows. The values and `nash_conv` are computed by
    best responses that know nothing of regrets. Ctrl-C or `stop` end it with what there is.

    Variants: "cfr", "cfr+", "linear", "dcfr" (discounted with 3/2, 0 and 2) and "predictive" (CFR+
    that expects the last regrets again); "dcfr" is the fastest on most games. "external" and
    "outcome" sample parts of the tree by `seed`.

    It ends once the strategy is at most as exploitable as `exploitability`. With that, or with
    `curve`, exploitability is measured from time to time, and kept in the answer's `curve`.
    """
    if variant not in VARIANTS:
        raise InputError("equilibrium.variant", given=variant, known=", ".join(VARIANTS))
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise InputError("equilibrium.iterations", given=iterations, most=MOST_ITERATIONS)
    if exploitability is not None and not exploitability >= 0:
        raise InputError("equilibrium.exploitability", given=exploitability)
    started = perf_counter()
    tree = as_tree(game, engine)
    visits = SAMPLE if variant in SAMPLED else tree.histories
    solver = make_solver(tree, variant, engine_for(engine, visits * iterations, VISITS), seed)
    gauge = Gauge(tree, exploitability) if curve or exploitability is not None else None
    interrupted = solver.run(iterations, Watcher(on_progress, stop), gauge)
    strategy = solver.average_strategy()
    return Equilibrium(
        strategy, expected_values(tree, strategy), nash_conv(tree, strategy), variant,
        solver.iterations, perf_counter() - started, solver.engine, interrupted,
        () if gauge is None else gauge.curve,
    )  # fmt: skip


def make_solver(tree: FlatTree[Any], variant: Variant, engine: Engine, seed: int = 0) -> Solver:
    """A solver that runs compiled or interpreted; the iterations are the same."""
    return (NativeSolver if runs_native(engine) else Solver)(tree, variant, seed)


class Gauge:
    """Measures exploitability now and then, and says when it is low enough."""

    def __init__(self, tree: FlatTree[Any], target: float | None) -> None:
        self.tree, self.target = tree, target
        self.curve: tuple[Point, ...] = ()
        self.due = 0.0

    def is_reached(self, solver: Solver) -> bool:
        """Measure, if it is time to; whether the target is reached."""
        started = perf_counter()
        if started < self.due:
            return False
        gap = float(nash_conv(self.tree, solver.average_strategy())) / self.tree.game.players
        self.curve += (Point(solver.iterations, gap),)
        now = perf_counter()
        self.due = now + CHECKED * (now - started)
        return self.target is not None and gap <= self.target


class Solver:
    """The regrets of a tree and the average strategy so far."""

    engine = "python"

    def __init__(self, tree: FlatTree[Any], variant: Variant = "dcfr", seed: int = 0) -> None:
        self.tree, self.variant, self.seed, self.iterations = tree, variant, seed, 0
        self.utilities = tuple([float(x) for x in values] for values in tree.utilities)
        self.chance = [float(chance) for chance in tree.chance]
        self.owner = [each.player for each in tree.sets]
        self.start = [each.slot for each in tree.sets] + [tree.slots]
        self.regret, self.before, self.average = ([0.0] * tree.slots for _ in range(3))
        self.current = [1 / len(each.actions) for each in tree.sets for _ in each.actions]
        self.own, self.other, self.value = ([0.0] * tree.histories for _ in range(3))
        self.drawn = [0]

    def run(
        self, iterations: int, watcher: Watcher[CfrProgress], gauge: Gauge | None = None
    ) -> bool:
        """Iterate until there are that many, or the gauge is content; True if it was stopped."""
        number = 1
        try:
            while self.iterations < iterations:
                if watcher.is_stopped():
                    return True
                started = perf_counter()
                number = min(number, iterations - self.iterations)
                self.iterate(number)
                number = _next_number(number, perf_counter() - started)
                done = gauge is not None and gauge.is_reached(self)
                curve = () if gauge is None else gauge.curve
                watcher.report(CfrProgress(self.iterations, iterations, curve))
                if done:
                    break
        except KeyboardInterrupt:
            if watcher.stop is not None:
                watcher.stop.interrupt()
            return True
        return False

    def iterate(self, number: int) -> None:
        """Some iterations more."""
        if self.variant in SAMPLED:
            self.sample(number)
        else:
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
            self.utilities, self.owner, self.start, keep, drop, average,
            self.variant == "predictive", self.current, self.regret, self.before, self.average,
            self.own, self.other, self.value,
        )  # fmt: skip

    def sample(self, number: int) -> None:
        """Run the kernel of the variants that sample."""
        tree = self.tree
        run = sampling.sample_external if self.variant == "external" else sampling.sample_outcomes
        run(
            self.seed, self.iterations, number, tree.game.players, tree.player, tree.slot,
            tree.first, tree.children, self.chance, self.utilities, self.current, self.regret,
            self.average, self.value, self.drawn,
        )  # fmt: skip

    def average_strategy(self) -> Strategy[Any]:
        """The average of the strategies so far, which is what converges."""
        return strategy_of_slots(self.tree, self.average)


class NativeSolver(Solver):
    """The iterations of `Solver`, compiled, over arrays."""

    engine = "native"

    def __init__(self, tree: FlatTree[Any], variant: Variant = "dcfr", seed: int = 0) -> None:
        import numpy as np  # noqa: PLC0415

        super().__init__(tree, variant, seed)
        self.sums = np.zeros(tree.slots)
        self.kernel = compile_kernel(sampling if variant in SAMPLED else kernel)
        whole = (tree.player, tree.slot, tree.first, tree.children)
        self.nodes = [np.array(numbers, np.int64) for numbers in whole]
        self.payoffs = [np.array(self.chance), np.array(self.utilities)]
        self.bounds = [np.array(numbers, np.int64) for numbers in (self.owner, self.start)]
        self.choices = np.array(self.current)
        self.regrets, self.room = np.zeros(tree.slots), np.zeros(tree.slots)
        self.values = [np.zeros(tree.histories) for _ in range(3)]
        self.counter = np.zeros(1, np.int64)

    def improve(self, keep: list[float], drop: list[float], average: list[float]) -> None:
        """Run the kernel, for one iteration of each weight."""
        import numpy as np  # noqa: PLC0415

        weights = [np.array(column) for column in (keep, drop, average)]
        self.kernel.improve(
            self.tree.game.players, *self.nodes, *self.payoffs, *self.bounds, *weights,
            self.variant == "predictive", self.choices, self.regrets, self.room, self.sums,
            *self.values,
        )  # fmt: skip

    def sample(self, number: int) -> None:
        """Run the kernel of the variants that sample."""
        external = self.variant == "external"
        run = self.kernel.sample_external if external else self.kernel.sample_outcomes
        run(
            self.seed, self.iterations, number, self.tree.game.players, *self.nodes, *self.payoffs,
            self.choices, self.regrets, self.sums, self.values[0], self.counter,
        )  # fmt: skip

    def average_strategy(self) -> Strategy[Any]:
        """The average of the strategies so far, which is what converges."""
        return strategy_of_slots(self.tree, self.sums.tolist())


def _next_number(number: int, seconds: float) -> int:
    """The number of iterations before the next report: at most twice as many as before."""
    if seconds < TURN_SECONDS / 2:
        return 2 * number
    return max(1, int(number * TURN_SECONDS / seconds))
