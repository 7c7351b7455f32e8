"""Compiled searches whose root is Python's: the answer of the interpreted twin, by machine code.

The root is searched in Python, action by action, and all below it in machine code. A search that
may be stopped deepens iteratively, in a thread that the one that waits can stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import Any, Generic

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import LeafKind, Node
from adversario.algorithms.core.limit import UNLIMITED, Limit, OutOfBudgetError
from adversario.algorithms.core.run import Line, Ordering, Run, window_bound
from adversario.algorithms.core.sides import Sides
from adversario.algorithms.deepening import iterative_deepening
from adversario.base.distribution import exact_sum
from adversario.base.errors import GameError, InputError
from adversario.base.numbers import INFINITY, Number, Value, tidy
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Quiescent
from adversario.game import A, Game, S
from adversario.native.compiler.compile import Compiled
from adversario.native.engines.control import Control, run_all
from adversario.native.kernels.layout.plain import (
    BROKEN,
    FULL,
    LONGEST,
    SPENT,
    STOPPED,
    TOO_DEEP,
    Plain,
)
from adversario.native.kernels.tables.plain import ENDLESS, Entry

COUNTERS = ("nodes", "leaves", "evaluations", "cutoffs", "pruned", "deepest")
"""What a block counts under the names of a run's counters."""

STACK_WORDS = 1 << 12

MOST_PLIES = 1000
STACK_BYTES = 4 << 20
"""How far a line is followed, and how much of the thread's own stack may be used: half of it."""


