"""Compiled alpha-beta: the root in Python, all below it in machine code, on one core or more.

Iterative deepening with aspiration windows, and in parallel the simplest thing that works: every
thread searches the same position and they share one table (lazy SMP).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from time import perf_counter
from typing import Any, Generic

from adversario.catalogue import message
from adversario.errors import UnsuitableGameError
from adversario.game import A, Game, S
from adversario.native.compile import Compiled, compile_game
from adversario.native.control import Control, run_all
from adversario.native.kernels import alphabeta as plain_kernel
from adversario.native.kernels import context as at
from adversario.native.kernels import enhanced as enhanced_kernel
from adversario.search.events import Bound
from adversario.search.fit import require
from adversario.search.limit import Limit
from adversario.search.result import Result, Score, Statistics
from adversario.values import INFINITY

MOST_NODES = 1 << 62
STACK_ITEMS = 1 << 14


@dataclass(frozen=True, slots=True)
class Enhancements:
    """What is added to plain alpha-beta; each can be switched off.

    - `table_mib`: the size of the transposition table; 0 for none;
    - `scout`: null windows after the first action (principal-variation search);
    - `killers`, `history`: actions that cut elsewhere are tried first;
    - `aspiration`: an iteration starts with a window around the last value;
    - `distance`: quick wins are preferred, slow losses too; needs `utility_bounds`;
    - `quiescence`: states that are not quiet are searched on;
    - `reductions`: late actions are searched less deep at first (the value may change).
    """

    table_mib: int = 64
    scout: bool = True
    killers: bool = True
    history: bool = True
    aspiration: bool = True
    distance: bool = True
    quiescence: bool = True
    reductions: bool = False

    @property
    def plain(self) -> bool:
        """Whether nothing is added that changes which nodes are visited."""
        ordering = self.scout or self.killers or self.history or self.reductions
        return not (ordering or self.table_mib or self.distance or self.aspiration)


PLAIN = Enhancements(
    table_mib=0, scout=False, killers=False, history=False, aspiration=False, distance=False
)
"""Nothing added: the nodes are those of `adversario.search.alphabeta`."""


def native_alphabeta(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    enhancements: Enhancements = Enhancements(),  # noqa: B008 (a frozen value)
    threads: int = 1,
    lines: int = 1,
    control: Control | None = None,
    on_iteration: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of alpha-beta by compiled rules; NotCompilable where there are none.

    Plain, it searches once, to the depth of the limit or the end of the game, and visits exactly
    the nodes of its interpreted twin. Otherwise it deepens until the limit, until the value is
    proven, or until Ctrl-C or `control` stop it, and answers with the last complete iteration;
    depth 1 is always completed. With one thread the nodes visited are the same every time. `lines`
    is how many of the best actions get an exact score. The principal variation is what the table
    remembers of it.
    """
    require(game, "alphabeta")
    if game.players > 2 or not (game.zero_sum or game.players == 1):
        raise UnsuitableGameError(
            "fit.unsuitable", algorithm="native alphabeta", game=game.name,
            objections=(message("fit.general_sum"),), fitting="alphabeta",
        )  # fmt: skip
    limit = Limit() if limit is None else limit
    control = Control() if control is None else control
    root = game.initial() if state is None else state
    search = _Search(game, root, limit, enhancements, lines, control, on_iteration)
    search.warm_up()
    if enhancements.plain and limit.is_of_depth_only:
        works = [search.once]
    else:
        works = [search.deepen] + [search.helper(number) for number in range(1, threads)]
    return run_all(works, control, seconds=limit.time)[0]


