"""One thread of compiled alpha-beta: the root's actions in Python, each searched by the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from adversario.game import Game
from adversario.native.compile import Compiled
from adversario.native.control import Control
from adversario.native.enhancements import Enhancements
from adversario.native.kernels import context as at
from adversario.search.events import Bound
from adversario.values import INFINITY

MOST_NODES = 1 << 62
STACK_ITEMS = 1 << 14


class Shared(Protocol):
    """What the threads of a search have in common."""

    game: Game[Any, Any]
    compiled: Compiled
    control: Control
    enhancements: Enhancements
    lines: int
    terminal: bool
    children: list[Any]
    same: list[bool]
    table: Any
    mask: int
    spent: list[Any]


def distance_unit(bounds: tuple[Any, Any]) -> float:
    """What a ply of distance takes off a win: too little to change the order of utilities."""
    return max(float(bounds[1]) - float(bounds[0]), 1e-9) * 2.0**-22


@dataclass(frozen=True, slots=True)
class Scored:
    """What an iteration found of an action of the root: its value to the mover."""

    index: int
    rank: int
    value: float
    bound: Bound


class Thread:
    """One thread's own memory: its counts, its stack of actions, its killers and history."""

    def __init__(self, search: Shared, most_nodes: int) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        self.search, self.most_nodes = search, most_nodes
        self.functions = search.compiled.functions
        self.block = np.zeros(at.SIZE, np.int64)
        self.no_stop = np.zeros(8, np.int64)
        self.killers = np.full(2 * at.MOST_PLIES, -1, np.int64)
        self.history = np.zeros(at.CODES * search.game.players, np.int64)
        self.stack = np.zeros(0, np.int64)
        self.scores = np.zeros(0, np.int64)
        self.met_horizon = True
        self.obeying = True
        self._fill()
        self._grow(STACK_ITEMS)
        search.spent.append(self)

    def _fill(self) -> None:
        """The addresses and limits of the block."""
        search, block, numbers = self.search, self.block, self.block.view("float64")
        extra = search.enhancements
        bounds = search.game.utility_bounds
        block[at.STOP] = search.control.flags.ctypes.data
        block[at.NODE_LIMIT] = self.most_nodes
        block[at.OPTIONS] = (
            at.SCOUT * extra.scout + at.ORDER_KILLERS * extra.killers
            + at.ORDER_HISTORY * extra.history + at.QUIESCENCE * extra.quiescence
            + at.DISTANCE * (extra.distance and bounds is not None)
            + at.REDUCTIONS * extra.reductions
        )  # fmt: skip
        if extra.table_mib:
            base = search.table.ctypes.data
            block[at.TABLE] = base + -base % 64  # a bucket is to lie within a cache line
            block[at.TABLE_MASK] = search.mask
        block[at.KILLERS], block[at.HISTORY] = self.killers.ctypes.data, self.history.ctypes.data
        low, high = (0.0, 1.0) if bounds is None else (float(bounds[0]), float(bounds[1]))
        numbers[at.BEST], numbers[at.WORST] = high, low
        numbers[at.UNIT] = distance_unit((low, high))
        numbers[at.STEP] = distance_unit((low, high)) / 4

    def _grow(self, items: int) -> None:
        """Room for so many actions on the stack."""
        import numpy as np  # noqa: PLC0415

        # An action has a few words; 16 are more than any that fits in a record of a game here.
        self.stack, self.scores = np.zeros(16 * items, np.int64), np.zeros(items, np.int64)
        self.block[at.STACK], self.block[at.SCORES] = (
            self.stack.ctypes.data, self.scores.ctypes.data,
        )  # fmt: skip
        self.block[at.STACK_SIZE] = items

    @property
    def stopped(self) -> bool:
        """Whether what was found last is not to be trusted."""
        return self.obeying and self.search.control.stopped

    def obey(self, flag: bool) -> None:
        """Whether the stop flag and the limit of nodes count for what comes next."""
        self.obeying = flag
        flags = self.search.control.flags if flag else self.no_stop
        self.block[at.STOP] = flags.ctypes.data
        self.block[at.NODE_LIMIT] = self.most_nodes if flag else MOST_NODES

    def iteration(
        self, depth: int, order: Sequence[int], last: float | None = None
    ) -> list[Scored]:
        """The scores of the root's actions to that depth, with a window around the last value."""
        before = int(self.block[at.HORIZON]) + int(self.block[at.EVALUATIONS])
        low, high = -INFINITY, INFINITY
        if self.search.enhancements.aspiration and last is not None and self.search.lines == 1:
            reach = (
                self.block.view("float64")[at.BEST] - self.block.view("float64")[at.WORST]
            ) / 32
            low, high = last - reach, last + reach
        scores = self.window(depth, order, low, high)
        best = max((each.value for each in scores), default=0.0)
        if scores and not low < best < high and not self.stopped:
            scores = self.window(depth, order, -INFINITY, INFINITY)
        after = int(self.block[at.HORIZON]) + int(self.block[at.EVALUATIONS])
        self.met_horizon = after != before
        return scores

    def window(self, depth: int, order: Sequence[int], low: float, high: float) -> list[Scored]:
        """The root's actions searched with a window, as a node of the kernel would."""
        self.block[at.NODES] += 1
        self.block[at.AGE] = depth & 0xFF
        if self.search.terminal:
            self.block[at.LEAVES] += 1
        found: list[Scored] = []
        ranked: list[float] = []  # the values so far, best first
        step = float(self.block.view("float64")[at.STEP])
        for rank, index in enumerate(order):
            alpha = (
                max(low, ranked[self.search.lines - 1]) if len(ranked) >= self.search.lines else low
            )
            beta = high
            if self.search.enhancements.scout and rank and alpha > -INFINITY:
                beta = min(high, alpha + step)
            value = self.child(index, alpha, beta, depth)
            if beta < high and value >= beta and not self.stopped:
                beta = high
                value = self.child(index, alpha, beta, depth)
            bound = Bound.UPPER if value <= alpha else Bound.LOWER if value >= beta else Bound.EXACT
            found.append(Scored(index, rank, value, bound))
            ranked = sorted([*ranked, value], reverse=True)
            if value >= high or self.stopped:
                break
        return found

    def child(self, index: int, alpha: float, beta: float, depth: int) -> float:
        """The value to the root's mover of the state after an action."""
        search = self.search
        state = search.children[index]
        low, high = (alpha, beta) if search.same[index] else (-beta, -alpha)
        value = self.call(state, low, high, depth - 1)
        return value if search.same[index] else -value

    def call(self, state: Any, low: float, high: float, depth: int) -> float:
        """One run of the kernel; again with a larger stack if that was too small."""
        while True:
            self.block[at.STACK_TOP] = 0
            address = self.block.ctypes.data
            if self.search.enhancements.plain:
                quiesce = self.search.enhancements.quiescence
                return float(self.functions.value(state, low, high, depth, 1, quiesce, address))
            value = float(self.functions.value(state, low, high, depth, 1, address))
            if not self.block[at.OVERFLOW]:
                return value
            self.block[at.OVERFLOW] = 0
            self.search.control.flags[0] = self.no_stop[0] = 0
            self._grow(4 * int(self.block[at.STACK_SIZE]))

    def known_action(self, state: Any) -> int:
        """The number of the best action that the table knows; -1 if none."""
        return int(self.functions.known_action(state, self.block.ctypes.data))
