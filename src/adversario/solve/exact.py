"""Exact values by compiled search to the end of the game, for games with small integer utilities.

    solution = solve_exact(game, state)          # one best action
    solution.score, solution.best, solution.nodes

    solver = ExactSolver(game, table_mib=512)    # many positions, one table
    solver.solve(state, find="all").scores       # the exact score of every action
    solver.scores(states)                        # of many easy positions, in one call

The search is the same for every game. Optional hints of the contract make it faster:
`sound_actions` (actions that can be skipped), `promise` (move ordering), `value_bounds` (static
bounds), `can_finish` and `finish` (the game's own code near the end), `is_worth_keeping` and `key`
(which states are stored in the table, and by which key), `evaluate` (the first guess).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, Literal, TypeAlias

from adversario.algorithms.core.limit import UNLIMITED, Limit
from adversario.algorithms.core.requirements import require
from adversario.base.errors import InputError
from adversario.base.process.memory import require_memory
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability, defines
from adversario.contract.checking.guard import no_actions, require_start
from adversario.contract.solving import Graded, Solvable
from adversario.game import A, Game, S, mover_of
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.confirm import confirm_proof
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import engine_of
from adversario.native.kernels.solve import exact as kernel
from adversario.native.kernels.tables.solver import BUCKET
from adversario.solve.solution import Solution, make_solution, score_action
from adversario.solve.states.packing import unpack_first

Find: TypeAlias = Literal["score", "one", "best", "all"]
"""What to find in addition to the score: nothing, one best action, all of them, or all scores."""

STACK_ITEMS = 1 << 14


@dataclass(frozen=True, slots=True)
class ExactProgress:
    """The progress of a solver: the value to the player to move is between `low` and `high`."""

    low: int
    high: int
    nodes: int
    seconds: float


def solve_exact(
    game: Game[S, A],
    state: S | None = None,
    *,
    find: Find = "one",
    table_mib: int = 256,
    limit: Limit | None = None,
    stop: Stop | None = None,
    on_progress: Callable[[ExactProgress], None] | None = None,
) -> Solution[S, A]:
    """The exact value of a state and its best actions.

    Values are to the player to move; the value is None if the search was stopped. `best` has one
    action, or all of them with `find="best"` or "all"; `scores` are found with `find="all"`.
    `limit` bounds nodes and time, not depth. `on_progress` is called periodically. Raises
    NotCompilable if the game does not compile. Ctrl-C raises KeyboardInterrupt, unless a `stop`
    token was given, which is then `interrupted`.
    """
    solver = ExactSolver(game, table_mib=table_mib)
    return solver.solve(state, find=find, limit=limit, stop=stop, on_progress=on_progress)


class ExactSolver(Generic[S, A]):
    """An exact solver of a game, with a table that is kept between positions."""

    def __init__(self, game: Game[S, A], *, table_mib: int = 256) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        require(game, "alphabeta")
        bounds = game.utility_bounds
        if game.players != 2 or not game.zero_sum or not _fit_in_entries(bounds):
            raise InputError("solve.utilities", game=game.name, most=kernel.MOST)
        assert bounds is not None
        self.game = game
        self.low, self.high = int(bounds[0]), int(bounds[1])
        buckets = 1 << max(10, (max(1, table_mib) << 20).bit_length() - 7)
        require_memory(8 * BUCKET * buckets, "memory.table")
        self.table: Any = np.zeros(BUCKET * buckets + BUCKET, np.int64)
        self.mask = buckets - 1

    def solve(
        self,
        state: S | None = None,
        *,
        find: Find = "one",
        limit: Limit | None = None,
        known: int | None = None,
        stop: Stop | None = None,
        on_progress: Callable[[ExactProgress], None] | None = None,
    ) -> Solution[S, A]:
        """The exact value of a state; see `solve_exact`.

        `known` is the value to the player to move, if that is known already: only the actions are
        searched then.
        """
        root = self.game.initial() if state is None else state
        require_start(self.game, root)
        own = Control(stop)
        worker = self.worker(root, own, limit)
        watch = None if on_progress is None else lambda: on_progress(worker.progress())
        seconds = None if limit is None else limit.time
        solution = run_all(
            [lambda: worker.solve(root, find, known)], own, seconds=seconds, watch=watch
        )[0]
        if own.interrupted and stop is None:
            raise KeyboardInterrupt
        return solution

    def scores(self, states: Sequence[S], *, stop: Stop | None = None) -> list[int]:
        """The value of each state to its player to move, found by a compiled loop.

        If the `stop` token is set, returns the values found so far. Ctrl-C raises
        KeyboardInterrupt.
        """
        if not states:
            return []
        own = Control(stop)
        worker = self.worker(states[0], own)
        found = run_all([lambda: worker.scores(states)], own)[0]
        if own.interrupted and stop is None:
            raise KeyboardInterrupt
        return found

    def worker(self, state: S, control: Control, limit: Limit | None = None) -> ExactWorker[S, A]:
        """A worker for states of the same shape, to be used in one thread."""
        compiled = compile_game(self.game, kernel, state)
        worker = ExactWorker(self, compiled, state, control, limit)
        worker.warm_up(state)
        return worker


def _fit_in_entries(bounds: tuple[Any, Any] | None) -> bool:
    """Whether the bounds are integers that fit in a table entry."""
    return bounds is not None and all(
        isinstance(each, int) and abs(each) < kernel.MOST for each in bounds
    )


class ExactWorker(Generic[S, A]):
    """Solves positions in one thread; workers share the table of their solver."""

    def __init__(
        self,
        solver: ExactSolver[S, A],
        compiled: Compiled,
        sample: S,
        control: Control,
        limit: Limit | None,
    ) -> None:
        import numpy as np  # noqa: PLC0415

        self.solver, self.game, self.compiled, self.control = solver, solver.game, compiled, control
        self.sample = sample  # a state, for its shape
        self.stack = np.zeros(0, np.int64)
        self.block = kernel.Exact()
        self.address = self.block.address
        base = solver.table.ctypes.data
        self.block.table = base + -base % 64  # a bucket must be in one cache line
        self.block.table_mask = solver.mask
        self.block.stop = control.flags
        nodes = None if limit is None else limit.nodes
        self.block.node_limit = UNLIMITED if nodes is None else nodes
        self.guesses = defines(self.game, "evaluate")
        self._grow(STACK_ITEMS)
        self.started = perf_counter()

    def _grow(self, items: int) -> None:
        """Allocate a stack of `items` states."""
        import numpy as np  # noqa: PLC0415

        width = kernel.Item.size + int(self.compiled.functions.state_width())
        self.stack = np.zeros(width * items, np.int64)
        self.block.stack, self.block.stack_size = self.stack, items

    def warm_up(self, state: S) -> None:
        """Compile the kernel before the clock starts, by a search that ends immediately."""
        import numpy as np  # noqa: PLC0415

        stopped = np.ones(8, np.int64)
        self.block.stop = stopped
        if not self.game.is_terminal(state):
            self.value(state, self.solver.low, self.solver.high)
        self.known_action(state)
        self.scores([])
        self.block.stop = self.control.flags
        self.started = perf_counter()

    def solve(self, root: S, find: Find, known: int | None = None) -> Solution[S, A]:
        """The value of a state, and the actions specified by `find`."""
        game, mover = self.game, mover_of(self.game, root)
        self.started, self.block.nodes = perf_counter(), 0
        if game.is_terminal(root):
            score = int(game.utility(root, mover))
            return self.solution(root, score, nodes=1)
        least, most = self.solver.low, self.solver.high
        if mover == 1:
            least, most = -most, -least
        score = self.value(root, least, most) if known is None else known
        scores: list[tuple[A, int]] = []
        for action in self.candidates(root, find):
            if self.control.is_set() or (find == "one" and scores and scores[-1][1] >= score):
                break
            low = least if find == "all" else max(least, score - 1)
            find_value = self.action_value if known is None else self.value_under
            scores.append((action, find_value(root, mover, action, low, score)))
        nodes = self.block.nodes
        if self.control.is_set():
            return self.solution(root, None, nodes=nodes)
        confirm_proof(game, root, mover, score, forced=True)
        confirm_proof(game, root, mover, score + 1, forced=False)
        best = tuple(action for action, found in scores if found >= score)
        return self.solution(root, score, best, scores if find == "all" else (), nodes=nodes)

    def solution(
        self,
        root: S,
        score: int | None,
        best: tuple[A, ...] = (),
        scores: Sequence[tuple[A, int]] = (),
        *,
        nodes: int,
    ) -> Solution[S, A]:
        """The solution, with all values to the player to move."""
        game = self.game
        return make_solution(
            game, root, "alphabeta", score, viewer=mover_of(game, root), best=best,
            scores=tuple(score_action(game, root, action, found) for action, found in scores),
            distance=None if score is None else as_capability(game, Graded).plies_left(root, score),
            nodes=nodes, seconds=perf_counter() - self.started, engine=engine_of(game),
        )  # fmt: skip

    def value(self, state: S, low: int, high: int) -> int:
        """The value to the player to move, given bounds of it."""
        native, guess = self.compiled.encode(state), self.guess(state)
        while True:
            self.block.stack_top = 0
            found = int(self.compiled.functions.solve(native, low, high, guess, self.address))
            if not self._make_room():
                return found

    def _make_room(self) -> bool:
        """Enlarge the stack if a search has stopped because it was full; return whether it was.

        Raises GameError if it has stopped at a state that is not terminal and has no actions.
        """
        if self.block.stuck:
            raise no_actions(self.game, unpack_first(self.sample, self.stack))
        if not self.block.overflow:
            return False
        self.block.overflow = 0
        self.control.clear_own()
        self._grow(4 * self.block.stack_size)
        return True

    def scores(self, states: Sequence[S]) -> list[int]:
        """The values of many states, up to a stop; `nodes` is their total."""
        import numpy as np  # noqa: PLC0415

        many = len(states)
        given = self.compiled.words(states)
        guesses = np.array([self.guess(state) for state in states], np.int64)
        nodes, scores, done = np.zeros(many, np.int64), np.zeros(many, np.int64), 0
        while True:
            done += int(
                self.compiled.functions.solve_many(
                    given[done:].ctypes.data, many - done, self.solver.low, self.solver.high,
                    guesses[done:].ctypes.data, nodes[done:].ctypes.data,
                    scores[done:].ctypes.data, self.address,
                )
            )  # fmt: skip
            if not self._make_room():
                break
        self.block.nodes = nodes.sum()
        return [int(score) for score in scores[:done]]

    def guess(self, state: S) -> int:
        """The evaluation of the state to the player to move, if the game has one."""
        game = self.game
        return round(game.evaluate(state, game.player(state))) if self.guesses else kernel.NO_GUESS

    def action_value(self, root: S, mover: int, action: A, low: int, high: int) -> int:
        """The value of an action of the root if it is between the bounds; otherwise a bound."""
        state = self.game.result(root, action)
        if self.game.is_terminal(state):
            return int(self.game.utility(state, mover))
        if mover_of(self.game, state) == mover:
            return self.value(state, low, high)
        return -self.value(state, -high, -low)

    def value_under(self, root: S, mover: int, action: A, low: int, known: int) -> int:
        """The value of an action of a root whose value was known before anything was searched.

        One test with a null window is enough for the best actions; the others are searched below.
        After a search of the root the table knows the best, and the test would not pay.
        """
        if low < known and self.action_value(root, mover, action, known - 1, known) == known:
            return known
        return self.action_value(root, mover, action, low, max(low, known - 1))

    def candidates(self, root: S, find: Find) -> Iterable[A]:
        """The actions of the root to search; for one action, the table's suggestion comes first."""
        if find == "score":
            return ()
        if find != "one":
            return self.game.actions(root)
        number, sound = (
            self.known_action(root),
            list(as_capability(self.game, Solvable).sound_actions(root)),
        )
        first = sound[number : number + 1]
        return [*first, *(each for each in self.game.actions(root) if each not in first)]

    def known_action(self, root: S) -> int:
        """The number of the best action according to the table."""
        return int(self.compiled.functions.known_action(self.compiled.encode(root), self.address))

    def progress(self) -> ExactProgress:
        """The progress of the current search."""
        nodes, seconds = self.block.nodes, perf_counter() - self.started
        return ExactProgress(self.block.low, self.block.high, nodes, seconds)
