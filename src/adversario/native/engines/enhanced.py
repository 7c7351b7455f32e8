"""Compiled alpha-beta: the root in Python, all below it in machine code, on one core or more.

Iterative deepening with aspiration windows, and in parallel the simplest thing that works: every
thread searches the same position and they share one table (lazy SMP).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.answer import Result, Score, Statistics, Variation
from adversario.algorithms.core.events import Bound, Event, Observer
from adversario.algorithms.core.limit import UNLIMITED, Limit
from adversario.algorithms.core.requirements import require
from adversario.base.catalogue import message
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.numbers import INFINITY, tidy
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.contract.symmetry import Keyed
from adversario.game import A, Game, S, Utilities
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.alphabeta import native_plain
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.endgame import SearchTables
from adversario.native.engines.enhancements import Enhancements
from adversario.native.engines.recording import recording_kernel
from adversario.native.engines.replay import Replay
from adversario.native.engines.thread import Scored, Thread, distance_unit, hash_use
from adversario.native.kernels.layout import deepening as at
from adversario.native.kernels.search import enhanced as enhanced_kernel
from adversario.native.kernels.search.report import DEEPENED


def fits_native(game: Game[Any, Any]) -> bool:
    """Whether compiled alpha-beta could search the game, if its rules compile."""
    kind = game.kind
    zero_sum = kind.players == 2 and kind.utilities is Utilities.ZERO_SUM
    return (kind.players == 1 or zero_sum) and not kind.chance and kind.is_open


def native_alphabeta(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    enhancements: Enhancements = Enhancements(),  # noqa: B008 (a frozen value)
    threads: int = 1,
    lines: int = 1,
    tables: SearchTables | None = None,
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
    on_event: Observer | None = None,
) -> Result[S, A]:
    """The decision of alpha-beta by compiled rules; NotCompilable where there are none.

    Without any enhancement it is `native_plain`: one search to the depth of the limit, of exactly
    the nodes of the interpreted twin. Otherwise it deepens until the limit, until the value is
    proven, or until Ctrl-C or `stop` ends it, and answers with the last complete iteration;
    depth 1 is always completed. With one thread the nodes visited are the same every time. `lines`
    is how many of the best actions get an exact score. The principal variation is what the table
    remembers of it.

    With endgame `tables` the search stops at the positions that they have. Tables without plies
    do not tell how to get on from a root that they have: there only the actions are searched that
    keep its value, and its layer is searched as if there were no table of it.

    With `on_event` it is the recording build that searches, in one thread, and the events of all
    complete iterations are reported at the end; InputError if there are too many to be read.
    """
    require(game, "alphabeta")
    if game.players > 2 or not (game.zero_sum or game.players == 1):
        raise UnsuitableGameError(
            "fit.unsuitable", algorithm="native alphabeta", game=game.name,
            objections=(message("fit.general_sum"),), fitting="alphabeta",
        )  # fmt: skip
    if tables is not None and tables.listed:
        raise InputError("endgame.listed", game=game.name)
    if enhancements.plain and on_event is None and tables is None:
        return native_plain(
            game, state, limit=limit, quiescence=enhancements.quiescence, counting=False,
            stop=stop, on_progress=on_progress,
        )  # fmt: skip
    limit = Limit() if limit is None else limit
    control = Control(stop)
    root = game.initial() if state is None else state
    search = _Search(
        game, root, limit, enhancements, lines, control, on_progress, tables, on_event is not None
    )
    search.warm_up()
    if on_event is None:
        works = [search.deepen] + [search.helper(number) for number in range(1, threads)]
        found: Result[S, A] = run_all(works, control, seconds=limit.time)[0]
        return found
    once = enhancements.plain and limit.is_of_depth_only
    answer = run_all([search.once if once else search.deepen], control, seconds=limit.time)[0]
    for event in search.events():
        on_event(event)
    return answer


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
        on_progress: Callable[[Result[S, A]], None] | None,
        tables: SearchTables | None = None,
        records: bool = False,
    ) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        self.game, self.root, self.limit, self.lines = game, root, limit, max(1, lines)
        self.enhancements, self.control, self.on_progress = enhancements, control, on_progress
        self.records = records
        kernel = recording_kernel() if records else enhanced_kernel
        self.compiled: Compiled = compile_game(game, kernel, root)
        self.terminal = game.is_terminal(root)
        self.mover = game.player(root)
        self.utility = float(game.utility(root, self.mover)) if self.terminal else 0.0
        self.tables, self.skipped_layer = tables, -1
        self.actions = () if self.terminal else tuple(game.actions(root))
        if tables is not None and not tables.plies and tables.probe(root) is not None:
            self.skipped_layer = as_capability(game, Numbered).layer(root)
            self.actions = tables.best_actions(root)
        self.children = [self.compiled.encode(game.result(root, a)) for a in self.actions]
        self.same = [game.player(game.result(root, a)) == self.mover for a in self.actions]
        buckets = 1 << max(10, (enhancements.table_mib << 20).bit_length() - 7)
        words = 8 * buckets if enhancements.table_mib else 0
        self.table = np.zeros(words + 8, np.int64)
        self.mask = buckets - 1
        self.started = perf_counter()
        self.spent: list[Thread] = []  # all that have searched, for their counts

    def warm_up(self) -> None:
        """Have the kernel compiled before the clock starts."""
        thread = Thread(self, UNLIMITED)
        thread.obey(False)
        root = self.compiled.encode(self.root)
        thread.call(root, -INFINITY, INFINITY, 0)
        if self.enhancements.table_mib:
            thread.known_action(root)
        self.spent.clear()
        self.started = perf_counter()

    def once(self) -> Result[S, A]:
        """One iteration, to the depth of the limit or the end of the game."""
        depth = self.limit.depth
        thread = Thread(self, UNLIMITED, recording=self.records)
        scores = thread.iteration(at.MOST_PLIES if depth is None else depth, range(self.width))
        return self.result(scores, depth, thread)

    def deepen(self) -> Result[S, A]:
        """Iterations until the limit, or the stop flag, or nothing more to find."""
        thread = Thread(self, self.limit.nodes or UNLIMITED, recording=self.records)
        answer: Result[S, A] | None = None
        order: Sequence[int] = range(self.width)
        last: float | None = None
        for depth in count(1) if self.limit.depth is None else range(1, self.limit.depth + 1):
            thread.obey(depth > 1)
            thread.report(DEEPENED, depth)
            scores = thread.iteration(depth, order, last)
            if thread.stopped and depth > 1:
                break
            order = [each.index for each in sorted(scores, key=lambda each: -each.value)]
            last = max((each.value for each in scores), default=None)
            answer = self.result(scores, depth, thread)
            if self.on_progress is not None:
                self.on_progress(answer)
            if answer.proven or depth >= at.MOST_PLIES:
                break
        self.control.set()
        assert answer is not None
        return replace(answer, statistics=self.statistics())

    def helper(self, number: int) -> Callable[[], Any]:
        """What another thread does: the same iterations, to fill the table they share."""

        def help_out() -> None:
            thread = Thread(self, UNLIMITED)
            most = at.MOST_PLIES if self.limit.depth is None else self.limit.depth
            for depth in range(1 + number % 2, most + 1):
                # Every helper starts elsewhere, so that they do not all do the same work.
                first = number % max(1, self.width)
                order = [*range(first, self.width), *range(first)]
                thread.iteration(depth, order)
                if thread.stopped:
                    return

        return help_out

    def events(self) -> Iterator[Event]:
        """What the thread that keeps a record has reported."""
        replay = Replay(self.game, self.root)
        for rows in (thread.rows for thread in self.spent if thread.rows is not None):
            yield from replay.events(rows.words[: rows.complete])

    @property
    def width(self) -> int:
        """How many actions the root has."""
        return len(self.actions)

    def result(self, scores: Sequence[Scored], depth: int | None, thread: Thread) -> Result[S, A]:
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
            value=tidy(sign * value),
            bound=Bound.EXACT,
            proven=not thread.met_horizon or distance is not None,
            depth=depth,
            principal_variation=line,
            scores=tuple(
                Score(self.actions[each.index], tidy(sign * self.decoded(each.value)[0]),
                      each.bound if sign > 0 else each.bound.opposite)
                for each in sorted(scores, key=lambda each: each.rank)
            ),
            statistics=self.statistics(),
            distance=distance,
            lines=self.best_lines(scores, thread),
        )  # fmt: skip

    def best_lines(self, scores: Sequence[Scored], thread: Thread) -> tuple[Variation[A], ...]:
        """As many of the best lines as were asked for."""
        sign = 1 if self.mover == 0 else -1
        ranked = sorted(scores, key=lambda each: (-each.value, each.rank))[: self.lines]
        lines = []
        for each in ranked:
            value, distance = self.decoded(each.value)
            bound = each.bound if sign > 0 else each.bound.opposite
            actions = self.line(each.index, thread)
            lines.append(Variation(actions, tidy(sign * value), bound, distance))
        return tuple(lines)

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
            if plies < 2 * at.MOST_PLIES:  # a table knows it, but not when
                return float(end), None
        return value, None

    def line(self, first: int, thread: Thread) -> tuple[A, ...]:
        """The first action, and what the table knows of the replies."""
        game, key = self.game, as_capability(self.game, Keyed).key
        found, seen = [self.actions[first]], {self.root}
        state = game.result(self.root, found[0])
        while self.enhancements.table_mib and not game.is_terminal(state) and state not in seen:
            seen.add(state)
            number, value = thread.known_action(self.compiled.encode(state))
            actions = tuple(game.actions(state))
            images = (each for each in game.symmetries(state) if each != state)
            if any(key(image) == key(state) for image in images):
                actions = tuple(a for a in actions if self._keeps(value, state, a, thread))
                number = 0  # the one in the table may be that of an image
            if not 0 <= number < len(actions):
                break
            found.append(actions[number])
            state = game.result(state, actions[number])
        return tuple(found)

    def _keeps(self, value: float, state: S, action: A, thread: Thread) -> bool:
        """Whether the table knows that an action keeps the value of a state to who moves there."""
        game, mover = self.game, self.game.player(state)
        after, unit = game.result(state, action), distance_unit(game.utility_bounds or (0, 0))
        if game.is_terminal(after):
            return abs(float(game.utility(after, mover)) - value) < 1.5 * unit
        found = thread.known_action(self.compiled.encode(after))[1]
        return abs((found if game.player(after) == mover else -found) - value) < 1.5 * unit

    def statistics(self) -> Statistics:
        """What all threads have counted so far."""
        blocks = [thread.block for thread in self.spent]

        return Statistics(
            nodes=sum(block.nodes for block in blocks),
            leaves=sum(block.leaves for block in blocks),
            evaluations=sum(block.evaluations for block in blocks),
            cutoffs=sum(block.cutoffs for block in blocks),
            pruned=None,
            depth=max((block.deepest for block in blocks), default=0),
            seconds=perf_counter() - self.started,
            hash_use=hash_use(self.table) if self.enhancements.table_mib else None,
        )
