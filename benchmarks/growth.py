"""The plot of how cost grows with depth: `python benchmarks/growth.py` writes results/growth.svg.

Nodes and time against depth, for minimax and for alpha-beta with the worst, the given and the best
order of actions and with a table, on the same positions of Connect Four, beside b^d and b^(d/2).
The interpreted engine runs minimax and what needs an order from outside; the native one goes
deeper, and alone has a table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from chart import Curve, Panel, draw
from graded import GradedConnectFour

from adversario import Limit, Result, alphabeta, minimax
from adversario.games.lines.connect4 import State
from adversario.native.engines.enhanced.enhancements import PLAIN, Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta

RESULT = Path(__file__).parent / "results" / "growth.svg"
POSITIONS = ("", "444", "352414")
INTERPRETED_DEPTH = 7
NATIVE_DEPTH = 13
TABLE = replace(PLAIN, table_mib=4)
QUICK, REPEATS = 0.5, 5
"""Searches of fewer seconds than this are repeated, and the least time counts."""

Search = Callable[[GradedConnectFour, State, int], Result[State, int]]
"""A search of a state to a depth."""

Preparation = Callable[[GradedConnectFour, State, int], Search]
"""What makes the search of a state to a depth ready; this is not timed."""


class Cost(NamedTuple):
    """The means over all positions of nodes visited, of leaves among them, and of seconds."""

    depth: int
    nodes: float
    leaves: float
    seconds: float


def cost(game: GradedConnectFour, depth: int, prepare: Preparation) -> Cost:
    """What a search to that depth costs."""
    nodes, leaves, seconds = 0, 0, 0.0
    for text in POSITIONS:
        root = game.parse_position(text)
        search = prepare(game, root, depth)
        times: list[float] = []
        while len(times) < REPEATS and (not times or times[0] < QUICK):
            started = perf_counter()
            found = search(game, root, depth).statistics
            times.append(perf_counter() - started)
        seconds += min(times)
        nodes += found.nodes
        leaves += found.leaves
    number = len(POSITIONS)
    return Cost(depth, nodes / number, leaves / number, seconds / number)


def ready(search: Search) -> Preparation:
    """A search that prepares nothing."""
    return lambda _game, _root, _depth: search


def exhaustive(game: GradedConnectFour, root: State, depth: int) -> Result[State, int]:
    """Minimax."""
    return minimax(game, root, limit=Limit(depth=depth))


def given(game: GradedConnectFour, root: State, depth: int) -> Result[State, int]:
    """Alpha-beta in the order of the rules."""
    return alphabeta(game, root, limit=Limit(depth=depth))


def compiled(enhancements: Enhancements) -> Preparation:
    """Native alpha-beta."""

    def search(game: GradedConnectFour, root: State, depth: int) -> Result[State, int]:
        return native_alphabeta(game, root, limit=Limit(depth=depth), enhancements=enhancements)

    return ready(search)


def ordered(best_first: bool) -> Preparation:
    """Alpha-beta with the actions sorted by their true values, which are found beforehand."""

    def prepare(game: GradedConnectFour, root: State, depth: int) -> Search:
        known: dict[State, float] = {}

        def value(state: State, left: int) -> float:
            if state not in known:
                if game.is_terminal(state):
                    known[state] = game.utility(state, 0)
                elif left == 0:
                    known[state] = game.evaluate(state, 0)
                else:
                    children = [value(game.result(state, a), left - 1) for a in game.actions(state)]
                    known[state] = max(children) if state.turn == 0 else min(children)
            return known[state]

        def order(state: State, actions: Iterable[int]) -> Iterable[int]:
            descending = (state.turn == 0) == best_first
            values = {action: known[game.result(state, action)] for action in actions}
            return sorted(values, key=lambda action: values[action], reverse=descending)

        value(root, depth)

        def search(game: GradedConnectFour, root: State, depth: int) -> Result[State, int]:
            return alphabeta(game, root, limit=Limit(depth=depth), order=order)

        return search

    return prepare


def measured(name: str, prepare: Preparation, deepest: int) -> tuple[str, list[Cost]]:
    """A method's cost at every depth."""
    print(f"growing: {name}", file=sys.stderr)
    game = GradedConnectFour()
    cost(game, 1, prepare)  # compiles
    return name, [cost(game, depth, prepare) for depth in range(1, deepest + 1)]


def main() -> None:
    """Measure all, and draw."""
    methods = [
        measured("minimax (interpreted)", ready(exhaustive), INTERPRETED_DEPTH),
        measured("alpha-beta, worst first (interpreted)", ordered(False), INTERPRETED_DEPTH),
        measured("alpha-beta, order of the rules (interpreted)", ready(given), INTERPRETED_DEPTH),
        measured("alpha-beta, best first (interpreted)", ordered(True), INTERPRETED_DEPTH),
        measured("alpha-beta, order of the rules (native)", compiled(PLAIN), NATIVE_DEPTH),
        measured("alpha-beta with a table, deepening (native)", compiled(TABLE), NATIVE_DEPTH),
    ]
    last = methods[0][1][-1]
    branching = (last.nodes - 1) / (last.nodes - last.leaves)
    depths = range(1, NATIVE_DEPTH + 1)
    growing = [
        Curve("b^d", [(d, branching**d) for d in depths]),
        Curve("b^(d/2)", [(d, branching ** (d / 2)) for d in depths]),
    ]
    nodes = [Curve(name, [(c.depth, c.nodes) for c in costs]) for name, costs in methods]
    times = [Curve(name, [(c.depth, c.seconds) for c in costs]) for name, costs in methods]
    picture = draw(
        f"Connect Four: mean cost of a search over {len(POSITIONS)} positions, b = {branching:.1f}",
        [Panel("nodes", nodes, growing), Panel("seconds", times, [])],
    )
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
