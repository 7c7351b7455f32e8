"""Compiled alpha-beta: the root in Python, all below it in machine code, on one core or more.

Iterative deepening with aspiration windows, and in parallel the simplest thing that works: every
thread searches the same position and they share one table (lazy SMP).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from time import perf_counter
from typing import Any

from adversario.algorithms.core.answer import Result, Score, Statistics, Variation
from adversario.algorithms.core.events import Bound, Event, Observer
from adversario.algorithms.core.limit import UNLIMITED, Budget, Limit, OutOfBudgetError
from adversario.algorithms.core.requirements import require
from adversario.algorithms.core.run import Ordering
from adversario.base.catalogue import message
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.numbers import INFINITY, tidy
from adversario.base.process.memory import require_memory
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.contract.repetition import Repeating, allowed_actions
from adversario.contract.symmetry import Keyed
from adversario.game import A, Game, S, Utilities, mover_of
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.alphabeta import native_plain
from adversario.native.engines.control import Control
from adversario.native.engines.endgame import SearchTables
from adversario.native.engines.enhanced.builds import build_of, distance_unit
from adversario.native.engines.enhanced.enhancements import Enhancements, usual_enhancements
from adversario.native.engines.enhanced.recording import recording_kernel
from adversario.native.engines.enhanced.replay import Replay
from adversario.native.engines.enhanced.thread import Thread
from adversario.native.engines.memory.pool import borrow_cleared, give_back
from adversario.native.engines.root_search import RootSearch, Scored
from adversario.native.kernels.layout import deepening as at
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
    enhancements: Enhancements | None = None,
    threads: int = 1,
    lines: int = 1,
    tables: SearchTables | None = None,
    past: Sequence[S] = (),
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
    on_event: Observer | None = None,
) -> Result[S, A]:
    """The decision of alpha-beta by compiled rules; NotCompilable if the game does not compile.

    The enhancements are by default `usual_enhancements`. Without any it is `native_plain`: one
    search to the depth of the limit, of exactly the nodes of the interpreted twin. Otherwise it
    deepens until the limit, until the value is proven, or until Ctrl-C or `stop` ends it, and
    answers with the last complete iteration; depth 1 is always completed. With one thread the nodes
    visited are the same every time. `lines` is how many of the best actions get an exact score. The
    principal variation is what the table remembers of it.

    With endgame `tables` the search stops at the positions that they have. Tables without plies do
    not lead from a root that they have to the end of the game: only the actions that keep its value
    are searched then, and its layer is searched as if there were no table of it.

    With `on_event` it is the recording build that searches, in one thread, and the events of all
    complete iterations are reported at the end; InputError if there are too many to be read.

    `past` are the states of the game so far, the oldest first, for a game with a rule of repetition
    (see `adversario.contract.repetition`). A value that rests on one is never `proven`.
    """
    require(game, "alphabeta")
    enhancements = usual_enhancements(game) if enhancements is None else enhancements
    if game.players > 2 or not (game.zero_sum or game.players == 1):
        raise UnsuitableGameError(
            "fit.unsuitable", algorithm="native alphabeta", game=game.name,
            objections=(message("fit.general_sum"),), fitting="alphabeta",
        )  # fmt: skip
    if tables is not None and tables.listed:
        raise InputError("endgame.listed", game=game.name)
    plain = enhancements.plain and on_event is None and tables is None
    if plain and not game.forbids_repetition:
        return native_plain(
            game, state, limit=limit, quiescence=enhancements.quiescence, counting=False,
            past=past, stop=stop, on_progress=on_progress,
        )  # fmt: skip
    limit = Limit() if limit is None else limit
    search = EnhancedSearch(
        game, game.initial() if state is None else state, enhancements, lines,
        Control(stop), tables,
        threads=1 if on_event else threads, most_nodes=limit.nodes or UNLIMITED,
        recording=on_event is not None, past=past,
    )  # fmt: skip
    search.warm_up()
    if on_event is not None and enhancements.plain and limit.is_of_depth_only:
        answer = search.search_once(limit)
    else:
        answer = search.deepen(limit, on_progress)
    if on_event is not None:
        for event in search.events():
            on_event(event)
    search.give_table_back()
    return answer


class EnhancedSearch(RootSearch[S, A]):
    """A search by threads that share a table; the first of them leads, the others fill the table.

    `terminal`, `utility`, `children` and `same` are of the root: whether it is terminal, its
    utility then, the states after its actions, and whether the same player moves there.
    """

    farthest = at.MOST_PLIES

    def __init__(
        self,
        game: Game[S, A],
        root: S,
        enhancements: Enhancements,
        lines: int,
        control: Control,
        tables: SearchTables | None,
        *,
        threads: int,
        most_nodes: int,
        recording: bool,
        past: Sequence[S] = (),
    ) -> None:

        self.build = build = build_of(game, enhancements)
        kernel = recording_kernel(build.kernel) if recording else build.kernel
        super().__init__("alphabeta", compile_game(game, kernel, root), root)
        self.control, self.enhancements, self.lines = control, enhancements, max(1, lines)
        self.threads, self.most_nodes, self.recording = threads, most_nodes, recording
        self.past = past
        self.terminal = game.is_terminal(root)
        self.mover = mover_of(game, root)
        self.utility = float(game.utility(root, self.mover)) if self.terminal else 0.0
        self.tables, self.skipped_layer = tables, -1
        self.actions = () if self.terminal else tuple(allowed_actions(game, (*past, root)))
        self.terminal = self.terminal or not self.actions  # a rule of repetition forbids them all
        if tables is not None and not tables.plies and tables.probe(root) is not None:
            self.skipped_layer = as_capability(game, Numbered).layer(root)
            self.actions = tables.best_actions(root)
        self.children = [self.compiled.encode(game.result(root, a)) for a in self.actions]
        self.same = [mover_of(game, game.result(root, a)) == self.mover for a in self.actions]
        buckets = 1 << max(10, (enhancements.table_mib << 20).bit_length() - 7)
        words = 8 * buckets if enhancements.table_mib else 0
        require_memory(8 * words, "memory.table")
        self.table = borrow_cleared(words + 8)
        self.mask = buckets - 1
        self.started = perf_counter()
        self.spent: list[Thread] = []  # all threads that have searched, for their counts
        self.order: Sequence[int] = range(len(self.actions))  # of the next iteration
        self.last: float | None = None  # the value of the last iteration

    @cached_property
    def leader(self) -> Thread:
        """The thread whose iterations are the answer."""
        return Thread(self, self.most_nodes, recording=self.recording)

    def give_table_back(self) -> None:
        """Leave the table to the next search; no thread of this one may be running."""
        if self.enhancements.table_mib:
            give_back(self.table, self.table.nbytes)

    def warm_up(self) -> None:
        """Compile the kernel before the clock starts."""
        thread = Thread(self, UNLIMITED)
        thread.obey(False)
        root = self.compiled.encode(self.root)
        thread.call(root, -INFINITY, INFINITY, 0)
        if self.enhancements.table_mib:
            thread.known_action(root)
        self.spent.clear()
        self.started = perf_counter()

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

        The order of actions and the window are those that its own last iteration suggests.
        """
        thread, plies = self.leader, None if limit is None else limit.depth
        depth = self.farthest if plies is None else plies
        if budget is not None:
            thread.obey(budget.enforced)
            thread.report(DEEPENED, depth)
        scores = thread.iteration(depth, self.order, self.last)
        if thread.stopped and budget is not None:
            raise OutOfBudgetError
        self.order = [each.action for each in sorted(scores, key=lambda each: -each.value)]
        self.last = max((each.value for each in scores), default=None)
        return self.result(scores, plies, thread)

    def finish(self, result: Result[S, A]) -> Result[S, A]:
        """The answer of all iterations; the helpers may stop."""
        self.control.set()
        return replace(result, statistics=self.statistics(), options={})

    def helpers(self, limit: Limit) -> Sequence[Callable[[], None]]:
        """What other threads do meanwhile: the same iterations, to fill the table they share."""
        assert limit.depth is not None
        return [partial(self._help, number, limit.depth) for number in range(1, self.threads)]

    def _help(self, number: int, most: int) -> None:
        thread = Thread(self, UNLIMITED)
        for depth in range(1 + number % 2, most + 1):
            # Every helper starts elsewhere, so that they do not all do the same work.
            first = number % max(1, len(self.actions))
            thread.iteration(depth, [*range(first, len(self.actions)), *range(first)])
            if thread.stopped:
                return

    def events(self) -> Iterator[Event]:
        """What the thread that keeps a record has reported."""
        replay = Replay(self.game, self.root)
        for rows in (thread.rows for thread in self.spent if thread.rows is not None):
            yield from replay.events(rows.words[: rows.complete])

    def result(
        self, scores: Sequence[Scored[int]], depth: int | None, thread: Thread
    ) -> Result[S, A]:
        """The answer of one complete iteration."""
        sign = 1 if self.mover == 0 else -1
        lines = self.best_lines(scores, thread)
        best = lines[0] if lines else Variation((), tidy(sign * self.utility), Bound.EXACT, 0)
        return Result(
            algorithm="alphabeta",
            game=self.game,
            state=self.root,
            action=best.actions[0] if best.actions else None,
            value=best.value,
            bound=Bound.EXACT,
            proven=not thread.met_horizon or best.distance is not None,
            depth=depth,
            principal_variation=best.actions,
            scores=tuple(
                Score(self.actions[each.action], tidy(sign * self.decode_value(each.value)[0]),
                      each.bound if sign > 0 else each.bound.opposite)
                for each in sorted(scores, key=lambda each: each.rank)
            ),
            statistics=self.statistics(),
            distance=best.distance,
            lines=lines,
        )  # fmt: skip

    def best_lines(self, scores: Sequence[Scored[int]], thread: Thread) -> tuple[Variation[A], ...]:
        """As many of the best lines as were asked for."""
        sign = 1 if self.mover == 0 else -1
        ranked = sorted(scores, key=lambda each: (-each.value, each.rank))[: self.lines]
        lines = []
        for each in ranked:
            value, distance = self.decode_value(each.value)
            bound = each.bound if sign > 0 else each.bound.opposite
            actions = self.line(each.action, thread)
            lines.append(Variation(actions, tidy(sign * value), bound, distance))
        return tuple(lines)

    def decode_value(self, value: float) -> tuple[float, int | None]:
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
        position = as_capability(game, Repeating).position_key
        found, seen = [self.actions[first]], {position(self.root)}
        state = game.result(self.root, found[0])
        while self.enhancements.table_mib and not game.is_terminal(state):
            if position(state) in seen:
                break
            seen.add(position(state))
            number, value = thread.known_action(self.compiled.encode(state))
            actions = tuple(game.actions(state))
            images = (each for each in game.symmetries(state) if each != state)
            if any(key(image) == key(state) for image in images):
                actions = tuple(a for a in actions if self._keeps_value(value, state, a, thread))
                number = 0  # the one in the table may be that of an image
            if not 0 <= number < len(actions):
                break
            found.append(actions[number])
            state = game.result(state, actions[number])
        return tuple(found)

    def _keeps_value(self, value: float, state: S, action: A, thread: Thread) -> bool:
        """Whether the table knows that an action keeps the value of a state."""
        game, mover = self.game, self.game.player(state)
        after, unit = game.result(state, action), distance_unit(game.utility_bounds or (0, 0))
        if game.is_terminal(after):
            return abs(float(game.utility(after, mover)) - value) < 1.5 * unit
        found = thread.known_action(self.compiled.encode(after))[1]
        return abs((found if mover_of(game, after) == mover else -found) - value) < 1.5 * unit

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
            hash_use=self.build.hash_use(self.table) if self.enhancements.table_mib else None,
        )
