"""Levels 1 to 10 of an automatic player for any game, from random to strong.

A level is how much is searched and how often an action is played at random instead. Both are
counted, not timed, so that a seed gives the same game on any machine. A two-sided game without
chance that has an evaluation is searched by alpha-beta, any other by Monte Carlo tree search. How
each level fares against the one below is in `benchmarks/results/levels.md`.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import objections
from adversario.analysis.analyse import analyse
from adversario.base.errors import InputError
from adversario.contract.capability import defines
from adversario.game import Game
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.enhancements import Enhancements
from adversario.native.engines.mcts import mcts


class Strength(NamedTuple):
    """What makes a level: nodes or simulations of each search, and the share of random moves."""

    nodes: int
    simulations: int
    randomness: float


LEVELS = (
    Strength(10, 10, 1.0),
    Strength(20, 25, 0.74),
    Strength(60, 70, 0.53),
    Strength(200, 180, 0.39),
    Strength(1_000, 500, 0.272),
    Strength(3_000, 1_300, 0.165),
    Strength(8_000, 3_500, 0.09),
    Strength(20_000, 9_000, 0.038),
    Strength(50_000, 25_000, 0.01),
    Strength(150_000, 100_000, 0.0),
)
"""The levels, the weakest first."""

SMALL = Enhancements(table_mib=4)
"""A table that costs little to set up, for searches this short."""


class Level:
    """The automatic player of a level; the same seed and engine play the same game."""

    def __init__(self, level: int, seed: int = 0, engine: Engine = "auto") -> None:
        if not 1 <= level <= len(LEVELS):
            raise InputError("arena.level", given=level, most=len(LEVELS))
        self.level, self.strength, self.random = level, LEVELS[level - 1], Random(seed)
        self.engine = engine

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """An action as good as the level is."""
        seed = self.random.getrandbits(32)
        if self.random.random() < self.strength.randomness:
            return self.random.choice(list(game.actions(state)))
        return self._search(game, state, self.strength, seed)

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Search as little as possible: raises what is wrong, and has the game compiled."""
        self._search(game, state, Strength(1, 1, 0.0), 0)

    def _search(self, game: Game[Any, Any], state: Any, strength: Strength, seed: int) -> Any:
        engine = self.engine
        if searches_deep(game):
            limit = Limit(nodes=strength.nodes)
            return analyse(game, state, limit=limit, enhancements=SMALL, engine=engine).action
        return mcts(game, state, simulations=strength.simulations, seed=seed, engine=engine).action


def searches_deep(game: Game[Any, Any]) -> bool:
    """Whether the game is for alpha-beta: it fits, and there is an evaluation to search with."""
    return not objections(game, "alphabeta") and defines(game, "evaluate")
