"""Compiled searches without enhancements: the answer of the interpreted twin, by machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import LeafKind, Node
from adversario.algorithms.core.limit import UNLIMITED, Budget, Limit, OutOfBudgetError
from adversario.algorithms.core.run import Line, Ordering, Run, window_bound
from adversario.algorithms.core.sides import Sides
from adversario.base.distribution import exact_sum
from adversario.base.errors import GameError, InputError
from adversario.base.numbers import INFINITY, Number, Value, tidy
from adversario.base.pov import Stakes
from adversario.base.process.memory import require_memory
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Quiescent
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.compile import Compiled
from adversario.native.engines.control import Control
from adversario.native.engines.memory.models import model_memory
from adversario.native.engines.memory.past import note_past
from adversario.native.engines.root_search import RootSearch, search_actions
from adversario.native.kernels.layout.plain import (
    BROKEN,
    FULL,
    LONGEST,
    SPENT,
    STOPPED,
    TOO_DEEP,
    Plain,
)
from adversario.native.kernels.layout.search import Counts
from adversario.native.kernels.tables.plain import ENDLESS, Entry

STACK_WORDS = 1 << 12

MOST_PLIES = 1000
STACK_BYTES = 4 << 20
"""The greatest ply of a search, and how much of the thread's stack it may use: half of it."""