class Machine(Generic[S, A]):
    """A compiled search: its code, its block of words and its table.

    `twin` is the interpreted search to a limit, which knows how to tell what is wrong with a game.
    """

    def __init__(
        self,
        compiled: Compiled,
        twin: Callable[[Limit | None], Result[S, A]],
        *,
        sides: Sides,
        quiescence: bool = False,
        probing: bool = False,
        counting: bool = False,
        unlikely: Number = 0,
        table_mib: int = 0,
        width: int = Entry.size,
        stack_words: int = STACK_WORDS,
    ) -> None:
        if table_mib < 0:
            raise InputError("limit.too_small", limit="table_mib", given=table_mib, least=0)
        self.compiled, self.twin, self.sides = compiled, twin, sides
        self.going = _words(1)  # a stop flag that nobody sets
        self.flags = self.going
        self.block = block = Plain()
        self._reserve(stack_words)
        block.me, block.maximisers = sides.me, _bits(sides)
        block.quiescence, block.probing, block.counting = quiescence, probing, counting
        block.unlikely = float(unlikely)
        # The largest power of two of entries for which there is room.
        size = ((table_mib << 20) // (8 * width)).bit_length() - 1
        if table_mib:
            block.table, block.shift = _words(width << size), 64 - size

    def _reserve(self, words: int) -> None:
        """A stack of so many words."""
        self.stack = _words(words)
        self.block.stack = self.stack
        self.block.stack_end = self.block.stack + 8 * words

    def alone(self) -> Machine[S, A]:
        """The same search with memory of its own, to be used while this one goes on; no table."""
        other = copy(self)
        other.block, other.flags = self.block.copy(), self.going
        other.block.table = 0
        other._reserve(len(self.stack))
        return other

    def run(
        self,
        algorithm: str,
        root: S,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Result[S, A]], None] | None,
        decide: Callable[[Run[S, A], Machine[S, A]], Result[S, A]],
    ) -> Result[S, A]:
        """Search once to a depth, or deepen for as long as the limit and the token let it."""
        game = self.compiled.game
        self.warm_up(root)
        runs: list[Run[S, A]] = []

        def search(
            game: Game[S, A], state: S, *, limit: Limit | None, order: Ordering[S, A] | None = None,
            budget: Any = None, **_: object,
        ) -> Result[S, A]:  # fmt: skip
            run = Run(
                algorithm, game, state, limit=limit, evaluate=None, order=order, budget=budget
            )
            runs.append(run)
            return decide(run, self)

        control = Control(stop)
        self.flags = control.flags
        if stop is None and (limit is None or limit.is_of_depth_only):
            try:
                return run_all([lambda: search(game, root, limit=limit)], control)[0]
            except OutOfBudgetError:
                return self._so_far(runs[-1])
        given = Limit() if limit is None else limit
        farthest = self.block.farthest
        bounded = replace(given, depth=min(given.depth or farthest, farthest))

        def deepen() -> Result[S, A]:
            return iterative_deepening(
                game, root, limit=bounded, algorithm=search, on_progress=on_progress
            )

        return self.honest(run_all([deepen], control, seconds=given.time)[0])

    def _so_far(self, run: Run[S, A]) -> Result[S, A]:
        """What an interrupted search to a depth has found; KeyboardInterrupt if nothing."""
        node = self.sides.nodes[run.game.player(run.state)]
        vectors = bool(run.scores) and isinstance(run.scores[0].value, tuple)
        found = None if node is Node.CHANCE else run.so_far(vectors or node is Node.MAX)
        if found is None:
            raise KeyboardInterrupt
        return self.honest(found)

    def honest(self, result: Result[S, A]) -> Result[S, A]:
        """The result, not knowing how many children were pruned where they were not counted."""
        if self.block.counting or not result.statistics.cutoffs:
            return result
        return replace(result, statistics=replace(result.statistics, pruned=None))

    def warm_up(self, root: S) -> None:
        """Have the machine code ready before the clock starts: a search that ends at once."""
        self.block.stop, self.block.node_limit = self.going, 0
        self.enter(root, -INFINITY, INFINITY)
        # A frame holds some copies of the state; fewer large ones fit into the stack.
        frame = 1024 + 80 * _fields(self.compiled.encode(root))
        self.block.farthest = min(MOST_PLIES, STACK_BYTES // frame)

    def enter(self, state: S, alpha: Number, beta: Number) -> Any:
        """Run the machine code on a state one ply below the root."""
        encoded = self.compiled.encode(state)
        search = self.compiled.functions.search
        return search(encoded, float(alpha), float(beta), 1, self.block.address)

    @property
    def neglected(self) -> float:
        """How likely, below the state searched last, a line is that was not searched."""
        return self.block.neglected

    def value(
        self,
        run: Run[S, A],
        state: S,
        alpha: Number = -INFINITY,
        beta: Number = INFINITY,
        reach: Number = 1,
    ) -> Any:
        """What the machine code gives for a successor of the root, counted on the run's account.

        `reach` is the probability of that successor.
        """
        block, budget = self.block, run.budget
        obeying = budget is None or budget.enforced
        block.stop = self.flags if obeying else self.going
        most = UNLIMITED if budget is None or not budget.enforced else budget.nodes
        block.node_limit = min(most, UNLIMITED)
        block.depth = min(run.depth, 2 * ENDLESS)
        block.status, block.reach = 0, float(reach)
        for name in COUNTERS:
            setattr(block, name, getattr(run.count, name))
        found = self.enter(state, alpha, beta)
        if block.status == FULL:
            self._reserve(4 * len(self.stack))
            return self.value(run, state, alpha, beta, reach)
        for name in COUNTERS:
            setattr(run.count, name, getattr(block, name))
        if not block.counting:
            run.count.pruned = run.count.cutoffs  # a run asks whether anything was pruned
        self._complain(run, block.status)
        return found

    def _complain(self, run: Run[S, A], status: int) -> None:
        """Raise what an interpreted search raises where a compiled one has ended early."""
        if status in (STOPPED, SPENT):
            raise OutOfBudgetError
        if status == TOO_DEEP:
            raise GameError("search.too_deep", algorithm=run.algorithm)
        if status == BROKEN:
            self.twin(run.limit)  # finds the state without actions, and raises
            raise run.no_actions(run.state)

    def line(self, run: Run[S, A], state: S, ply: int = 1) -> Line:
        """The best line from the successor of the root that was searched last."""
        index = -1
        if ply < LONGEST:
            index = int(self.block.lines[LONGEST + ply - 1])
        if index < 0:
            return None
        game = run.game
        noisy_actions = as_capability(game, Quiescent).noisy_actions
        actions: Iterable[A] = (game.actions if ply < run.depth else noisy_actions)(state)
        action = next(islice(actions, index, None))
        return action, self.line(run, game.result(state, action), ply + 1)


def decide(run: Run[S, A], machine: Machine[S, A]) -> Result[S, A]:
    """The root of a search for one player's utility: as any other node, with the full window."""
    game, state, me = run.game, run.state, machine.sides.me

    def root() -> tuple[Value, Line]:
        run.count.nodes += 1
        if run.budget is not None:
            run.budget.spend()
        if game.is_terminal(state):
            return run.leaf(state, 0, game.utility(state, me), LeafKind.TERMINAL)
        node = machine.sides.nodes[game.player(state)]
        return chance() if node is Node.CHANCE else choice(node is Node.MAX)

    def choice(is_max: bool) -> tuple[Value, Line]:
        best: Number = -INFINITY if is_max else INFINITY
        line: Line = None
        for action in run.actions(state):
            after = game.result(state, action)
            alpha, beta = (best, INFINITY) if is_max else (-INFINITY, best)
            child = tidy(machine.value(run, after, alpha, beta))
            run.score(action, child, window_bound(child, alpha, beta))
            run.neglected = max(run.neglected, machine.neglected)
            if child > best if is_max else child < best:
                best, line = child, (action, machine.line(run, after))
        if line is None:
            raise run.no_actions(state)
        return best, line

    def chance() -> tuple[Value, Line]:
        low, high = game.utility_bounds or (-INFINITY, INFINITY)
        parts: list[Number] = []
        for outcome, probability in game.chances(state):
            if probability:
                after = game.result(state, outcome)
                child = tidy(machine.value(run, after, low, high, probability))
                run.score(outcome, child, window_bound(child, low, high))
                run.neglected += float(probability) * machine.neglected
                parts.append(probability * child)
        if not parts:
            raise run.no_actions(state)
        return exact_sum(parts), None

    def exact(action: A) -> Number:
        return tidy(machine.alone().value(run.silent(), game.result(state, action)))

    return machine.honest(run.conclude(root, exact))


def _words(count: int) -> Any:
    """So many words of memory, all 0."""
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    return np.zeros(count, np.int64)


def _fields(state: Any) -> int:
    """How many numbers a state is made of."""
    return sum(map(_fields, state)) if isinstance(state, tuple) else 1


def _bits(sides: Sides) -> int:
    """A bit for each player who maximises."""
    return sum(1 << player for player, node in enumerate(sides.nodes) if node is Node.MAX)
