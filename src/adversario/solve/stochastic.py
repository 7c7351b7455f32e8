"""Games with chance for one player or two, solved by iteration over all of their states.

    solution = solve_stochastic(make_game("pig"))
    solution.value, solution.error          # 0.0612 to player 0, and by how much it may be wrong
    solution.best_action(state)

Play may return to a state, as in Pig, where both players can lose their points turn after turn. The
values are approached from below and from above, so the error is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.requirements import objections
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.numbers import to_json
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.contract.checking.guard import require_start
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.availability import available
from adversario.native.compiler.compile import compile_kernel
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import Engine
from adversario.native.kernels.mdp.states import ENDS
from adversario.native.kernels.solve import stochastic as kernel
from adversario.solve.states.chance import ChanceGraph, explore_chance
from adversario.solve.states.graph import ExploreProgress

ERROR = 1e-9
"""The default error, as a share of the range of utilities."""

EQUAL = 1e-12
"""Actions whose values differ by no more than this are equally good."""


@dataclass(frozen=True)
class StochasticSolution(Generic[S, A]):
    """The values of all states that can be reached from one, to player 0.

    `lower` and `upper` are bounds on the value of each, by its number in the graph.
    """

    game: Game[S, A]
    state: S
    graph: ChanceGraph
    lower: Any
    upper: Any
    sweeps: int
    seconds: float

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.graph.kinds)

    @property
    def value(self) -> float:
        """The value of the state to player 0."""
        return self.value_of(self.state)

    @property
    def error(self) -> float:
        """A bound on the error of every value, apart from rounding."""
        return float((self.upper - self.lower).max()) / 2

    def value_of(self, state: S, player: int = 0) -> float:
        """The value of a state to a player; raises InputError for a state that is not there."""
        at = self.graph.index.find([state])
        if at < 0:
            raise InputError("mdp.no_state", state=self.game.position(state))
        value = (float(self.lower[at]) + float(self.upper[at])) / 2
        return value if player == 0 else float(self.game.utility_sum or 0) - value

    def scores(self, state: S) -> list[tuple[A, float]]:
        """The actions of a state, each with its value to the player to move, the best first."""
        game, mover = self.game, self.game.player(state)
        if game.is_terminal(state) or mover == CHANCE:
            return []
        found = [
            (action, self.value_of(game.result(state, action), mover))
            for action in game.actions(state)
        ]
        return sorted(found, key=lambda pair: -pair[1])

    def best_actions(self, state: S) -> tuple[A, ...]:
        """The actions of the greatest value."""
        scores = self.scores(state)
        return tuple(action for action, value in scores if value >= scores[0][1] - EQUAL)

    def policy(self, state: S) -> A | None:
        """A best action; None at ends and for states that cannot be reached."""
        if self.graph.index.find([state]) < 0:
            return None
        return next(iter(self.best_actions(state)), None)

    def to_json(self) -> dict[str, Any]:
        """The solution of the state as JSON values."""
        game, state = self.game, self.state
        mover = max(game.player(state), 0)
        return {
            "game": game.name,
            "position": game.position(state),
            "method": "iteration",
            "player": game.player_name(mover),
            "score": to_json(self.value_of(state, mover)),
            "error": self.error,
            "best": [game.action_name(state, action) for action in self.best_actions(state)],
            "scores": [
                {"action": game.action_name(state, action), "score": to_json(value)}
                for action, value in self.scores(state)
            ],
            "states": self.states,
            "sweeps": self.sweeps,
            "seconds": round(self.seconds, 6),
        }


def solve_stochastic(
    game: Game[S, A],
    state: S | None = None,
    *,
    error: float = ERROR,
    engine: Engine = "auto",
    most: int | None = None,
    on_progress: Callable[[ExploreProgress], None] | None = None,
    stop: Stop | None = None,
) -> StochasticSolution[S, A]:
    """Solve a game for one player or for two whose utilities have a constant sum.

    `error` is a share of the range of utilities. It is reached unless players can avoid every end
    for ever; then the bounds stay apart, and the solution says so. Raises UnsuitableGameError for
    other games, InputError if there are more than `most` states, KeyboardInterrupt on Ctrl-C.
    """
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    wrong = objections(game, "expectiminimax")
    if wrong or game.players > 2:
        raise UnsuitableGameError("solve.unsuitable", game=game.name, objections=wrong)
    if not error > 0:
        raise InputError("limit.too_small", limit="error", given=error, least=0)
    root, started = game.initial() if state is None else state, perf_counter()
    require_start(game, root)
    graph = explore_chance(game, root, engine, most, Watcher(on_progress, stop))
    states, over = len(graph.kinds), graph.kinds == ENDS
    compiled = engine != "python" and available()
    run: Any = compile_kernel(kernel) if compiled else kernel
    order, ends = np.zeros(states, np.int64), np.zeros(states, np.int64)
    room = [np.zeros(states, np.int64) for _ in range(5)]
    utilities = graph.terminal_values[over]
    least = float(min(utilities, default=0.0))
    greatest = float(max(utilities, default=0.0))
    lower = np.where(over, graph.terminal_values, least)
    upper = np.where(over, graph.terminal_values, greatest)
    scale = max(abs(least), abs(greatest), 1.0)
    arrays = (graph.choices, graph.outcomes, graph.targets)
    control = Control(stop)

    def work() -> int:
        components = run.find_components(*arrays, order, ends, *room)
        return int(
            run.settle(
                graph.kinds, *arrays, graph.probabilities, order, ends, components, lower, upper,
                error * (greatest - least), scale, control.flags,
            )
        )  # fmt: skip

    (sweeps,) = run_all([work], control)
    if control.interrupted:
        raise KeyboardInterrupt
    if sweeps == kernel.STOPPED:
        raise StoppedError
    return StochasticSolution(game, root, graph, lower, upper, sweeps, perf_counter() - started)
