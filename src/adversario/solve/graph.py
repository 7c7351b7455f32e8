"""All states of a game and the moves between them as arrays, by compiled or interpreted search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from adversario.base.errors import InputError
from adversario.base.numbers import Number, tidy
from adversario.base.progress import Watcher
from adversario.base.stop import Stop
from adversario.contract.capability import defines
from adversario.contract.symmetry import Symmetric
from adversario.contract.values import require_number
from adversario.game import Game
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.confirm import difference, same
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import (
    EXPLORED_STATES,
    Engine,
    first_bound,
    or_interpreted,
)
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.solve import explore as kernel
from adversario.native.kernels.solve.explore import BOUNDED, DONE, FULL, INNER, STOPPED, Exploration
from adversario.solve.files import identity, read_arrays, require_game, write_arrays
from adversario.solve.packing import Packing
from adversario.views.layer import derive

REPORT_INTERVAL = 1024
"""The number of states between two progress reports."""


CONFIRMED = 64
"""The states of a compiled exploration, and the terminal ones, that Python looks at too."""


class Index(Protocol):
    """The states of a graph by number, and the number of a state or of one of its images."""

    def __len__(self) -> int:
        """The number of states."""

    def state(self, number: int) -> Any:
        """The state of that number."""

    def find(self, images: Iterable[Any]) -> int:
        """The number of the first image that is in the graph; -1 if none is."""


class ListedStates:
    """States as Python objects."""

    def __init__(self, states: Sequence[Any], numbers: dict[Any, int]) -> None:
        self.states, self.numbers = states, numbers

    def __len__(self) -> int:
        return len(self.states)

    def state(self, number: int) -> Any:
        """The state of that number."""
        return self.states[number]

    def find(self, images: Iterable[Any]) -> int:
        """The number of the first image that is in the graph; -1 if none is."""
        return next((self.numbers[image] for image in images if image in self.numbers), -1)


class StateArray:
    """States as rows of words."""

    def __init__(self, packing: Packing, rows: Any) -> None:
        self.packing, self.rows = packing, rows

    def __len__(self) -> int:
        return len(self.rows)

    def state(self, number: int) -> Any:
        """The state of that number."""
        return self.packing.unpack(self.rows[number].tolist())

    @cached_property
    def _order(self) -> Any:
        """The numbers of the states in the order of their rows."""
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        return np.lexsort(self.rows.T[::-1])

    def find(self, images: Iterable[Any]) -> int:
        """The number of the first image that is in the graph; -1 if none is."""
        for image in images:
            try:
                number = self._number(list(self.packing.pack(image)))
            except ValueError:  # a state of another shape
                continue
            if number >= 0:
                return number
        return -1

    def _number(self, wanted: list[int]) -> int:
        """The number of a row, by binary search; -1 if it is not in the graph."""
        low, high = 0, len(self.rows)
        while low < high:
            middle = (low + high) // 2
            if self.rows[self._order[middle]].tolist() < wanted:
                low = middle + 1
            else:
                high = middle
        if low == len(self.rows) or self.rows[self._order[low]].tolist() != wanted:
            return -1
        return int(self._order[low])


@dataclass
class GameGraph:
    """An explored graph. The moves of state `s` lead to `targets[ends[s - 1]:ends[s]]`.

    `kinds` has the number of the outcome of a terminal state, and INNER for others; `plies` has the
    least number of plies to each state. `ended` is the reason why the exploration ended, DONE if it
    is complete. `symmetric` is whether one state represents all its images.
    """

    index: Index
    ends: Any
    targets: Any
    kinds: Any
    movers: Any
    plies: Any
    outcomes: list[tuple[Number, ...]]
    ended: int
    symmetric: bool
    engine: Engine
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class ExploreProgress:
    """The number of states found so far."""

    states: int


def explore(
    game: Game[Any, Any],
    start: Any,
    *,
    symmetric: bool,
    engine: Engine,
    most: int | None,
    save: Path | None = None,
    on_progress: Callable[[ExploreProgress], None] | None = None,
    stop: Stop | None = None,
    seconds: float | None = None,
) -> GameGraph:
    """Explore all states that can be reached, at most `most`; `ended` is the reason why it ended.

    The "auto" engine compiles games of more than EXPLORED_STATES states. With `save`, a compiled
    exploration that ends early is saved in that file, and the next call resumes it.
    """
    watcher = Watcher(on_progress, stop)
    resuming = save is not None and save.exists()
    if engine == "auto" and not resuming:
        small = first_bound(most, EXPLORED_STATES)
        graph = _explore_interpreted(game, start, symmetric, small, watcher)
        if graph.ended != BOUNDED or small == most:
            return graph

    def native() -> GameGraph:
        explorer = _Explorer(_explorer_kernel(game, start, symmetric), start)
        if resuming and save is not None:
            explorer.resume(save, game)
        ended = explorer.run(most, watcher, seconds)
        confirm_graph(game, explorer.graph(ended))
        if ended in (BOUNDED, STOPPED) and save is not None:
            explorer.save(save, game)
        return explorer.graph(ended)

    return or_interpreted(
        game, engine, native, lambda: _explore_interpreted(game, start, symmetric, most, watcher)
    )


def without_symmetries(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game without its symmetries, so that all states are different."""
    return derive(game, Symmetric)


