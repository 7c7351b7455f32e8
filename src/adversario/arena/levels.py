"""Levels 1 to 10 of an automatic player for any game, from random to strong.

A level is a size of search and a probability of random moves. Searches are limited by nodes or
simulations, not by time, so that games are reproducible on any machine. A two-sided game without
chance that has an evaluation is searched by alpha-beta, one with chance and a network by turns, any
other by Monte Carlo tree search, over information sets if the game hides something. Games with a
repertoire are begun from it. The
score of each level against the one below is in `benchmarks/results/levels.md`, and that of games
that hide something in `levels-hidden.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import objections
from adversario.algorithms.turns import Horizon
from adversario.analysis.analyse import analyse
from adversario.analysis.repertoire.openings import shipped_repertoire
from adversario.arena.opening_player import choose_opening
from adversario.arena.turns import TurnsPlayer, has_network
from adversario.base.errors import InputError
from adversario.contract.capability import defines
from adversario.contract.information.perspective import Perspective, perspective
from adversario.contract.repetition import allowed_actions
from adversario.game import Game
from adversario.native.engines.dispatch import search
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.enhanced.enhancements import usual_enhancements
from adversario.native.engines.mcts import mcts


class Strength(NamedTuple):
    """The nodes or simulations of each search of a level, and the share of random moves."""

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

FARTHEST = Horizon(turns=3, keep=6, margin=0.16)
"""How far the highest level looks where it has a network; the others look at each play once."""

TABLE_MIB = 4
"""A small table, as these searches are short."""


MOST_SECONDS = 3.0
"""The most time for a move of a game that hides something, whose searches may be interpreted."""


class Level:
    """The automatic player of a level; reproducible for the same seed and engine."""

    def __init__(self, level: int, seed: int = 0, engine: Engine = "auto") -> None:
        if not 1 <= level <= len(LEVELS):
            raise InputError("arena.level", given=level, most=len(LEVELS))
        self.level, self.strength, self.random = level, LEVELS[level - 1], Random(seed)
        self.engine = engine

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Choose an action with the strength of the level."""
        seed = self.random.getrandbits(32)
        if self.random.random() < self.strength.randomness:
            if isinstance(state, Perspective):
                return self.random.choice(state.actions)
            return self.random.choice(list(allowed_actions(game, (*past, state))))
        repertoire = None if isinstance(state, Perspective) else shipped_repertoire(game)
        opening = choose_opening(repertoire, state, Random(seed), past)
        return self._search(game, state, self.strength, seed, past) if opening is None else opening

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Run a minimal search, which raises errors early and compiles the game."""
        self._search(game, state, Strength(1, 1, 0.0), 0)

    def _search(
        self,
        game: Game[Any, Any],
        state: Any,
        strength: Strength,
        seed: int,
        past: Sequence[Any] = (),
    ) -> Any:
        engine = self.engine
        if not game.kind.is_open:
            known = state if isinstance(state, Perspective) else perspective(game, state)
            return search(
                game, algorithm="ismcts", known=known, simulations=strength.simulations,
                limit=Limit(time=MOST_SECONDS), seed=seed,
            ).action  # fmt: skip
        if uses_alphabeta(game):
            limit = Limit(nodes=strength.nodes)
            return analyse(
                game, state, limit=limit, enhancements=usual_enhancements(game, TABLE_MIB),
                engine=engine, past=past,
            ).action  # fmt: skip
        if has_network(game):
            horizon = (
                FARTHEST if self.level == len(LEVELS) and strength.nodes > 1 else Horizon(turns=1)
            )
            return TurnsPlayer(horizon).choose(game, state)
        return mcts(game, state, simulations=strength.simulations, seed=seed, engine=engine).action


def uses_alphabeta(game: Game[Any, Any]) -> bool:
    """Whether to use alpha-beta: it fits the game, and the game has an evaluation."""
    return not objections(game, "alphabeta") and defines(game, "evaluate")
