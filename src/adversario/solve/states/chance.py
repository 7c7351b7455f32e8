"""All states of a game with chance, explored from the rules into flat arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.base.distribution import TOLERANCE
from adversario.base.errors import GameError, InputError
from adversario.base.numbers import show
from adversario.base.progress import Watcher
from adversario.base.stop import StoppedError
from adversario.contract.checking.guard import Guard
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
from adversario.native.kernels.mdp.states import CHANCES, DECIDES, ENDS, OPPOSES, Exploration
from adversario.native.kernels.solve.explore import BOUNDED, FULL
from adversario.solve.states.graph import REPORT_INTERVAL, ROOM, ExploreProgress
from adversario.solve.states.growth import double_arrays, require_room
from adversario.solve.states.packing import Packing
from adversario.solve.states.state_index import Index, ListedStates, StateArray


@dataclass
class ChanceGraph:
    """All states, chance nodes included, in flat arrays (see `native.kernels.mdp.states`).

    State `s` has the choices from `choices[s]` up to `choices[s + 1]`, and choice `c` the outcomes
    from `outcomes[c]` on. `terminal_values` are player 0's.
    """

    index: Index
    kinds: Any
    terminal_values: Any
    choices: Any
    outcomes: Any
    targets: Any
    probabilities: Any


def explore_chance(
    game: Game[Any, Any],
    start: Any,
    engine: Engine,
    most: int | None,
    watcher: Watcher[ExploreProgress],
) -> ChanceGraph:
    """All states from `start` on, explored from the rules.

    Small games, and those that do not compile, are explored in plain Python. Raises InputError if
    there are more than `most` states or if they do not fit into memory, KeyboardInterrupt on
    Ctrl-C, StoppedError if the watcher's token is set, and GameError if a state has no actions or
    its probabilities do not sum to 1.
    """
    found = _explore(game, start, engine, most, watcher)
    _check(game, found)
    return found


def _explore(
    game: Game[Any, Any],
    start: Any,
    engine: Engine,
    most: int | None,
    watcher: Watcher[ExploreProgress],
) -> ChanceGraph:
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
) -> ChanceGraph | None:
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
            kinds.append(DECIDES if rules.player(state) == 0 else OPPOSES)
            for action in rules.moves(state):
                reach(game.result(state, action), 1.0)
                outcomes.append(len(targets))
        choices.append(len(outcomes) - 1)
    return ChanceGraph(
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

    def run(self, most: int | None, watcher: Watcher[ExploreProgress]) -> ChanceGraph | None:
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

    def _collect(self) -> ChanceGraph:
        states, choices, outcomes = (
            int(self.counts[place])
            for place in (Exploration.states, Exploration.choices, Exploration.outcomes)
        )
        return ChanceGraph(
            StateArray(self.packing, self.rows[:states]),
            self.kinds[:states],
            self.terminal_values[:states],
            self.choices[: states + 1],
            self.outcomes[: choices + 1],
            self.targets[:outcomes],
            self.probabilities[:outcomes],
        )


def _check(game: Game[Any, Any], found: ChanceGraph) -> None:
    """Raise GameError if a state has no actions, or if probabilities do not sum to 1."""
    import numpy as np  # noqa: PLC0415

    is_chance = found.kinds == CHANCES
    idle = (found.kinds != ENDS) & ~is_chance & (np.diff(found.choices) == 0)
    if idle.any():
        state = found.index.state(int(idle.argmax()))
        raise GameError("game.no_actions", game=game.name, state=game.position(state))
    sums = np.concatenate([[0.0], np.cumsum(found.probabilities)])
    totals = np.diff(sums[found.outcomes])[found.choices[:-1][is_chance]]
    wrong = abs(totals - 1) > TOLERANCE * (1 + sums[-1])
    if wrong.any():
        at = int(wrong.argmax())
        state = found.index.state(int(np.flatnonzero(is_chance)[at]))
        total = show(float(totals[at]))
        raise GameError("mdp.chances", game=game.name, state=game.position(state), total=total)
