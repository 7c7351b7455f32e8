"""Information set Monte Carlo tree search, compiled: the twin of `algorithms.imperfect.ismcts`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, sqrt
from random import Random
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.limit import UNLIMITED, Budget, Counters, Limit
from adversario.algorithms.imperfect.deck import Deck
from adversario.algorithms.imperfect.ismcts import OPTIONS
from adversario.algorithms.imperfect.ismcts import ismcts as interpreted_ismcts
from adversario.algorithms.mcts.result import (
    PERIOD,
    Arm,
    MctsResult,
    MctsTree,
    conclude,
    view_of,
)
from adversario.algorithms.mcts.settings import MctsOptions, MctsSettings, Rollouts, settings_for
from adversario.base.errors import InputError
from adversario.base.process.memory import require_memory
from adversario.base.stop import Stop
from adversario.contract.checking.guard import no_actions, require_start
from adversario.contract.information.perspective import Perspective, perspective
from adversario.game import A, Game, S
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import Engine, about_game
from adversario.native.engines.information.head_start import run_search
from adversario.native.engines.information.worlds import first_random, require_world, set_worlds
from adversario.native.kernels.information import search as kernel
from adversario.native.kernels.information.memories import MOST_WAITING
from adversario.native.kernels.layout.information import Memories, Tally
from adversario.native.kernels.layout.tree import RANDOM, Side, Step

DEEPEST = 4096
"""The depth beyond which a tree does not grow."""

LOAD = 0.6
"""The share of the table of memories that is filled at most."""


def ismcts(
    game: Game[S, A],
    state: S | None = None,
    *,
    known: Perspective[S, A] | None = None,
    limit: Limit | None = None,
    simulations: int | None = None,
    exploration: float = sqrt(2),
    rollouts: Rollouts[S, A] = "random",
    rollout_depth: int | None = None,
    seed: int = 0,
    memory_mib: float = 64,
    engine: Engine = "auto",
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    budget: Budget | None = None,
) -> MctsResult[S, A]:
    """The action that most simulations chose, as the interpreted form has it, compiled.

    `engine` is "native" (NotCompilable says why not), "python", or "auto". Rollouts that are not
    random, and worlds that are neither listed nor drawn by `conceal`, are left to the interpreter.
    """
    options: MctsOptions = {
        "limit": limit, "simulations": simulations, "exploration": exploration,
        "rollouts": rollouts, "rollout_depth": rollout_depth, "seed": seed,
        "memory_mib": memory_mib,
    }  # fmt: skip
    settings = settings_for(game, {**options, "solver": False}, "ismcts")
    start = game.initial() if state is None else state
    if known is None:
        require_start(game, start)
        known = perspective(game, start)

    shared: dict[str, Any] = dict(options)

    def interpreted() -> MctsResult[S, A]:
        return interpreted_ismcts(
            game, start, known=known, stop=stop, on_progress=on_progress, budget=budget, **shared
        )

    if known is None:  # chance moves, or the game is over: there is nothing to choose
        return interpreted()
    deck = Deck(game, known, None, Random(seed), batch=1)
    if rollouts != "random" or not deck.is_explicit:
        if engine == "native":
            raise InputError("ismcts.native")
        return interpreted()
    count = Counters() if budget is None else budget.count

    def native() -> MctsResult[S, A]:
        forest = Forest(compile_game(game, kernel, start), deck, settings, Control(stop), count)
        return about_game(forest.run(on_progress), game, game)

    return run_search(game, "ismcts", engine, settings.limit, native, interpreted)


class Forest(Generic[S, A]):
    """The trees of all players in one memory, and the search that grows them."""

    def __init__(
        self, compiled: Compiled, deck: Deck[S, A], settings: MctsSettings, control: Control,
        count: Counters,
    ) -> None:  # fmt: skip
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        assert deck.known is not None
        self.compiled, self.deck, self.known = compiled, deck, deck.known
        self.game: Game[S, A] = compiled.game
        self.settings, self.control, self.count = settings, control, count
        self.view = view_of(self.game, solver=False)
        self.world = deck.draw()
        functions, columns, players = compiled.functions, self.view.columns, self.game.players
        self.block = block = Memories()
        sight, action, _ = map(int, functions.sizes())
        event = max(sight, action)
        block.event = Tally.size + columns
        block.row_bytes = 8 * (Tally.size + columns + event)
        places = _places(int(settings.memory_mib * 2**20), block.row_bytes)
        block.capacity, block.mask = int(LOAD * places), places - 1
        require_memory(places * 8 + block.capacity * block.row_bytes, "memory.table")
        self.rows = np.empty((block.capacity, block.row_bytes // 8), np.int64)
        self.ranges = np.array(self.view.ranges)
        block.rows, block.table = self.rows, np.zeros(places, np.int64)
        block.seats = players
        block.sights, block.knows = np.zeros(players * sight, np.int64), np.zeros(players, np.int64)
        block.waiting = np.zeros(players * (1 + MOST_WAITING * sight), np.int64)
        block.path = np.zeros((DEEPEST, Step.size), np.int64)
        block.plies, block.columns, block.players = DEEPEST, columns, players + 1
        block.ranges, block.payoffs = self.ranges, np.zeros(columns)
        self.sides = self.make_sides()
        block.sides = self.sides[1:]
        block.rollout, block.guided = settings.max_plies, RANDOM
        block.exploration, block.stop = settings.exploration, control.flags
        block.random = first_random(settings.seed)
        self.root = set_worlds(block, compiled, deck, self.world)
        self.started = perf_counter()

    def make_sides(self) -> Any:
        """What every player wants; chance comes first, before player 0."""
        import numpy as np  # noqa: PLC0415

        sides = self.view.sides[-1:] + self.view.sides[:-1]
        words = np.zeros((len(sides), Side.size), np.int64)
        floats = words.view(np.float64)
        words[:, Side.column] = [column for column, _ in sides]
        floats[:, Side.sign] = [sign for _, sign in sides]
        spans = [top - low if low < top else 1.0 for low, top in self.ranges]
        floats[:, Side.range] = [spans[column] for column, _ in sides]
        return words

    def run(self, on_progress: Callable[[MctsResult[S, A]], None] | None) -> MctsResult[S, A]:
        """Simulate until the limit or a stop."""
        self.compiled.functions.begin(self.block.address)
        self.compiled.functions.search(self.root, self.block.address)  # this only compiles
        self.started, most = perf_counter(), self.settings.limit.nodes
        self.block.limit = UNLIMITED if most is None else most
        while self.goes_on(watched=on_progress is not None):
            assert on_progress is not None
            on_progress(self.answer())
        return self.answer()

    def goes_on(self, watched: bool) -> bool:
        """Simulate to the end, or, if `watched`, for a while; return whether there is more."""
        time, until = self.settings.limit.time, perf_counter() + PERIOD

        def look() -> None:
            self.count.nodes = self.block.done
            if watched and perf_counter() >= until:
                self.block.pause = 1

        self.block.pause = 0
        left = None if time is None else max(0.0, self.started + time - perf_counter())
        search, address = self.compiled.functions.search, self.block.address
        (last,) = run_all(
            [lambda: search(self.root, address)], self.control, seconds=left, watch=look
        )
        look()
        require_world(self.block, self.deck)
        if self.block.stuck:
            raise no_actions(self.game, self.compiled.decode(last))
        return self.block.done < self.block.limit and not self.control.is_set()

    def answer(self) -> MctsResult[S, A]:
        """The answer so far."""
        block, functions = self.block, self.compiled.functions
        row = int(functions.root_row(block.address)) if block.done else 0
        root = self.arm(None, row)
        found = conclude(
            self.game, self.world, self.view, root, self.arms, MctsTree(self.game, None),
            self.settings, simulations=block.done, evaluations=block.evaluations,
            deepest=block.deepest, tree_nodes=block.used, started=self.started,
        )  # fmt: skip
        options = {name: found.options[name] for name in OPTIONS}
        return replace(found, algorithm="ismcts", options={**options, "known": self.known})

    def arms(self, node: Any) -> Sequence[Arm]:
        """The statistics of the actions of the root."""
        if node != "root" or not self.block.done:
            return []
        world, address = self.compiled.encode(self.world), self.block.address
        rows = [
            int(self.compiled.functions.action_row(world, place, address))
            for place in range(len(self.known.actions))
        ]
        return [self.arm(action, row) for action, row in zip(self.known.actions, rows, strict=True)]

    def arm(self, action: A | None, row: int) -> Arm:
        """What a row has of an action."""
        node = "root" if action is None else action
        columns = self.view.columns
        if row < 0 or not self.block.done:
            return Arm(action, 0, (0.0,) * columns, 0.0, -inf, inf, node)
        numbers = self.rows[row].view("float64")
        means = tuple(numbers[Tally.size : Tally.size + columns].tolist())
        visits, spread = int(self.rows[row, Tally.visits]), float(numbers[Tally.spread])
        return Arm(action, visits, means, spread, -inf, inf, node)


def _places(room: int, row_bytes: int) -> int:
    """The places of the greatest table that, with its rows, fits into the room; a power of two."""
    places = 64
    while 2 * places * (8 + LOAD * row_bytes) <= room:
        places *= 2
    return places
