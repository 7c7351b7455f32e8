"""All states of a game and the moves between them as arrays, by compiled or interpreted search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import exists
from adversario.base.formats.arrays import Array
from adversario.base.formats.schema import Flag
from adversario.base.numbers import Number, tidy
from adversario.base.process.memory import NotEnoughMemoryError
from adversario.base.progress import Watcher
from adversario.base.provenance.saved_work import identity
from adversario.base.stop import Stop
from adversario.contract.capability import defines
from adversario.contract.checking.guard import Guard, no_actions, require_start
from adversario.contract.symmetry import Symmetric
from adversario.game import CHANCE, Game
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import (
    EXPLORED_STATES,
    Engine,
    engine_of,
    first_bound,
    on_engine,
)
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.solve import explore as kernel
from adversario.native.kernels.solve.explore import (
    BOUNDED,
    DONE,
    FULL,
    INNER,
    STOPPED,
    STUCK,
    WRONG,
    Exploration,
)
from adversario.native.tabulated.view import Tabulated, tabulate
from adversario.solve.confirm import confirm_graph
from adversario.solve.files import ArrayFormat
from adversario.solve.states.growth import double_arrays, require_room
from adversario.solve.states.packing import Packing
from adversario.solve.states.state_index import Index, ListedStates, StateArray
from adversario.views.layer import derive

REPORT_INTERVAL = 1024
"""The number of states between two progress reports."""

ROOM = 16 << 20
"""Bytes that must be free for these states."""


EXPLORATION = ArrayFormat(
    "exploration",
    {
        "rows": Array("int64", ("states", "width")),
        "counts": Array("int64", (Exploration.size,), 0),
        "targets": Array("int32", ("moves",), 0, "states"),
        "ends": Array("int64", ("states",), 0),
        "kinds": Array("int32", ("states",), INNER),
        "movers": Array("int8", ("states",), CHANCE, "players"),
        "plies": Array("int32", ("states",), 0, "states"),
        "utilities": Array("float64", ("utilities",)),
    },
    {"symmetric": Flag()},
)
"""The file of an exploration that ended early."""


MOVES = 1 << 18
"""The room for moves to start with: more than one state may have."""


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
    exploration that ends early is saved in that file, and the next call resumes it. Raises
    GameError if a state that is not terminal has no actions, and NotEnoughMemoryError, with the
    number of states found, before memory is full.
    """
    require_start(game, start)
    watcher = Watcher(on_progress, stop)
    resuming = save is not None and exists(save)
    if engine == "auto" and not resuming:
        small = first_bound(most, EXPLORED_STATES)
        graph = _explore_interpreted(game, start, symmetric, small, watcher)
        if graph.ended != BOUNDED or small == most:
            return graph
    if engine == "tabulated" and save is not None:
        raise InputError("tabulated.save")

    def native(view: Game[Any, Any]) -> GameGraph:
        explorer = _Explorer(_explorer_kernel(view, start, symmetric), start)
        if resuming and save is not None:
            explorer.resume(save, game)
        try:
            ended = explorer.run(most, watcher, seconds)
        except NotEnoughMemoryError:
            if save is not None:
                explorer.save(save, game)
            raise
        confirm_graph(game, explorer.graph(ended))
        if ended in (BOUNDED, STOPPED) and save is not None:
            explorer.save(save, game)
        return explorer.graph(ended)

    def interpreted() -> GameGraph:
        return _explore_interpreted(game, start, symmetric, most, watcher)

    return on_engine(game, engine, native, interpreted, tabulated=False)


