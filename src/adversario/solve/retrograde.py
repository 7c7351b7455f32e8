"""Retrograde analysis of an explored game: values backed up from its terminal states."""

from __future__ import annotations

from typing import Any, NamedTuple

from adversario.algorithms.core.events import Node
from adversario.algorithms.core.requirements import objections, require
from adversario.algorithms.core.sides import two_sides
from adversario.base.errors import UnsuitableGameError
from adversario.base.numbers import Number, Value
from adversario.base.pov import Stakes
from adversario.game import Game
from adversario.native.compiler.availability import available
from adversario.native.compiler.compile import compile_kernel
from adversario.native.kernels.solve import retrograde
from adversario.solve.states.graph import GameGraph
from adversario.solve.states.growth import require_room

WORDS = 7
"""Words for each state, at most: its value, distance, best action and what finding them takes."""


class RetrogradeValues(NamedTuple):
    """For each state the index of its value in `values`, its distance and its best action.

    A distance of -1 is endless play. Actions are numbered in the game's order; -1 is none.
    """

    values: tuple[Value, ...]
    places: Any
    distances: Any
    best: Any
    draw: int  # the index of a draw; -1 in max^n


def is_two_sided(game: Game[Any, Any]) -> bool:
    """Whether the game has one value, which one side maximises and the other minimises."""
    return not objections(game, "minimax")


def solve_backwards(game: Game[Any, Any], graph: GameGraph) -> RetrogradeValues:
    """Solve a complete graph.

    Raises UnsuitableGameError for games with chance or hidden information, and for games of more
    than two sides in which states can repeat; NotEnoughMemoryError if the values do not fit.
    """
    states, moves = len(graph.ends), len(graph.targets)
    require_room(WORDS * 8 * states + 8 * moves, states)
    require(game, "paranoid")  # fits all games of perfect information without chance
    return _solve_two_sides(game, graph) if is_two_sided(game) else _solve_many_sides(game, graph)


def draw_value(game: Game[Any, Any]) -> Number:
    """The utility of player 0 in a draw, which is that of every player."""
    return Stakes.of(game).draw


def _solve_two_sides(game: Game[Any, Any], graph: GameGraph) -> RetrogradeValues:
    draw = draw_value(game)
    values = tuple(sorted({draw, *(outcome[0] for outcome in graph.outcomes)}))
    ends = [values.index(outcome[0]) for outcome in graph.outcomes]
    sides = [int(node is Node.MAX) for node in two_sides(game).nodes]
    run, new = _engine(graph)
    kinds = _map_numbers(graph.kinds, [*ends, retrograde.INNER])
    maximising = _map_numbers(graph.movers, sides)
    states, moves = len(graph.ends), len(graph.targets)
    firsts, sources = new(states + 1, True), new(moves, False)
    run.count_entries(graph.ends, graph.targets, firsts)
    run.reverse_moves(graph.ends, graph.targets, firsts, sources)
    places, distances, best = new(states, False), new(states, False), new(states, False)
    at = values.index(draw)
    run.solve(
        graph.ends, graph.targets, firsts, sources, maximising, kinds, len(values), at,
        places, distances, new(states, False), new(states, False),
    )  # fmt: skip
    run.best_moves(graph.ends, graph.targets, places, distances, best)
    return RetrogradeValues(values, places, distances, best, at)


def _solve_many_sides(game: Game[Any, Any], graph: GameGraph) -> RetrogradeValues:
    run, new = _engine(graph)
    states = len(graph.ends)
    places, distances, best = new(states, False), new(states, False), new(states, False)
    utilities = [float(number) for outcome in graph.outcomes for number in outcome]
    if graph.engine != "python":
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        utilities = np.array(utilities)  # type: ignore[assignment]
    solved = run.induce(
        graph.ends, graph.targets, graph.movers, game.players, graph.kinds, utilities, places,
        distances, best, new(states, False), new(states, False),
    )  # fmt: skip
    if solved < states:
        raise UnsuitableGameError("solve.cyclic", game=game.name)
    return RetrogradeValues(tuple(graph.outcomes), places, distances, best, -1)


def _engine(graph: GameGraph) -> tuple[Any, Any]:
    """The functions of `retrograde`, and an allocator of arrays of `size` (64-bit if `long`)."""
    if graph.engine == "python" or not available():
        return retrograde, lambda size, long: [0] * size
    import numpy as np  # noqa: PLC0415

    functions = compile_kernel(retrograde)
    return functions, lambda size, long: np.zeros(size, np.int64 if long else np.int32)


def _map_numbers(numbers: Any, table: list[int]) -> Any:
    """The table entry of each number; -1 is the last entry."""
    if isinstance(numbers, list):
        return [table[number] for number in numbers]
    import numpy as np  # noqa: PLC0415

    return np.array(table, np.int32)[numbers]
