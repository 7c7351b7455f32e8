"""Pac-Man by what he takes the ghosts for, against ghosts by what they are.

Minimax takes every ghost for a perfect opponent, expectimax for a random one, and the model for
one that is greedy 80 percent of the time. Each is right about one kind of ghost and wrong about
the others, and the table of their games shows what that costs. A last one holds all three for
equally likely at first, and learns which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from random import Random
from typing import Any, TypeAlias, cast

from adversario.algorithms.core.chance import sample_chance
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.models.models import Mixture
from adversario.algorithms.registry import search
from adversario.arena.believer import Believer, Worths
from adversario.base.distribution import Distribution
from adversario.base.errors import InputError
from adversario.base.numbers import Z95, Number
from adversario.game import CHANCE
from adversario.games.pacman import Pacman, State
from adversario.games.weights import Weights, weighted
from adversario.native.compiler.availability import available
from adversario.native.engines.decisions import Decider
from adversario.native.engines.engine_choice import Engine
from adversario.views.beliefs import Belief, Model

VIEWS = {"minimax": "minimax", "expectimax": "random", "model": "80"}
"""What each Pac-Man takes the ghosts for, as Pac-Man's option `ghosts` says it."""

GHOSTS = ("minimax", "random", "80")
BELIEF = "belief"
PACMEN = (*VIEWS, BELIEF)

DOUBT = 0.05
"""How often a perfect ghost is held to move at random: it may search otherwise than he thinks."""

MOST_STEPS = 500
"""How long Pac-Man may take, in his own moves."""

OPENING = 1
"""How many moves of everybody are random at first, so that not all games are the same."""


@dataclass(frozen=True)
class Outcome:
    """How one game ended."""

    score: int
    won: bool


@dataclass(frozen=True)
class Cell:
    """What one Pac-Man achieved against one kind of ghosts."""

    pacman: str
    ghosts: str
    outcomes: tuple[Outcome, ...]

    @cached_property
    def score(self) -> float:
        """The mean score."""
        return sum(outcome.score for outcome in self.outcomes) / len(self.outcomes)

    @cached_property
    def error(self) -> float:
        """Half the width of its 95% interval."""
        number = len(self.outcomes)
        if number < 2:
            return 0.0
        spread = sum((outcome.score - self.score) ** 2 for outcome in self.outcomes)
        return Z95 * sqrt(spread / (number - 1) / number)

    @property
    def wins(self) -> int:
        """The games in which all the food was eaten."""
        return sum(outcome.won for outcome in self.outcomes)

    @cached_property
    def win_interval(self) -> tuple[float, float]:
        """The 95% interval of the share of wins (Wilson, 1927)."""
        number, share = len(self.outcomes), self.wins / len(self.outcomes)
        middle = (share + Z95 * Z95 / (2 * number)) / (1 + Z95 * Z95 / number)
        within = share * (1 - share) / number + Z95 * Z95 / (4 * number * number)
        half = Z95 * sqrt(within) / (1 + Z95 * Z95 / number)
        return max(0.0, middle - half), min(1.0, middle + half)

    def to_json(self) -> dict[str, Any]:
        """The cell as plain JSON values."""
        return {
            "pacman": self.pacman,
            "ghosts": self.ghosts,
            "games": len(self.outcomes),
            "score": self.score,
            "error": self.error,
            "wins": self.wins,
            "win_interval": list(self.win_interval),
        }


Chooser: TypeAlias = Callable[[State], int]
"""Who moves Pac-Man: an action for a state in which it is his turn."""


def ghost_table(
    layout: str = "small",
    *,
    games: int = 20,
    depth: int = 2,
    seed: int = 0,
    pacmen: Sequence[str] = PACMEN,
    ghosts: Sequence[str] = GHOSTS,
    most_steps: int = MOST_STEPS,
    engine: Engine = "auto",
    weights: Weights | None = None,
) -> Iterator[Cell]:
    """Every Pac-Man against every kind of ghosts, a cell as soon as its games are played.

    `depth` counts the moves of everybody as one, and is that of minimax ghosts too. All cells have
    games of the same seeds, which begin with the same few random moves. Pac-Man judges states by
    the `weights`, if there are any; the ghosts by those of the game.
    """
    for name, given in (("games", games), ("depth", depth)):
        if given < 1:
            raise InputError("limit.too_small", limit=name, given=given, least=1)
    for pacman in pacmen:
        choose = pacman_by(pacman, layout, depth, engine, weights)
        for kind in ghosts:
            game, outcomes = Pacman(layout, kind), []
            for number in range(games):
                dice = Random(f"{seed} game {number}")
                states = ghost_states(
                    game, choose, depth=depth, dice=dice, start=opened(game, dice),
                    most_steps=most_steps, engine=engine,
                )  # fmt: skip
                *_, last = states
                outcomes.append(Outcome(last.score, game.is_terminal(last) and not last.caught))
            yield Cell(pacman, kind, tuple(outcomes))


