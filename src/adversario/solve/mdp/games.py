"""Games for one player as Markov decision processes: all their states, explored from the rules.

The states of the problem are those in which the player moves, and terminal states. Chance nodes in
between are part of the outcomes of the action before them, so a step is an action, and discounting
is per action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from adversario.algorithms.core.requirements import fitting
from adversario.base.errors import GameError, InputError, UnsuitableGameError
from adversario.base.numbers import show
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.contract.checking.guard import Guard, require_start
from adversario.game import CHANCE, Game
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import (
    EXPLORED_STATES,
    Engine,
    first_bound,
    or_interpreted,
)
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.mdp import states as kernel
from adversario.native.kernels.mdp.states import CHANCES, DECIDES, ENDS, Exploration
from adversario.native.kernels.solve.explore import BOUNDED, FULL
from adversario.solve.mdp.model import TOLERANCE, Mdp
from adversario.solve.states.graph import (
    REPORT_INTERVAL,
    ROOM,
    ExploreProgress,
)
from adversario.solve.states.growth import double_arrays, require_room
from adversario.solve.states.packing import Packing
from adversario.solve.states.state_index import Index, ListedStates, StateArray

COPIES = 4
"""How often the outcomes are in memory at once while chance nodes are replaced."""


@dataclass(frozen=True)
class GameNames:
    """States and actions in the game's notation. `kept` are their numbers among all states."""

    game: Game[Any, Any]
    index: Index
    kept: Any

    def at(self, number: int) -> Any:
        """The game state with that number."""
        return self.index.state(int(self.kept[number]))

    def state(self, number: int) -> str:
        """The position."""
        return self.game.position(self.at(number))

    def choice(self, state: int, choice: int) -> str:
        """The action's name."""
        here = self.at(state)
        return self.game.action_name(here, next(islice(self.game.actions(here), choice, None)))

    def find(self, name: str) -> int:
        """The number of a position; raises InputError if it is unreachable or a chance node."""
        return self.number(self.game.parse_position(name))

    def number(self, state: Any) -> int:
        """The number of a game state; raises InputError if it is not a state of the problem."""
        found = self.index.find([state])
        at = int(self.kept.searchsorted(found))
        if found < 0 or at == len(self.kept) or self.kept[at] != found:
            raise InputError("mdp.no_state", state=self.game.position(state))
        return at


@dataclass
class StateGraph:
    """All states, including chance nodes; the arrays are as in `Mdp`."""

    index: Index
    kinds: Any
    terminal_values: Any
    choices: Any
    outcomes: Any
    targets: Any
    probabilities: Any


def mdp_from_game(
    game: Game[Any, Any],
    state: Any = None,
    *,
    engine: Engine = "auto",
    most: int | None = None,
    on_progress: Callable[[ExploreProgress], None] | None = None,
    stop: Stop | None = None,
) -> Mdp:
    """The problem of a game for one player, from a state on.

    Small games, and those that do not compile, are explored in plain Python. Raises InputError if
    there are more than `most` states or if they do not fit into memory, KeyboardInterrupt on
    Ctrl-C, and StoppedError if the `stop` token is set.
    """
    if game.players != 1 or not game.perfect_information or game.simultaneous:
        raise UnsuitableGameError(
            "mdp.unsuitable", game=game.name, fitting=", ".join(fitting(game)) or "-"
        )
    start = game.initial() if state is None else state
    require_start(game, start)
    found = _explore(game, start, engine, most, Watcher(on_progress, stop))
    return _collapse_chance(game, found)


def _explore(
    game: Game[Any, Any],
    start: Any,
    engine: Engine,
    most: int | None,
    watcher: Watcher[ExploreProgress],
) -> StateGraph:
    if engine == "auto":
        small = _explore_interpreted(game, start, first_bound(most, EXPLORED_STATES), watcher)
        if small is not None:
            return small
    found = or_interpreted(
        game, engine,
        lambda: _Explorer(compile_game(game, kernel, start), start).run(most, watcher),
        lambda: _explore_interpreted(game, start, most, watcher),
    )  # fmt: skip
    if found is None:
        raise InputError("mdp.too_many", game=game.name, most=most)
    return found


