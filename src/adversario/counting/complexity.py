"""The complexity of games: exact or estimated figures, next to published ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.counting import Countable
from adversario.counting.count import CountProgress, count_game
from adversario.counting.states import estimate_states
from adversario.counting.tree_size import Interval, SamplingProgress, estimate_tree
from adversario.game import Game


@dataclass(frozen=True, slots=True)
class Published:
    """Figures from the literature: positions, complete games, and the sources."""

    states: str
    games: str
    source: str


PUBLISHED: Mapping[str, Published] = {
    "tictactoe": Published("5,478 (765)", "255,168 of 9! orderings", "enumeration"),
    "connect4": Published("4,531,985,219,092", "10^21", "Edelkamp and Kissmann 2008; Allis 1994"),
    "othello": Published("10^28", "10^58", "Allis 1994"),
    "gomoku": Published("10^105", "10^70", "Allis 1994"),
    "hex": Published("10^57", "10^98", "van den Herik et al. 2002"),
    "kalah": Published("10^13", "10^18", "van den Herik et al. 2002"),
    "checkers": Published("5 x 10^20", "10^31", "Schaeffer et al. 2007; Allis 1994"),
    "international-draughts": Published("10^30", "10^54", "Allis 1994"),
    "chess": Published("10^44 to 10^47", "10^123", "Tromp 2021; Allis 1994"),
    "shogi": Published("10^71", "10^226", "van den Herik et al. 2002"),
    "go": Published("2.1 x 10^170", "10^360", "Tromp and Farnebäck 2006; Allis 1994"),
}
"""Figures by name of the game, at its usual size; Hex is 11 by 11."""


@dataclass(frozen=True, slots=True)
class Complexity:
    """The size of a game, counted or estimated.

    `states` is exact if `complete`; otherwise it is an estimate, or the number found before the
    limit, and `most` is an upper bound, if the game has one. `games` is exact or an estimate, None
    if play can go on for ever. `length` and `branching` are means: over all states if all are
    known, otherwise of random play.
    """

    name: str
    states: int | Interval
    complete: bool
    most: int | None
    games: int | Interval | None
    length: float
    branching: float
    published: Published | None

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        states, games = (
            each.to_json() if isinstance(each, Interval) else each
            for each in (self.states, self.games)
        )
        known = self.published
        return {
            "game": self.name, "states": states, "complete": self.complete, "most": self.most,
            "games": games,
            "length": round(self.length, 2), "branching": round(self.branching, 3),
            "published": None if known is None else
            {"states": known.states, "games": known.games, "source": known.source},
        }  # fmt: skip


def complexity(
    name: str,
    game: Game[Any, Any],
    *,
    most: int = 1_000_000,
    samples: int = 1000,
    seed: int = 0,
    on_progress: Callable[[CountProgress | SamplingProgress], None] | None = None,
    stop: Stop | None = None,
) -> Complexity:
    """Count a game of at most `most` states; larger ones are estimated from random games."""
    count = count_game(game, most=most, on_progress=on_progress, stop=stop)
    tree = estimate_tree(game, samples=samples, seed=seed, on_progress=on_progress, stop=stop)
    exact = count.complete and not count.cyclic
    estimated = None if count.complete else estimate_states(game, seed=seed)
    return Complexity(
        name=name,
        states=count.states if estimated is None else estimated,
        complete=count.complete,
        most=None if count.complete else as_capability(game, Countable).most_states(),
        games=count.all_games if exact else None if count.cyclic else tree.games,
        length=tree.length,
        branching=count.branching if count.complete else tree.branching,
        published=PUBLISHED.get(name),
    )