def pacman_by(
    name: str, layout: str, depth: int, engine: Engine = "auto", weights: Weights | None = None
) -> Chooser:
    """The Pac-Man of that name, who looks so many moves of everybody ahead."""
    if name == BELIEF:
        return believer(layout, depth, engine, weights)
    if name not in VIEWS:
        raise InputError("pacman.unknown", given=name, known=", ".join(PACMEN))
    game = Pacman(layout, VIEWS[name])
    return decider(game if weights is None else weighted(game, weights), depth, engine)


def believer(
    layout: str, depth: int, engine: Engine = "auto", weights: Weights | None = None
) -> Believer:
    """The Pac-Man who holds the kinds of ghosts for equally likely at first.

    Perfect ghosts he expects to search as far ahead as he does.
    """
    games = {kind: Pacman(layout, kind) for kind in GHOSTS}
    haunt = decider(games["minimax"], depth, engine)

    def perfect(state: State) -> Distribution[int]:
        return Distribution({haunt(state): 1})

    def as_in(game: Pacman) -> Model[State, int]:
        return lambda state: Distribution(game.chances(state))

    models = {kind: as_in(game) for kind, game in games.items() if kind != "minimax"}
    models["minimax"] = Mixture([(perfect, 1 - DOUBT), (models["random"], DOUBT)])
    judged = {
        kind: worths(game if weights is None else weighted(game, weights), depth, engine)
        for kind, game in games.items()
    }
    return Believer(Belief.over(models), judged)


def ghost_states(
    game: Pacman,
    choose: Chooser,
    *,
    depth: int,
    dice: Random,
    start: State | None = None,
    most_steps: int = MOST_STEPS,
    engine: Engine = "auto",
) -> Iterator[State]:
    """The states of a game, the first and the last included. Ghosts of player 1 search."""
    state, steps = game.initial() if start is None else start, 0
    haunt = decider(game, depth, engine)
    watcher = choose if isinstance(choose, Believer) else None
    if watcher is not None:
        watcher.forget()
    yield state
    while not game.is_terminal(state) and steps < most_steps:
        if state.turn == 0:
            steps += 1
            action = choose(state)
        elif game.player(state) == CHANCE:
            action = sample_chance(game, state, dice)
        else:
            action = haunt(state)
        if watcher is not None and state.turn:
            watcher.saw(state, action)
        state = game.result(state, action)
        yield state


def opened(game: Pacman, dice: Random) -> State:
    """The state after a few random moves that have not ended the game."""
    while True:
        state = game.initial()
        for _ in range(OPENING * (1 + game.ghosts)):
            if game.is_terminal(state):
                break
            state = game.result(state, dice.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            return state


def decider(game: Pacman, depth: int, engine: Engine = "auto") -> Chooser:
    """A search that looks so many moves of everybody ahead; compiled when it is first asked."""
    plies = depth * (1 + game.ghosts)

    def interpreted(state: State) -> int:
        action = search(game, state, limit=Limit(depth=plies)).action
        assert action is not None
        return action

    @cache
    def compiled() -> Decider[State, int]:
        return Decider(game, plies)

    native = available() if engine == "auto" else engine == "native"
    return (lambda state: compiled()(state)[0]) if native else interpreted


def worths(game: Pacman, depth: int, engine: Engine = "auto") -> Worths:
    """What each action is worth, by a search that looks so many moves of everybody ahead."""
    plies = depth * (1 + game.ghosts)

    def interpreted(state: State) -> dict[int, float]:
        found = search(game, state, limit=Limit(depth=plies), algorithm="expectiminimax")
        return {score.action: float(cast(Number, score.value)) for score in found.scores}

    @cache
    def compiled() -> Decider[State, int]:
        return Decider(game, plies)

    native = available() if engine == "auto" else engine == "native"
    return (lambda state: compiled().worths(state)) if native else interpreted
