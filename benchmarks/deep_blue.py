"""What each enhancement of alpha-beta is worth in a position of chess: a table and a plot.

    python benchmarks/deep_blue.py

It writes `benchmarks/results/deep-blue.svg` and prints the table of `docs/deep-blue.md`. All is
counted in nodes, so that it is the same on every machine. Without quiescence all searches of full
width have one value, which is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from chart import Curve, Panel, draw

from adversario import Limit, analyse, make_game, perft
from adversario.games.boards.chess import Chess, State
from adversario.native import PLAIN
from adversario.native.engines.enhanced.enhancements import SELECTIVE, Enhancements

RESULT = Path(__file__).parent / "results" / "deep-blue.svg"
POSITION = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"
"""The Ruy Lopez, which Deep Blue played in the second game of 1997."""

DEPTH, SELECTIVE_DEPTH = 6, 14
BARE = replace(PLAIN, quiescence=False)
TABLE = replace(BARE, table_mib=64)
ORDERED = replace(TABLE, killers=True, history=True)
STEPS = (
    ("alpha-beta, the moves in the order of the rules", BARE, DEPTH),
    ("+ transposition table", TABLE, DEPTH),
    ("+ killer moves and history", ORDERED, DEPTH),
    ("+ null windows and aspiration", replace(ORDERED, scout=True, aspiration=True), DEPTH),
    ("selective search", replace(SELECTIVE, quiescence=False), SELECTIVE_DEPTH),
)

Count = Callable[[int], int]


class Cost(NamedTuple):
    """The nodes of a search to a depth."""

    depth: int
    nodes: int

    @property
    def branching(self) -> float:
        """The effective branching factor: the nodes are those of a tree that branches so."""
        return float(self.nodes ** (1 / self.depth))


def sequences(game: Chess, state: State) -> list[Cost]:
    """What minimax visits at its horizon: all sequences of moves."""
    return [Cost(depth, perft(game, depth, state)) for depth in range(1, DEPTH + 1)]


def searched(
    game: Chess, state: State, means: Enhancements, deepest: int
) -> tuple[list[Cost], float]:
    """The nodes of a search to each depth, and its value at `DEPTH`."""
    found, value = [], 0.0
    for depth in range(1, deepest + 1):
        result = analyse(game, state, limit=Limit(depth=depth), enhancements=means)
        found.append(Cost(depth, result.statistics.nodes))
        if depth == DEPTH:
            value = float(result.value)  # type: ignore[arg-type]  # of two players
    return found, value


def table(methods: dict[str, list[Cost]]) -> Iterator[str]:
    """A row for each method at the common depth, and for the deepest search."""
    yield "| search | depth | nodes | effective branching factor |"
    yield "|---|---:|---:|---:|"
    for name, costs in methods.items():
        for cost in costs:
            if cost.depth in (DEPTH, SELECTIVE_DEPTH):
                yield f"| {name} | {cost.depth} | {cost.nodes:,} | {cost.branching:.1f} |"


def picture(methods: dict[str, list[Cost]]) -> str:
    """Nodes by depth, and the effective branching factor."""
    nodes = [Curve(name, [(c.depth, c.nodes) for c in costs]) for name, costs in methods.items()]
    factors = [
        Curve(name, [(c.depth, c.branching) for c in costs if c.depth > 1])
        for name, costs in methods.items()
    ]
    panels = [Panel("nodes", nodes, []), Panel("effective branching factor", factors, [])]
    return draw("Chess, Ruy Lopez: what each enhancement saves", panels)


def main() -> None:
    """Search, print the table and draw."""
    game = make_game("chess")
    assert isinstance(game, Chess)
    state = game.parse_position(POSITION)
    methods = {"minimax: all sequences of moves": sequences(game, state)}
    values = set()
    for name, means, deepest in STEPS:
        methods[name], value = searched(game, state, means, deepest)
        if not means.selective:
            values.add(round(value, 9))
    assert len(values) == 1, values
    for line in table(methods):
        print(line)
    RESULT.write_text(picture(methods), encoding="utf-8")


if __name__ == "__main__":
    main()
