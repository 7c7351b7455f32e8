"""The methods of famous programs on a small scale: all with seeds, in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import exp
from random import Random
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.mcts.tree_search import mcts
from adversario.algorithms.registry import search
from adversario.arena.result import Standing
from adversario.base.errors import InputError
from adversario.course.queries.play import standing, trained_weights
from adversario.course.queries.source import game_of
from adversario.game import CHANCE, Game
from adversario.games.weights import Weights, weighted
from adversario.solve.table import Table, solve_all
from adversario.views.layer import Layer, derive
from adversario.views.tabled import Tabled

MOST_STATES = 10_000
MOST_GAMES = 3000
MOST_SIMULATIONS = 200
EXPLORE, RATE, ERROR = 0.1, 0.1, 1e-6
SHARPNESS = 4.0
"""How strongly the policy of `guided` prefers actions of greater value."""


class _Entry:
    """An entry of a table of all positions, as searches look it up."""

    def __init__(self, value: int, plies: int | None) -> None:
        self.value, self.plies = value, plies


class _LateTable:
    """The entries of the positions that play reaches after `first` plies or later."""

    def __init__(self, table: Table[Any, Any], first: int) -> None:
        self.table, self.first = table, first

    def probe(self, state: Any) -> _Entry | None:
        """The entry of a state, for the player to move; None for earlier positions."""
        if self.table.ply(state) < self.first:
            return None
        worth: Any = self.table.value(state)
        sign = 1 - 2 * self.table.game.player(state)
        return _Entry(int(sign * worth), self.table.distance(state))


@lru_cache(maxsize=8)
def _table(source: str) -> Table[Any, Any]:
    return solve_all(game_of(source), symmetric=False, engine="python", most=MOST_STATES)


def table(source: str, what: str, *, first: int = 0) -> int:
    """A count of the table of all positions: of all, of the late ones, or its longest game.

    `what` is "states", "late" (positions after `first` plies or more) or "longest".
    """
    found = _table(source)
    if what == "states":
        return len(found)
    if what == "late":
        return sum(found.ply(state) >= first for state in found)
    if what == "longest":
        return max(found.distance(state) or 0 for state in found)
    raise InputError("course.choice", given=what[:60], known="states, late, longest")


@lru_cache(maxsize=32)
def meeting(source: str, first: int) -> int:
    """The nodes of alpha-beta that stops where the table of late positions begins.

    Chinook proved checkers so, from both ends (Schaeffer et al. 2007).
    """
    game = game_of(source)
    late = _LateTable(_table(source), first)
    tabled = derive(game, Tabled, tables=late, root=game.initial())
    nodes: int = search(tabled, algorithm="alphabeta").statistics.nodes
    return nodes


def _worth(game: Game[Any, Any], values: dict[Any, float], state: Any) -> float:
    """The estimate of a state for player 0: exact at the end, expected at chance nodes."""
    if game.is_terminal(state):
        return float(game.utility(state, 0))
    if game.player(state) == CHANCE:
        return sum(
            float(chance) * _worth(game, values, game.result(state, each))
            for each, chance in game.chances(state)
        )
    return values.get(state, 0.0)


def _greedy(game: Game[Any, Any], values: dict[Any, float], state: Any) -> Any:
    sign = 1 if game.player(state) == 0 else -1
    return max(
        game.actions(state),
        key=lambda each: sign * _worth(game, values, game.result(state, each)),
    )


@lru_cache(maxsize=8)
def _differences(source: str, games: int, seed: int) -> tuple[dict[Any, float], Counter[Any]]:
    """Values learned in self-play by temporal differences (Sutton 1988), and visits of states."""
    if not 1 <= games <= MOST_GAMES:
        raise InputError("limit.range", field="games", given=games, least=1, most=MOST_GAMES)
    game, random = game_of(source), Random(seed)
    values, visits = dict[Any, float](), Counter[Any]()
    for _ in range(games):
        state, before = game.initial(), None
        while True:
            while not game.is_terminal(state) and game.player(state) == CHANCE:
                outcomes, chances = zip(*game.chances(state), strict=True)
                state = game.result(state, random.choices(outcomes, list(map(float, chances)))[0])
            if before is not None:
                old = values.get(before, 0.0)
                visits[before] += 1
                values[before] = old + RATE * (_worth(game, values, state) - old)
            if game.is_terminal(state):
                break
            before, bold = state, random.random() < EXPLORE
            action = (
                random.choice(list(game.actions(state))) if bold else _greedy(game, values, state)
            )
            state = game.result(state, action)
    return values, visits


@lru_cache(maxsize=8)
def _exact(source: str) -> dict[Any, float]:
    """The values of all states in which a player is to move, by value iteration (Bellman 1957)."""
    game = game_of(source)
    values: dict[Any, float] = {}
    found = [game.initial()]
    seen = set(found)
    for state in found:
        if game.is_terminal(state):
            continue
        drawn = game.player(state) == CHANCE
        if not drawn:
            values[state] = 0.0
        after = [each for each, _ in game.chances(state)] if drawn else game.actions(state)
        for each in (game.result(state, one) for one in after):
            if each not in seen:
                seen.add(each)
                found.append(each)
        if len(found) > MOST_STATES:
            raise InputError("course.states", most=MOST_STATES)
    change = 1.0
    while change > ERROR:
        change = 0.0
        for state, old in reversed(values.items()):
            action = _greedy(game, values, state)
            values[state] = _worth(game, values, game.result(state, action))
            change = max(change, abs(values[state] - old))
    return values


def exact(source: str) -> float:
    """The value of the start to the first player, by value iteration over all states."""
    game = game_of(source)
    return round(_worth(game, _exact(source), game.initial()), 3)


@lru_cache(maxsize=32)
def differences(source: str, *, training: int = 500, seed: int = 1) -> float:
    """The mean error of a table of values learned by temporal differences in self-play.

    The mean is over the positions of the longest training, each as often as it was played. So
    TD-Gammon learned, with a network in place of the table (Tesauro 1995).
    """
    values, right = _differences(source, training, seed)[0], _exact(source)
    visits = _differences(source, MOST_GAMES, seed)[1]
    wrong = sum(many * abs(values.get(each, 0.0) - right[each]) for each, many in visits.items())
    return round(wrong / visits.total(), 3)


class _Policy(Layer[Any, Any]):
    """The game with weights for its actions, from the values of where they lead."""

    def priors(self, state: Any) -> Iterable[float]:
        """Softmax of the evaluations after each action, for the player to move."""
        mover = self.player(state)
        worth = [_value(self, self.result(state, each), mover) for each in self.actions(state)]
        top = max(worth)
        return [exp(SHARPNESS * (each - top)) for each in worth]


def _value(game: Any, state: Any, player: int) -> float:
    over = game.is_terminal(state)
    return float(game.utility(state, player) if over else game.evaluate(state, player))


def _tree_player(game: Game[Any, Any], simulations: int, **options: Any) -> Callable[..., Any]:
    """A player by Monte Carlo tree search, seeded by the number of its search."""
    seeds = iter(range(10**6))

    def tree_player(_: Game[Any, Any], state: Any) -> Any:
        return mcts(game, state, limit=Limit(nodes=simulations), seed=next(seeds), **options).action

    return tree_player


@lru_cache(maxsize=16)
def _guided(source: str, training: int, simulations: int, games: int, seed: int) -> Standing:
    if not 1 <= simulations <= MOST_SIMULATIONS:
        raise InputError(
            "limit.range", field="simulations", given=simulations, least=1, most=MOST_SIMULATIONS
        )
    game = game_of(source)
    weights = Weights(game.name, trained_weights(source, training, seed, 1), 0.95)
    knowing = derive(weighted(game, weights), _Policy)
    players = [
        _tree_player(knowing, simulations, rollout_depth=0), _tree_player(game, simulations)
    ]  # fmt: skip
    return standing(source, players, games, seed)


def guided(
    source: str, *, training: int = 50, simulations: int = 30, games: int = 10, seed: int = 1
) -> int:
    """The games that tree search with learned values and a policy wins against plain tree search.

    Both have the same number of simulations, as in AlphaGo against programs with random playouts
    (Silver et al. 2016, 2017).
    """
    return _guided(source, training, simulations, games, seed).wins


def guided_losses(
    source: str, *, training: int = 50, simulations: int = 30, games: int = 10, seed: int = 1
) -> int:
    """The games of that match lost."""
    return _guided(source, training, simulations, games, seed).losses