class _Search(Generic[S, A]):
    """One search: the game compiled, the table, and what its threads share."""

    def __init__(
        self,
        game: Game[S, A],
        root: S,
        limit: Limit,
        enhancements: Enhancements,
        lines: int,
        control: Control,
        on_iteration: Callable[[Result[S, A]], None] | None,
    ) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        self.game, self.root, self.limit, self.lines = game, root, limit, max(1, lines)
        self.enhancements, self.control, self.on_iteration = enhancements, control, on_iteration
        kernel = plain_kernel if enhancements.plain else enhanced_kernel
        self.compiled: Compiled = compile_game(game, kernel, root)
        self.terminal = game.is_terminal(root)
        self.mover = game.player(root)
        self.actions = () if self.terminal else tuple(game.actions(root))
        self.children = [self.compiled.encode(game.result(root, a)) for a in self.actions]
        self.same = [game.player(game.result(root, a)) == self.mover for a in self.actions]
        buckets = 1 << max(10, (enhancements.table_mib << 20).bit_length() - 7)
        words = 8 * buckets if enhancements.table_mib else 0
        self.table = np.zeros(words + 8, np.int64)
        self.mask = buckets - 1
        self.started = perf_counter()
        self.spent: list[_Thread] = []  # all that have searched, for their counts

    def warm_up(self) -> None:
        """Have the kernel compiled before the clock starts."""
        thread = _Thread(self, MOST_NODES)
        thread.obey(False)
        root = self.compiled.encode(self.root)
        thread.call(root, -INFINITY, INFINITY, 0)
        if self.enhancements.table_mib:
            thread.known_action(root)
        self.spent.clear()
        self.started = perf_counter()

    def once(self) -> Result[S, A]:
        """One plain search to the depth of the limit."""
        depth = self.limit.depth
        thread = _Thread(self, MOST_NODES)
        scores = thread.iteration(at.MOST_PLIES if depth is None else depth, range(self.width))
        return self.result(scores, depth, thread)

    def deepen(self) -> Result[S, A]:
        """Iterations until the limit, or the stop flag, or nothing more to find."""
        thread = _Thread(self, self.limit.nodes or MOST_NODES)
        answer: Result[S, A] | None = None
        order: Sequence[int] = range(self.width)
        last: float | None = None
        for depth in count(1) if self.limit.depth is None else range(1, self.limit.depth + 1):
            thread.obey(depth > 1)
            scores = thread.iteration(depth, order, last)
            if thread.stopped and depth > 1:
                break
            order = [each.index for each in sorted(scores, key=lambda each: -each.value)]
            last = max((each.value for each in scores), default=None)
            answer = self.result(scores, depth, thread)
            if self.on_iteration is not None:
                self.on_iteration(answer)
            if answer.proven or depth >= at.MOST_PLIES:
                break
        self.control.stop()
        assert answer is not None
        return replace(answer, statistics=self.statistics())

    def helper(self, number: int) -> Callable[[], Any]:
        """What another thread does: the same iterations, to fill the table they share."""

        def help_out() -> None:
            thread = _Thread(self, MOST_NODES)
            most = at.MOST_PLIES if self.limit.depth is None else self.limit.depth
            for depth in range(1 + number % 2, most + 1):
                # Every helper starts elsewhere, so that they do not all do the same work.
                first = number % max(1, self.width)
                order = [*range(first, self.width), *range(first)]
                thread.iteration(depth, order)
                if thread.stopped:
                    return

        return help_out

    @property
    def width(self) -> int:
        """How many actions the root has."""
        return len(self.actions)

    def result(self, scores: Sequence[_Scored], depth: int | None, thread: _Thread) -> Result[S, A]:
        """The answer of one complete iteration."""
        best = max(scores, key=lambda each: each.value, default=None)
        sign = 1 if self.mover == 0 else -1
        if best is None:
            value = float(self.game.utility(self.root, self.mover))
            distance: int | None = 0
            line: tuple[A, ...] = ()
        else:
            value, distance = self.decoded(best.value)
            line = self.line(best.index, thread)
        return Result(
            algorithm="alphabeta",
            game=self.game,
            state=self.root,
            action=line[0] if line else None,
            value=_tidy(sign * value),
            bound=Bound.EXACT,
            proven=not thread.met_horizon or distance is not None,
            depth=depth,
            principal_variation=line,
            scores=tuple(
                Score(self.actions[each.index], _tidy(sign * self.decoded(each.value)[0]),
                      each.bound if sign > 0 else _FLIPPED[each.bound])
                for each in sorted(scores, key=lambda each: each.rank)
            ),
            statistics=self.statistics(),
            distance=distance,
            _exact=self.exact(depth) if self.enhancements.plain else None,
        )  # fmt: skip

    def decoded(self, value: float) -> tuple[float, int | None]:
        """A value to the mover as a utility, and, for a win or loss, the plies until then."""
        bounds = self.game.utility_bounds
        if not self.enhancements.distance or bounds is None:
            return value, None
        worst, best = bounds if self.mover == 0 else (-bounds[1], -bounds[0])
        unit = distance_unit(bounds)
        for end, plies in ((best, (best - value) / unit), (worst, (value - worst) / unit)):
            if plies < at.MOST_PLIES:
                return float(end), round(plies)
        return value, None

    def exact(self, depth: int | None) -> Callable[[A], float]:
        """The value of an action of the root searched alone, as `Result` asks for it."""

        def of(action: A) -> float:
            thread = _Thread(self, MOST_NODES)
            thread.obey(False)
            deep = at.MOST_PLIES if depth is None else depth
            found = thread.child(self.actions.index(action), -INFINITY, INFINITY, deep)
            return _tidy((1 if self.mover == 0 else -1) * self.decoded(found)[0])

        return of

    def line(self, first: int, thread: _Thread) -> tuple[A, ...]:
        """The first action, and what the table knows of the replies."""
        game = self.game
        found, seen = [self.actions[first]], {self.root}
        state = game.result(self.root, found[0])
        while self.enhancements.table_mib and not game.is_terminal(state) and state not in seen:
            seen.add(state)
            number = thread.known_action(self.compiled.encode(state))
            actions = tuple(game.actions(state))
            if not 0 <= number < len(actions):
                break
            found.append(actions[number])
            state = game.result(state, actions[number])
        return tuple(found)

    def statistics(self) -> Statistics:
        """What all threads have counted so far."""

        def total(place: int) -> int:
            return sum(int(thread.block[place]) for thread in self.spent)

        return Statistics(
            nodes=total(at.NODES),
            leaves=total(at.LEAVES),
            evaluations=total(at.EVALUATIONS),
            cutoffs=total(at.CUTOFFS),
            pruned=None,
            depth=max((int(thread.block[at.DEEPEST]) for thread in self.spent), default=0),
            seconds=perf_counter() - self.started,
        )


@dataclass(frozen=True, slots=True)
class _Scored:
    """What an iteration found of an action of the root: its value to the mover."""

    index: int
    rank: int
    value: float
    bound: Bound


class _Thread:
    """One thread's own memory: its counts, its stack of actions, its killers and history."""

    def __init__(self, search: _Search[Any, Any], most_nodes: int) -> None:
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
    ) -> list[_Scored]:
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

    def window(self, depth: int, order: Sequence[int], low: float, high: float) -> list[_Scored]:
        """The root's actions searched with a window, as a node of the kernel would."""
        self.block[at.NODES] += 1
        self.block[at.AGE] = depth & 0xFF
        if self.search.terminal:
            self.block[at.LEAVES] += 1
        found: list[_Scored] = []
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
            found.append(_Scored(index, rank, value, bound))
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


_FLIPPED = {Bound.EXACT: Bound.EXACT, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


def distance_unit(bounds: tuple[Any, Any]) -> float:
    """What a ply of distance takes off a win: too little to change the order of utilities."""
    return max(float(bounds[1]) - float(bounds[0]), 1e-9) * 2.0**-22


def _tidy(value: float) -> float:
    """A whole number as an int, as games give it."""
    return int(value) if value == int(value) else value