def _explorer_kernel(game: Game[Any, Any], start: Any, symmetric: bool) -> Compiled:
    """The kernel for the game, without its symmetries if these do not compile."""
    if symmetric:
        try:
            return compile_game(game, kernel, start)
        except NotCompilable:
            pass
    return compile_game(without_symmetries(game), kernel, start)


def confirm_graph(game: Game[Any, Any], graph: GameGraph) -> None:
    """Compare some states of a compiled exploration with plain Python; GameError if they differ."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    size = len(graph.kinds) if graph.ended == DONE else 0
    ends = np.flatnonzero(graph.kinds[:size] != INNER)[-CONFIRMED:].tolist()
    for at in {*range(0, size, size // CONFIRMED + 1), *ends}:
        state, kind = graph.index.state(at), graph.kinds[at]
        over = game.is_terminal(state)
        if over != (kind != INNER):
            raise difference(game, "is_terminal", state, over, not over)
        if over and not all(map(same, game.utilities(state), graph.outcomes[kind])):
            raise difference(game, "utility", state, game.utilities(state), graph.outcomes[kind])
        moves = [] if over else [game.result(state, action) for action in game.legal(state)]
        found = graph.targets[graph.ends[at - 1] if at else 0 : graph.ends[at]]
        if len(moves) != len(found):
            raise difference(game, "actions", state, len(moves), len(found))
        for after, target in zip(moves, found, strict=True):
            there = graph.index.state(int(target))
            if after != there and there not in set(game.symmetries(after)):
                raise difference(game, "result", state, after, there)


class _Explorer:
    """The growing arrays of a compiled exploration."""

    def __init__(self, compiled: Compiled, start: Any) -> None:
        import numpy as np  # noqa: PLC0415

        self.compiled = compiled
        packing = Packing.of(start)
        assert packing is not None  # because the game compiled
        self.packing = packing
        self.start = start
        self.interrupted = False
        self.counts = np.zeros(Exploration.size, np.int64)
        self.table = np.zeros(1 << 17, np.int32)
        self.targets = np.zeros(1 << 18, np.int32)
        self.utilities = np.zeros(64 * compiled.game.players, np.float64)
        self.rows = np.zeros((1 << 16, packing.width), np.int64)
        self.ends = np.zeros(1 << 16, np.int64)
        self.kinds = np.zeros(1 << 16, np.int32)
        self.movers = np.zeros(1 << 16, np.int8)
        self.plies = np.zeros(1 << 16, np.int32)

    def run(
        self, most: int | None, watcher: Watcher[ExploreProgress], seconds: float | None
    ) -> int:
        """Continue the exploration until it is complete or bounded, or stopped (Ctrl-C, time)."""
        control, bound = Control(watcher.stop), -1 if most is None else most
        deadline = None if seconds is None else perf_counter() + seconds

        def watch() -> None:
            watcher.report(ExploreProgress(int(control.flags[Flags.progress])))

        functions = self.compiled.functions
        if not self.counts[Exploration.states]:
            functions.begin(
                self.compiled.encode(self.start), self.rows.ctypes.data, self.counts, self.table,
                self.plies,
            )  # fmt: skip
        while True:
            left = None if deadline is None else deadline - perf_counter()
            (ended,) = run_all(
                [lambda: self._round(bound, control)], control, seconds=left, watch=watch
            )
            self.interrupted = control.interrupted
            if ended != FULL:
                return int(ended)
            self._grow()

    def _round(self, bound: int, control: Control) -> int:
        return int(
            self.compiled.functions.explore(
                self.rows.ctypes.data, self.counts, self.table, self.targets, self.ends,
                self.kinds, self.movers, self.plies, self.utilities, bound, control.flags,
            )
        )  # fmt: skip

    def _grow(self) -> None:
        """Double the arrays that may be too small."""
        import numpy as np  # noqa: PLC0415

        states = int(self.counts[Exploration.states])
        if 2 * states + 2 > len(self.ends):
            for name in ("rows", "ends", "kinds", "movers", "plies"):
                setattr(self, name, _double(getattr(self, name)))
        if 4 * int(self.counts[Exploration.moves]) > len(self.targets):
            self.targets = _double(self.targets)
        if 2 * int(self.counts[Exploration.outcomes]) * self.compiled.game.players > len(
            self.utilities
        ):
            self.utilities = _double(self.utilities)
        if 4 * states > len(self.table):
            self.table = np.zeros(4 * len(self.table), np.int32)
            self.compiled.functions.fill(self.rows.ctypes.data, self.counts, self.table)

    def graph(self, ended: int) -> GameGraph:
        """The graph explored so far."""
        states, players = int(self.counts[Exploration.states]), self.compiled.game.players
        numbers = self.utilities[: int(self.counts[Exploration.outcomes]) * players].tolist()
        whole = [tidy(number) for number in numbers]
        return GameGraph(
            index=StateArray(self.packing, self.rows[:states]),
            ends=self.ends[:states],
            targets=self.targets[: int(self.counts[Exploration.moves])],
            kinds=self.kinds[:states],
            movers=self.movers[:states],
            plies=self.plies[:states],
            outcomes=[tuple(whole[at : at + players]) for at in range(0, len(whole), players)],
            ended=ended,
            symmetric=self._symmetric,
            engine="native",
            interrupted=self.interrupted,
        )

    def save(self, path: Path, game: Game[Any, Any]) -> None:
        """Save the exploration, so that it can be resumed."""
        states, moves = int(self.counts[Exploration.states]), int(self.counts[Exploration.moves])
        arrays = {
            name: getattr(self, name)[:states]
            for name in ("rows", "ends", "kinds", "movers", "plies")
        }
        arrays |= {"counts": self.counts, "utilities": self.utilities}
        header = {**identity(game), "symmetric": self._symmetric}
        write_arrays(path, "exploration", header, arrays | {"targets": self.targets[:moves]})

    @property
    def _symmetric(self) -> bool:
        return defines(self.compiled.game, "symmetries")

    def resume(self, path: Path, game: Game[Any, Any]) -> None:
        """Load a saved exploration; raises InputError if the file is of another game or kind."""
        import numpy as np  # noqa: PLC0415

        header, arrays = read_arrays(path)
        require_game(path, header, game)
        fits = header["kind"] == "exploration" and header["symmetric"] == self._symmetric
        if not fits or tuple(arrays["rows"][0].tolist()) not in self._starts(game):
            raise InputError("solve.other_work", file=path)
        for name, array in arrays.items():
            setattr(self, name, array)
        while len(self.table) < 4 * len(self.rows):
            self.table = np.zeros(4 * len(self.table), np.int32)
        self.compiled.functions.fill(self.rows.ctypes.data, self.counts, self.table)

    def _starts(self, game: Game[Any, Any]) -> list[tuple[int, ...]]:
        return [self.packing.pack(image) for image in (self.start, *game.symmetries(self.start))]


def _double(array: Any) -> Any:
    import numpy as np  # noqa: PLC0415

    more = np.zeros((max(len(array), 1024), *array.shape[1:]), array.dtype)
    return np.concatenate([array, more])


def _explore_interpreted(
    game: Game[Any, Any],
    start: Any,
    symmetric: bool,
    most: int | None,
    watcher: Watcher[ExploreProgress],
) -> GameGraph:
    """Explore in plain Python; the first state found represents all its images."""
    numbers: dict[Any, int] = {}
    states: list[Any] = []
    targets: list[int] = []
    ends: list[int] = []
    kinds: list[int] = []
    movers: list[int] = []
    plies: list[int] = []
    outcomes: dict[tuple[Number, ...], int] = {}

    def reach(state: Any, ply: int) -> int:
        if (number := numbers.get(state)) is None:
            number = numbers[state] = len(states)
            if symmetric:
                numbers.update(dict.fromkeys(game.symmetries(state), number))
            states.append(state)
            plies.append(ply)
        return number

    reach(start, 0)
    ended = DONE
    for at, state in enumerate(states):  # grows during the loop
        if at % REPORT_INTERVAL == 0:
            watcher.report(ExploreProgress(len(states)))
            if watcher.is_stopped():
                ended = STOPPED
                break
        targets.extend(reach(game.result(state, act), plies[at] + 1) for act in game.legal(state))
        ends.append(len(targets))
        movers.append(game.player(state))
        kind = INNER
        if game.is_terminal(state):
            worth = require_number(game, state, game.utilities(state))
            kind = outcomes.setdefault(worth, len(outcomes))
        kinds.append(kind)
        if most is not None and len(states) > most:
            ended = BOUNDED
            break
    return GameGraph(
        ListedStates(states, numbers), ends, targets, kinds, movers, plies, list(outcomes), ended,
        symmetric, "python",
    )  # fmt: skip
