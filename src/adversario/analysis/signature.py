"""The signature of the enhanced search: the total number of nodes that it visits in five games.

As in the `bench` command of chess engines: with one thread, a fixed depth and a table of fixed size
the number of nodes is the same on every machine. A change that should not affect the search keeps
the number, and a change of move ordering changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adversario.algorithms.core.limit import Limit
from adversario.games.registry import make_game
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta

SEARCHES = (
    ("connect4", 16),
    ("othello", 13),
    ("checkers", 14),
    ("breakthrough", 9),
    ("hex:size=7", 7),
)
"""Games and depths that differ in branching and move ordering; about 2 s in total."""

ENHANCEMENTS = Enhancements(table_mib=16)


@dataclass(frozen=True, slots=True)
class SearchNodes:
    """The number of nodes of one search, and its seconds without compilation."""

    game: str
    depth: int
    nodes: int
    seconds: float


def run_searches() -> Iterator[SearchNodes]:
    """Search each of the games from its initial state, one after the other.

    Raises NotCompilable if Numba is not installed.
    """
    for name, depth in SEARCHES:
        found = native_alphabeta(
            make_game(name), limit=Limit(depth=depth), enhancements=ENHANCEMENTS
        )
        yield SearchNodes(name, depth, found.statistics.nodes, found.statistics.seconds)