def _explore_interpreted(
    game: Game[Any, Any], start: Any, most: int | None, watcher: Watcher[ExploreProgress]
) -> StateGraph | None:
    """Explore in plain Python; None if there are more than `most` states."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    rules, numbers, states = Guard(game), {start: 0}, [start]
    kinds: list[int] = []
    terminal_values: list[float] = []
    choices, outcomes = [0], [0]
    targets: list[int] = []
    probabilities: list[float] = []

    def reach(after: Any, probability: float) -> None:
        if after not in numbers:
            numbers[after] = len(states)
            states.append(after)
        targets.append(numbers[after])
        probabilities.append(probability)

    for at, state in enumerate(states):  # grows during the loop
        if most is not None and len(states) > most:
            return None
        if at % REPORT_INTERVAL == 0:
            watcher.report(ExploreProgress(len(states)))
            require_room(ROOM, len(states))
            if watcher.is_stopped():
                raise StoppedError
        over = game.is_terminal(state)
        terminal_values.append(float(rules.utility(state, 0)) if over else 0.0)
        if over:
            kinds.append(ENDS)
        elif rules.player(state) == CHANCE:
            kinds.append(CHANCES)
            for outcome, probability in rules.chances(state):
                if probability:
                    reach(game.result(state, outcome), float(probability))
            outcomes.append(len(targets))
        else:
            kinds.append(DECIDES)
            for action in rules.moves(state):
                reach(game.result(state, action), 1.0)
                outcomes.append(len(targets))
        choices.append(len(outcomes) - 1)
    return StateGraph(
        ListedStates(states, numbers),
        np.array(kinds, np.int8),
        np.array(terminal_values, np.float64),
        np.array(choices, np.int64),
        np.array(outcomes, np.int64),
        np.array(targets, np.int32),
        np.array(probabilities, np.float64),
    )


class _Explorer:
    """The growing arrays of a compiled exploration."""

    def __init__(self, compiled: Compiled, start: Any) -> None:
        import numpy as np  # noqa: PLC0415

        packing = Packing.of(start)
        assert packing is not None  # because the game compiled
        self.compiled, self.packing, self.start = compiled, packing, start
        self.counts = np.zeros(Exploration.size, np.int64)
        self.table = np.zeros(1 << 17, np.int32)
        self.rows = np.zeros((1 << 16, packing.width), np.int64)
        self.kinds = np.zeros(1 << 16, np.int8)
        self.terminal_values = np.zeros(1 << 16, np.float64)
        self.choices = np.zeros((1 << 16) + 1, np.int64)
        self.outcomes = np.zeros(1 << 18, np.int64)
        self.targets = np.zeros(1 << 19, np.int32)
        self.probabilities = np.zeros(1 << 19, np.float64)

    def run(self, most: int | None, watcher: Watcher[ExploreProgress]) -> StateGraph | None:
        """Explore all states; None if there are more than `most`."""
        functions, bound = self.compiled.functions, -1 if most is None else most
        control = Control(watcher.stop)

        def watch() -> None:
            watcher.report(ExploreProgress(int(control.flags[Flags.progress])))

        encoded = self.compiled.encode(self.start)
        functions.begin(encoded, self.rows.ctypes.data, self.counts, self.table)
        ended = FULL
        while ended == FULL:
            (ended,) = run_all([lambda: self._round(bound, control)], control, watch=watch)
            if ended == FULL:
                self._grow()
        control.require_going()
        return None if ended == BOUNDED else self._collect()

    def _round(self, bound: int, control: Control) -> int:
        return int(
            self.compiled.functions.expand(
                self.rows.ctypes.data, self.counts, self.table, self.kinds, self.terminal_values,
                self.choices, self.outcomes, self.targets, self.probabilities, bound,
                control.flags,
            )
        )  # fmt: skip

    def _grow(self) -> None:
        """Double the arrays that may be too small."""
        import numpy as np  # noqa: PLC0415

        states = int(self.counts[Exploration.states])
        if 2 * states + 2 > len(self.kinds):
            double_arrays(self, "rows", "kinds", "terminal_values", "choices", states=states)
        if 2 * int(self.counts[Exploration.choices]) > len(self.outcomes):
            double_arrays(self, "outcomes", states=states)
        if 2 * int(self.counts[Exploration.outcomes]) > len(self.targets):
            double_arrays(self, "targets", "probabilities", states=states)
        if 4 * states > len(self.table):
            require_room(4 * self.table.nbytes, states)
            self.table = np.zeros(4 * len(self.table), np.int32)
            self.compiled.functions.fill(self.rows.ctypes.data, self.counts, self.table)

    def _collect(self) -> StateGraph:
        states, choices, outcomes = (
            int(self.counts[place])
            for place in (Exploration.states, Exploration.choices, Exploration.outcomes)
        )
        return StateGraph(
            StateArray(self.packing, self.rows[:states]),
            self.kinds[:states],
            self.terminal_values[:states],
            self.choices[: states + 1],
            self.outcomes[: choices + 1],
            self.targets[:outcomes],
            self.probabilities[:outcomes],
        )


def _collapse_chance(game: Game[Any, Any], found: StateGraph) -> Mdp:
    """The problem without chance nodes: each is replaced by its outcomes."""
    import numpy as np  # noqa: PLC0415

    is_chance = found.kinds == CHANCES
    size = found.targets.nbytes + found.probabilities.nbytes + found.outcomes.nbytes
    require_room(COPIES * size, len(found.kinds))
    rows = _Rows(found.outcomes, found.targets, found.probabilities)
    choices = found.choices
    _check(game, found, rows, is_chance)
    owners = np.repeat(np.arange(len(is_chance)), np.diff(choices))  # of each choice
    while (to_chance := is_chance[rows.targets]).any():
        unfinished = np.zeros(len(is_chance), bool)
        unfinished[np.repeat(owners, np.diff(rows.ends))[to_chance]] = True
        ready = to_chance & ~unfinished[rows.targets]
        if not ready.any():
            raise InputError("mdp.circle", game=game.name)
        rows = rows.expand_chance(ready, choices)
    start: tuple[tuple[int, float], ...] = ((0, 1.0),)
    if is_chance[0]:
        first = slice(int(rows.ends[0]), int(rows.ends[1]))
        start = tuple(zip(rows.targets[first].tolist(), rows.chances[first].tolist(), strict=True))
    kept = np.flatnonzero(~is_chance)
    number = np.cumsum(~is_chance) - 1
    rows = rows.select(~is_chance[owners])
    return Mdp(
        choices=np.concatenate([[0], np.cumsum(np.diff(choices)[kept])]),
        outcomes=rows.ends,
        targets=number[rows.targets].astype(np.int32),
        probabilities=rows.chances,
        rewards=np.zeros(len(rows.ends) - 1),
        terminal_values=found.terminal_values[kept],
        start=tuple((int(number[state]), chance) for state, chance in start),
        names=GameNames(game, found.index, kept),
        source=game,
    )


@dataclass(frozen=True)
class _Rows:
    """The outcomes of choice `c` are those from `ends[c]` to `ends[c + 1]`."""

    ends: Any
    targets: Any
    chances: Any

    def expand_chance(self, which: Any, choices: Any) -> _Rows:
        """The rows with those outcomes, all chance nodes, replaced by the outcomes of these."""
        import numpy as np  # noqa: PLC0415

        choice = choices[self.targets]
        sizes = np.where(which, self.ends[np.minimum(choice + 1, len(self.ends) - 1)], 1)
        sizes[which] -= self.ends[choice[which]]
        firsts = np.where(which, self.ends[choice], np.arange(len(self.targets)))
        stops = np.concatenate([[0], np.cumsum(sizes)])
        # The old index of each new outcome: it has the same offset from the first of its row.
        old = np.arange(stops[-1]) - np.repeat(stops[:-1] - firsts, sizes)
        factors = np.repeat(np.where(which, self.chances, 1.0), sizes)
        return _Rows(stops[self.ends], self.targets[old], factors * self.chances[old])

    def select(self, which: Any) -> _Rows:
        """The rows of only those choices."""
        import numpy as np  # noqa: PLC0415

        sizes = np.diff(self.ends)
        inside = np.repeat(which, sizes)
        ends = np.concatenate([[0], np.cumsum(sizes[which])])
        return _Rows(ends, self.targets[inside], self.chances[inside])


def _check(game: Game[Any, Any], found: StateGraph, rows: _Rows, is_chance: Any) -> None:
    """Raise GameError if a state has no actions, or if probabilities do not sum to 1."""
    import numpy as np  # noqa: PLC0415

    idle = (found.kinds == DECIDES) & (np.diff(found.choices) == 0)
    if idle.any():
        state = found.index.state(int(idle.argmax()))
        raise GameError("game.no_actions", game=game.name, state=game.position(state))
    sums = np.concatenate([[0.0], np.cumsum(rows.chances)])
    totals = np.diff(sums[rows.ends])[found.choices[:-1][is_chance]]
    wrong = abs(totals - 1) > TOLERANCE * (1 + sums[-1])
    if wrong.any():
        at = int(wrong.argmax())
        state = found.index.state(int(np.flatnonzero(is_chance)[at]))
        total = show(float(totals[at]))
        raise GameError("mdp.chances", game=game.name, state=game.position(state), total=total)