class PlainSearch(RootSearch[S, A]):
    """A search of one block and, if it is given memory for it, a table.

    `twin` is the interpreted search to a limit, which says what is wrong with a game.
    """

    complete_lines = True

    def __init__(
        self,
        algorithm: str,
        compiled: Compiled,
        root: S,
        twin: Callable[[Limit | None], Result[S, A]],
        *,
        sides: Sides,
        quiescence: bool = False,
        probing: bool = False,
        counting: bool = False,
        unlikely: Number = 0,
        table_mib: int = 0,
        past: Sequence[S] = (),
        width: int = Entry.size,
        stack_words: int = STACK_WORDS,
    ) -> None:
        if table_mib < 0:
            raise InputError("limit.too_small", limit="table_mib", given=table_mib, least=0)
        super().__init__(algorithm, compiled, root)
        self.twin, self.sides = twin, sides
        self.current: Run[S, A]  # of the last iteration
        self.past = past
        self.never = _words(1)  # a stop flag that nobody sets
        self.block = block = Plain()
        self._reserve(stack_words)
        self.model = model_memory(self.game)
        block.model = 0 if self.model is None else self.model.address
        block.me, block.maximisers = sides.me, _bits(sides)
        block.quiescence, block.probing, block.counting = quiescence, probing, counting
        block.unlikely = float(unlikely)
        # The largest power of two of entries for which there is room.
        size = ((table_mib << 20) // (8 * width)).bit_length() - 1
        if table_mib:
            require_memory(8 * width << size, "memory.table")
            block.table, block.shift = _words(width << size), 64 - size

    def _reserve(self, words: int) -> None:
        """Make room for `words` words on the stack."""
        self.stack = _words(words)
        self.block.stack = self.stack
        self.block.stack_end = self.block.stack + 8 * words

    def warm_up(self) -> None:
        """Compile the kernel before the clock starts, by a search that ends at once."""
        if self.algorithm == "alphabeta":
            note_past(self.compiled, self.block, self.past, self.root, MOST_PLIES)
            self.block.draw = float(Stakes.of(self.game).draw)
        self.block.stop, self.block.node_limit = self.never, 0
        self.enter(self.root, -INFINITY, INFINITY)
        # A frame holds some copies of the state; fewer large ones fit into the stack.
        frame = 1024 + 80 * _fields(self.compiled.encode(self.root))
        self.farthest = self.block.farthest = min(MOST_PLIES, STACK_BYTES // frame)

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
        """One search to the depth of the limit; OutOfBudgetError if it was stopped."""
        run = self.current = Run(
            self.algorithm, game, state, limit=limit, evaluate=None, order=order, budget=budget
        )

        def exact(action: A) -> Number:
            after = game.result(run.state, action)
            return tidy(self._alone().value(run.silent(), after))

        return self._without_pruned(run.conclude(lambda: self.search_root(run), exact))

    def search_root(self, run: Run[S, A]) -> tuple[Value, Line]:
        """The value of the root, as any other node with the full window, and the best line."""
        game, state = run.game, run.state
        run.count.nodes += 1
        if run.budget is not None:
            run.budget.spend()
        if game.is_terminal(state):
            return run.leaf(state, 0, self.utility(state), LeafKind.TERMINAL)
        return self.expect(run) if game.player(state) == CHANCE else self.choose(run)

    def utility(self, state: S) -> Value:
        """The value of a terminal state."""
        return self.game.utility(state, self.sides.me)

    def choose(self, run: Run[S, A]) -> tuple[Value, Line]:
        """The value of a root at which a player moves, and the best line."""
        game, state, after = run.game, run.state, run.state
        sign = 1 if self.sides.nodes[game.player(state)] is Node.MAX else -1
        best, line = -INFINITY, None

        def value_of(action: A, alpha: float, beta: float, rank: int) -> float:
            nonlocal after
            after = game.result(state, action)
            low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
            return sign * float(self.value(run, after, low, high))

        for each in search_actions(run.actions(state), -INFINITY, INFINITY, value_of):
            bound = each.bound if sign > 0 else each.bound.opposite
            run.score(each.action, tidy(sign * each.value), bound)
            run.neglected = max(run.neglected, self.block.neglected)
            if each.value > best:
                best, line = each.value, (each.action, self.line(run, after))
        if line is None:
            raise run.no_actions(state)
        return tidy(sign * best), line

    def expect(self, run: Run[S, A]) -> tuple[Value, Line]:
        """The mean value of a root at which chance moves."""
        game, state = run.game, run.state
        low, high = game.utility_bounds or (-INFINITY, INFINITY)
        parts: list[Number] = []
        for outcome, probability in game.chances(state):
            if probability:
                after = game.result(state, outcome)
                child = tidy(self.value(run, after, low, high, probability))
                run.score(outcome, child, window_bound(child, low, high))
                run.neglected += float(probability) * self.block.neglected
                parts.append(probability * child)
        if not parts:
            raise run.no_actions(state)
        return exact_sum(parts), None

    def value(
        self,
        run: Run[S, A],
        state: S,
        alpha: Number = -INFINITY,
        beta: Number = INFINITY,
        reach: Number = 1,
    ) -> Any:
        """The value of a successor of the root by machine code, which counts for the run.

        `reach` is the probability of that successor.
        """
        block, count, budget = self.block, run.count, run.budget
        obeying = budget is None or budget.enforced
        block.stop = self.control.flags if obeying else self.never
        most = UNLIMITED if budget is None or not budget.enforced else budget.nodes
        block.node_limit = min(most, UNLIMITED)
        block.depth = min(run.depth, 2 * ENDLESS)
        block.status, block.reach = 0, float(reach)
        counts = block.words[: Counts.size]
        counts[:] = [getattr(count, name) for name in Counts.fields]
        found = self.enter(state, alpha, beta)
        if block.status == FULL:
            self._reserve(4 * len(self.stack))
            return self.value(run, state, alpha, beta, reach)
        for name, number in zip(Counts.fields, counts.tolist(), strict=True):
            setattr(count, name, number)
        if not block.counting:
            count.pruned = count.cutoffs  # a run asks whether anything was pruned
        self._raise_status(run)
        return found

    def enter(self, state: S, alpha: Number, beta: Number) -> Any:
        """Run the machine code on a state one ply below the root."""
        encoded = self.compiled.encode(state)
        search = self.compiled.functions.search
        return search(encoded, float(alpha), float(beta), 1, self.block.address)

    def _raise_status(self, run: Run[S, A]) -> None:
        """Raise what an interpreted search raises if the compiled one has ended early."""
        status = self.block.status
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
        beyond = ply >= run.depth
        found = as_capability(game, Quiescent).noisy_actions if beyond else game.actions
        actions: Iterable[A] = found(state)
        action = next(islice(actions, index, None))
        return action, self.line(run, game.result(state, action), ply + 1)

    def best_so_far(self) -> Result[S, A]:
        """What a search to a depth has found when Ctrl-C stops it; KeyboardInterrupt if nothing."""
        run = self.current
        node = self.sides.nodes[run.game.player(run.state)]
        vectors = bool(run.scores) and isinstance(run.scores[0].value, tuple)
        found = None if node is Node.CHANCE else run.so_far(vectors or node is Node.MAX)
        if found is None:
            raise KeyboardInterrupt
        return self._without_pruned(found)

    def finish(self, result: Result[S, A]) -> Result[S, A]:
        """The answer of all iterations."""
        return self._without_pruned(result)

    def _without_pruned(self, result: Result[S, A]) -> Result[S, A]:
        """The result without the number of pruned actions, if these were not counted."""
        if self.block.counting or not result.statistics.cutoffs:
            return result
        return replace(result, statistics=replace(result.statistics, pruned=None))

    def _alone(self) -> PlainSearch[S, A]:
        """A copy with memory of its own and no table, to be used while the original runs."""
        other = copy(self)
        other.block, other.control = self.block.copy(), Control()
        other.model = model_memory(self.game)
        other.block.model = 0 if other.model is None else other.model.address
        other.block.table = 0
        other._reserve(len(self.stack))
        return other


def _words(count: int) -> Any:
    """`count` words of memory, all 0."""
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    return np.zeros(count, np.int64)


def _fields(state: Any) -> int:
    """How many numbers a state is made of."""
    return sum(map(_fields, state)) if isinstance(state, tuple) else 1


def _bits(sides: Sides) -> int:
    """A bit for each player who maximises."""
    return sum(1 << player for player, node in enumerate(sides.nodes) if node is Node.MAX)
