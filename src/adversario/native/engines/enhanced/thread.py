"""One thread of compiled alpha-beta: the root's actions in Python, each searched by the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from adversario.algorithms.core.limit import UNLIMITED
from adversario.base.numbers import INFINITY
from adversario.game import Game
from adversario.native.compiler.compile import Compiled
from adversario.native.engines.control import Control
from adversario.native.engines.endgame import SearchTables
from adversario.native.engines.enhanced.builds import Build, distance_unit, first_aligned
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.recording import Rows
from adversario.native.engines.memory.models import model_memory
from adversario.native.engines.memory.past import note_past
from adversario.native.engines.root_search import Scored, search_actions
from adversario.native.kernels.layout import deepening as at
from adversario.native.kernels.layout.deepening import Killers
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.search import report as row
from adversario.native.kernels.tables.deepening import NO_ACTION

STACK_ITEMS = 1 << 14
WINDOWS = 4
"""The windows that are tried around the last value, each three times as wide, before all values."""


class Shared(Protocol):
    """What the threads of a search have in common."""

    game: Game[Any, Any]
    root: Any
    past: Sequence[Any]
    build: Build
    compiled: Compiled
    control: Control
    enhancements: Enhancements
    lines: int
    terminal: bool
    utility: float
    children: list[Any]
    same: list[bool]
    table: Any
    mask: int
    tables: SearchTables | None
    skipped_layer: int
    spent: list[Any]


class Thread:
    """One thread's own memory: its counts, its stack of actions, its killers and history."""

    def __init__(self, search: Shared, most_nodes: int, *, recording: bool = False) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        self.search, self.most_nodes = search, most_nodes
        self.functions = search.compiled.functions
        self.build = search.build
        self.block = self.build.new_block(search.game)
        self.model = model_memory(search.game)  # with room for work of its own
        self.block.model = 0 if self.model is None else self.model.address
        self.no_stop = np.zeros(8, np.int64)
        self.killers = np.full(Killers.size * at.MOST_PLIES, -1, np.int64)
        self.history = np.zeros(at.CODES * search.game.players, np.int64)
        self.stack = np.zeros(0, np.int64)
        self.scores = np.zeros(0, np.int64)
        self.rows = Rows(self.block) if recording else None
        self.met_horizon = True
        self.obeying = True
        self._fill()
        note_past(search.compiled, self.block, search.past, search.root, at.MOST_PLIES)
        self._grow(STACK_ITEMS)
        search.spent.append(self)

    def _fill(self) -> None:
        """The addresses and limits of the block."""
        search, block = self.search, self.block
        extra = search.enhancements
        bounds = search.game.utility_bounds
        block.stop = search.control.flags
        block.node_limit = self.most_nodes
        block.options = (
            at.SCOUT * extra.scout + at.ORDER_KILLERS * extra.killers
            + at.ORDER_HISTORY * extra.history + at.QUIESCENCE * extra.quiescence
            + at.DISTANCE * (extra.distance and bounds is not None)
            + at.REDUCTIONS * extra.reductions
            + at.NULL_MOVE * (extra.null_move and bounds is not None)
        )  # fmt: skip
        if extra.table_mib:
            block.table = search.table[first_aligned(search.table) :]
            block.table_mask = search.mask
        if (
            extra.cuts is not None
            and bounds is not None
            and self.rows is None
            and not extra.selective
        ):
            self.cuts = extra.cuts.memory()
            block.cuts = self.cuts
        block.killers, block.history = self.killers, self.history
        if search.tables is not None:
            memory = search.tables.memory()
            block.endgame, block.endgame_plies = memory.address, memory.plies
            block.endgame_skip = search.skipped_layer
        low, high = (0.0, 1.0) if bounds is None else (float(bounds[0]), float(bounds[1]))
        block.best, block.worst = high, low
        block.unit = distance_unit((low, high))
        block.step = distance_unit((low, high)) / 4

    def _grow(self, items: int) -> None:
        """Make room for `items` actions on the stack."""
        import numpy as np  # noqa: PLC0415

        # An action has a few words; 16 are more than any that fits in a record of a game here.
        self.stack, self.scores = np.zeros(16 * items, np.int64), np.zeros(items, np.int64)
        self.block.stack, self.block.scores = self.stack, self.scores
        self.block.stack_size = items

    @property
    def stopped(self) -> bool:
        """Whether what was found last is not to be trusted."""
        return self.obeying and self.search.control.is_set()

    def obey(self, flag: bool) -> None:
        """Whether the stop flag and the limit of nodes count for what comes next."""
        self.obeying = flag
        flags = self.search.control.flags if flag else self.no_stop
        self.block.stop = flags
        self.block.node_limit = self.most_nodes if flag else UNLIMITED

    def report(
        self,
        kind: int,
        number: int = NO_ACTION,
        *,
        low: float = 0.0,
        high: float = 0.0,
        value: float = 0.0,
    ) -> None:
        """Write a row about the root, if this thread records."""
        if self.rows is not None:
            self.rows.write(kind, number, low, high, value)

    def iteration(
        self, depth: int, order: Sequence[int], last: float | None = None
    ) -> list[Scored[int]]:
        """The scores of the root's actions to that depth, with a window around the last value."""
        before = self.block.horizon + self.block.evaluations
        scores: list[Scored[int]] = []
        for attempt, (low, high) in enumerate(self.windows(last)):
            if attempt:
                self.report(row.WIDENED)
            scores = self.window(depth, order, low, high)
            best = max((each.value for each in scores), default=0.0)
            if not scores or low < best < high or self.stopped:
                break
        after = self.block.horizon + self.block.evaluations
        self.met_horizon = after != before
        if self.rows is not None:
            self.rows.finish(stopped=self.stopped)
        return scores

    def windows(self, last: float | None) -> Iterator[tuple[float, float]]:
        """The windows to search the root with until the value is inside: around the last, then all.

        A selective search starts with a narrow one, by the unit of estimates, and widens it.
        """
        if self.search.enhancements.aspiration and last is not None and self.search.lines == 1:
            unit = self.search.game.estimate_unit if self.build.is_selective else 0.0
            reach = 0.3 * unit if unit else (self.block.best - self.block.worst) / 32
            for _ in range(WINDOWS if unit else 1):
                if last - reach < last < last + reach:  # not lost among the digits of a large value
                    yield last - reach, last + reach
                reach *= 3
        yield -INFINITY, INFINITY

    def window(
        self, depth: int, order: Sequence[int], low: float, high: float
    ) -> list[Scored[int]]:
        """The root's actions searched with a window, as a node of the kernel would."""
        block, search = self.block, self.search
        if block.nodes >= block.node_limit:
            search.control.set()
            return []
        block.nodes += 1
        self.build.start(block, depth)
        self.report(row.ENTER, low=low, high=high)
        if search.terminal:
            block.leaves += 1
            self.report(row.TERMINAL, value=search.utility)
            return []

        def value_of(index: int, alpha: float, beta: float, rank: int) -> float:
            self.report(row.TRIED, index, value=-1.0)
            value = self.scout(index, alpha, beta, depth, rank)
            self.report(row.CHILD, index, value=value)
            return value

        found: list[Scored[int]] = []
        best = -INFINITY
        for each in search_actions(order, low, high, value_of, search.lines):
            found.append(each)
            if each.value > best:
                best = each.value
                alpha = max(each.alpha, best) if best < high else each.alpha
                self.report(row.UPDATED, each.action, low=alpha, high=high, value=best)
            if self.stopped:
                break
            if best >= high:
                block.cutoffs += 1
                self.report(row.CUT, high=high, value=best)
        top = max(found, key=lambda each: each.value)
        self.report(row.LEFT, top.action, low=low, high=high, value=top.value)
        return found

    def scout(self, index: int, alpha: float, beta: float, depth: int, rank: int) -> float:
        """The value of an action of the root; a null window first if it should be no better.

        A selective search also searches late actions less deep at first.
        """
        high, less = beta, 0
        if self.search.enhancements.scout and rank > 0 and alpha > -INFINITY:
            high = min(beta, alpha + self.block.step)
            less = self.build.root_reduction(depth, rank)
            if high < beta:
                self.report(row.SCOUTED)
        if less:
            self.report(row.REDUCED)
            value = self.child(index, alpha, high, depth - less)
            if value <= alpha or self.stopped:
                return value
            self.report(row.AGAIN)
        value = self.child(index, alpha, high, depth)
        if high < beta and value >= high and not self.stopped:
            self.report(row.AGAIN)
            value = self.child(index, alpha, beta, depth)
        return value

    def child(self, index: int, alpha: float, beta: float, depth: int) -> float:
        """The value to the root's mover of the state after an action."""
        search = self.search
        state = search.children[index]
        low, high = (alpha, beta) if search.same[index] else (-beta, -alpha)
        value = self.call(state, low, high, depth - 1)
        return value if search.same[index] else -value

    def call(self, state: Any, low: float, high: float, depth: int) -> float:
        """One run of the kernel; again with a larger stack if that was too small."""
        rows = self.block.row_count
        while True:
            self.block.stack_top = 0
            address = self.block.address
            value = float(self.functions.value(state, low, high, depth, 1, address))
            if not self.block.overflow:
                return value
            self.block.overflow, self.block.row_count = 0, rows
            self.search.control.clear_own()
            self.no_stop[Flags.stop] = 0
            self._grow(4 * self.block.stack_size)

    def known_action(self, state: Any) -> tuple[int, float]:
        """The number of the best action that the table knows, or -1; and the value, or NaN."""
        action, value = self.functions.known_action(state, self.block.address)
        return int(action), float(value)