def without_symmetries(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game without its symmetries, so that all states are different."""
    if isinstance(game, Tabulated):
        return tabulate(derive(game.game, Symmetric))
    return derive(game, Symmetric)


def _explorer_kernel(game: Game[Any, Any], start: Any, symmetric: bool) -> Compiled:
    """The kernel for the game, without its symmetries if these do not compile."""
    if symmetric:
        with suppress(NotCompilable):
            return compile_game(game, kernel, start)
    return compile_game(without_symmetries(game), kernel, start)


class _Explorer:
    """The growing arrays of a compiled exploration."""

    def __init__(self, compiled: Compiled, start: Any) -> None:
        import numpy as np  # noqa: PLC0415

        self.compiled = compiled
        self.packing = None if isinstance(compiled.game, Tabulated) else Packing.of(start)
        width = 1 if self.packing is None else self.packing.width  # of a row's address
        self.start = start
        self.interrupted = False
        self.file: Path | None = None  # where the arrays are from
        self.counts = np.zeros(Exploration.size, np.int64)
        self.table = np.zeros(1 << 17, np.int32)
        self.targets = np.zeros(MOVES, np.int32)
        self.utilities = np.zeros(64 * compiled.game.players, np.float64)
        self.rows = np.zeros((1 << 16, width), np.int64)
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
        if self.file is not None:
            (ended,) = run_all([lambda: self._replay(control)], control, seconds=seconds)
            if ended == WRONG:
                raise InputError("solve.wrong_states", file=self.file)
            if ended == STOPPED:
                self.interrupted = control.interrupted
                return STOPPED
            functions.fill(self.rows.ctypes.data, self.counts, self.table)
        elif not self.counts[Exploration.states]:
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
            if ended == STUCK:
                raise no_actions(self.compiled.game, self._next_state())
            if ended != FULL:
                return int(ended)
            self._grow()

    def _next_state(self) -> Any:
        """The state whose moves are to be followed next."""
        row = self.rows[self.counts[Exploration.expanded]].tolist()
        return self.compiled.decode(row[0]) if self.packing is None else self.packing.unpack(row)

    def _round(self, bound: int, control: Control) -> int:
        return int(
            self.compiled.functions.explore(
                self.rows.ctypes.data, self.counts, self.table, self.targets, self.ends,
                self.kinds, self.movers, self.plies, self.utilities, bound, control.flags,
            )
        )  # fmt: skip

    def _replay(self, control: Control) -> int:
        """Derive the states of a file again from the rules, which are only given such states."""
        return int(
            self.compiled.functions.replay(
                self.rows.ctypes.data, self.counts, self.targets, self.ends, self.kinds,
                self.movers, self.plies, self.utilities, control.flags,
            )
        )  # fmt: skip

    def _grow(self) -> None:
        """Double the arrays that may be too small; NotEnoughMemoryError if there is no room.

        Arrays of a file may be of any length, so one that is too small may not look like it: then
        all are doubled.
        """
        states, players = int(self.counts[Exploration.states]), self.compiled.game.players
        moves, outcomes = (
            int(self.counts[Exploration.moves]),
            int(self.counts[Exploration.outcomes]),
        )
        tight = {
            "rows": 2 * states + 2 > len(self.ends),
            "targets": 4 * moves > len(self.targets),
            "utilities": 2 * outcomes * players > len(self.utilities),
            "table": 4 * states > len(self.table),
        }
        doubled = {name for name, small in tight.items() if small} or set(tight)
        if "rows" in doubled:
            self._double_states(states)
        for name in ("targets", "utilities"):
            if name in doubled:
                double_arrays(self, name, states=states)
        if "table" in doubled:
            self._enlarge_table(states)

    def _double_states(self, states: int) -> None:
        """Double the arrays that have an item for each state."""
        double_arrays(self, "rows", "ends", "kinds", "movers", "plies", states=states)

    def _enlarge_table(self, states: int) -> None:
        """A table of four times the size with the same states."""
        import numpy as np  # noqa: PLC0415

        require_room(4 * self.table.nbytes, states)
        self.table = np.zeros(4 * len(self.table), np.int32)
        self.compiled.functions.fill(self.rows.ctypes.data, self.counts, self.table)

    def graph(self, ended: int) -> GameGraph:
        """The graph explored so far."""
        states, players = int(self.counts[Exploration.states]), self.compiled.game.players
        numbers = self.utilities[: int(self.counts[Exploration.outcomes]) * players].tolist()
        whole = [tidy(number) for number in numbers]
        return GameGraph(
            index=self._index(states),
            ends=self.ends[:states],
            targets=self.targets[: int(self.counts[Exploration.moves])],
            kinds=self.kinds[:states],
            movers=self.movers[:states],
            plies=self.plies[:states],
            outcomes=[tuple(whole[at : at + players]) for at in range(0, len(whole), players)],
            ended=ended,
            symmetric=self._symmetric,
            engine=engine_of(self.compiled.game),
            interrupted=self.interrupted,
        )

    def _index(self, states: int) -> Index:
        """The first `states` states that were found."""
        if self.packing is not None:
            return StateArray(self.packing, self.rows[:states])
        listed = [self.compiled.decode(row) for row in self.rows[:states, 0].tolist()]
        return ListedStates(listed, {state: number for number, state in enumerate(listed)})

    def save(self, path: Path, game: Game[Any, Any]) -> None:
        """Save the exploration, so that it can be resumed."""
        states, moves = int(self.counts[Exploration.states]), int(self.counts[Exploration.moves])
        arrays = {
            "rows": self.rows[:states],
            "counts": self.counts,
            "targets": self.targets[:moves],
            "ends": self.ends[:states],
            "kinds": self.kinds[:states],
            "movers": self.movers[:states],
            "plies": self.plies[:states],
            "utilities": self.utilities,
        }
        EXPLORATION.write(path, {**identity(game), "symmetric": self._symmetric}, arrays)

    @property
    def _symmetric(self) -> bool:
        return defines(self.compiled.game, "symmetries")

    def resume(self, path: Path, game: Game[Any, Any]) -> None:
        """Load a saved exploration; raises InputError if the file is of another game or kind.

        `run` then derives its states again from the rules.
        """
        import numpy as np  # noqa: PLC0415

        assert self.packing is not None  # nothing is saved of a table
        players = self.compiled.game.players
        header, arrays = EXPLORATION.read(path, game, width=self.packing.width, players=players)
        _check_counts(path, arrays, players)
        first = tuple(arrays["rows"][0].tolist())
        if header["symmetric"] != self._symmetric or first not in self._starts(game):
            raise InputError("solve.other_work", file=path)
        self.file, self.counts = path, arrays["counts"]
        self.rows, self.ends = arrays["rows"], arrays["ends"]
        self.targets = np.pad(arrays["targets"], (0, MOVES))  # of one state, before it grows
        self.kinds, self.movers, self.plies = arrays["kinds"], arrays["movers"], arrays["plies"]
        self.utilities = arrays["utilities"]
        self._double_states(len(self.rows))
        while len(self.table) < 4 * len(self.rows):
            self.table = np.zeros(4 * len(self.table), np.int32)

    def _starts(self, game: Game[Any, Any]) -> list[tuple[int, ...]]:
        assert self.packing is not None  # nothing is saved of a table
        return [self.packing.pack(image) for image in (self.start, *game.symmetries(self.start))]


def _check_counts(path: Path, arrays: Mapping[str, Any], players: int) -> None:
    """Raise InputError if the counts of a file do not fit its arrays, or numbers are too large."""
    counts, states = arrays["counts"], len(arrays["rows"])
    outcomes, expanded = int(counts[Exploration.outcomes]), int(counts[Exploration.expanded])
    sound = (
        states >= 1
        and int(counts[Exploration.states]) == states
        and expanded <= states
        and int(counts[Exploration.moves]) == len(arrays["targets"])
        and outcomes * players <= len(arrays["utilities"])
        and outcomes == int(arrays["kinds"][:expanded].max(initial=INNER)) + 1
    )
    if not sound:
        raise InputError("solve.wrong_states", file=path)


def _explore_interpreted(
    game: Game[Any, Any],
    start: Any,
    symmetric: bool,
    most: int | None,
    watcher: Watcher[ExploreProgress],
) -> GameGraph:
    """Explore in plain Python; the first state found represents all its images."""
    rules = Guard(game)
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
            require_room(ROOM, len(states))
            if watcher.is_stopped():
                ended = STOPPED
                break
        targets.extend(reach(game.result(state, act), plies[at] + 1) for act in rules.moves(state))
        ends.append(len(targets))
        movers.append(rules.player(state))
        over = game.is_terminal(state)
        kinds.append(outcomes.setdefault(rules.utilities(state), len(outcomes)) if over else INNER)
        if most is not None and len(states) > most:
            ended = BOUNDED
            break
    return GameGraph(
        ListedStates(states, numbers), ends, targets, kinds, movers, plies, list(outcomes), ended,
        symmetric, "python",
    )  # fmt: skip
