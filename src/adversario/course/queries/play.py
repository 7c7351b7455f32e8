"""Matches of a few games, and evaluations learned in a few seconds, all with seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.registry import search
from adversario.arena.match import play_match
from adversario.arena.player import Entry
from adversario.arena.result import Standing
from adversario.arena.trusted import reads_no_file
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.course.queries.source import game_of
from adversario.game import Game
from adversario.games.weights import Weights, feature_count, weighted
from adversario.learn import Settings, Trainer
from adversario.learn.evaluation import linear
from adversario.records.record import GameRecord

MOST_GAMES, MOST_DEPTH = 40, 4
MOST_TRAINING = 400
LARGEST_WEIGHT = 1000.0
PYTHON = "engine=python"


def player_of(text: str) -> str:
    """A player by name whose search is interpreted, and so repeatable everywhere.

    InputError for players that run programs or read files: a page is data.
    """
    name = text.partition(":")[0]
    if not reads_no_file(text):
        raise InputError("course.player", given=text[:60])
    if name in ("random", "level"):
        return text
    return f"{text},{PYTHON}" if ":" in text else f"{text}:{PYTHON}"


def weighing(source: str, weights: Sequence[float], depth: int) -> Callable[[Any, Any], Any]:
    """A player that searches `depth` plies with these weights of the game's features."""
    game = game_of(source)
    if feature_count(game) != len(weights):
        raise InputError(
            "weights.number", game=game.name, weights=len(weights), features=feature_count(game)
        )
    if not 1 <= depth <= MOST_DEPTH or not all(abs(each) <= LARGEST_WEIGHT for each in weights):
        raise InputError("course.weights", most=LARGEST_WEIGHT, depth=MOST_DEPTH)
    limit = getattr(linear(game), "limit", 0.0)
    own = weighted(game, Weights(game.name, tuple(weights), limit))

    def weights_player(_: Game[Any, Any], state: Any) -> Any:
        return search(own, state, limit=Limit(depth=depth)).action

    return weights_player


def standing(
    source: str, players: Sequence[Entry], games: int, seed: int, *, openings: int = 2,
    on_progress: Callable[[GameRecord], None] | None = None, stop: Stop | None = None,
) -> Standing:  # fmt: skip
    """The results of the first player in a match."""
    if not 2 <= games <= MOST_GAMES:
        raise InputError("limit.range", field="games", given=games, least=2, most=MOST_GAMES)
    result = play_match(
        game_of(source), players, games=games, seed=seed, openings=openings,
        on_progress=on_progress, stop=stop,
    )  # fmt: skip
    return result.standings[0]


@lru_cache(maxsize=64)
def _match(source: str, one: str, other: str, games: int, seed: int, openings: int) -> Standing:
    players = [player_of(one), player_of(other)]
    return standing(source, players, games, seed, openings=openings)


def wins(
    source: str, one: str, other: str, *, games: int = 10, seed: int = 1, openings: int = 2
) -> int:
    """The games that the first player wins in a match."""
    return _match(source, one, other, games, seed, openings).wins


def draws(
    source: str, one: str, other: str, *, games: int = 10, seed: int = 1, openings: int = 2
) -> int:
    """The drawn games of a match."""
    return _match(source, one, other, games, seed, openings).draws


def losses(
    source: str, one: str, other: str, *, games: int = 10, seed: int = 1, openings: int = 2
) -> int:
    """The games that the first player loses in a match."""
    return _match(source, one, other, games, seed, openings).losses


def utility(
    source: str, one: str, other: str, *, games: int = 10, seed: int = 1, openings: int = 0
) -> float:
    """The mean utility of the first player in a match."""
    return round(_match(source, one, other, games, seed, openings).utility, 2)


@lru_cache(maxsize=16)
def trained_weights(source: str, games: int, seed: int, depth: int) -> tuple[float, ...]:
    """The weights of the game's features after self-play from zero."""
    if not 1 <= games <= MOST_TRAINING:
        raise InputError("limit.range", field="games", given=games, least=1, most=MOST_TRAINING)
    settings = Settings(rate=0.03, explore=0, temperature=0.1, depth=depth, seed=seed)
    trainer = Trainer(game_of(source), settings, engine="python", start="zero", measured=1)
    trainer.run(games, every=games)
    return tuple(trainer.memory.weights)


def learned(
    source: str,
    opponent: str,
    *,
    training: int = 100,
    games: int = 20,
    seed: int = 1,
    depth: int = 1,
) -> int:
    """The games of a match won by weights that were learned from zero in self-play."""
    return _learned(source, opponent, training, games, seed, depth).wins


def learned_losses(
    source: str,
    opponent: str,
    *,
    training: int = 100,
    games: int = 20,
    seed: int = 1,
    depth: int = 1,
) -> int:
    """The games of that match lost."""
    return _learned(source, opponent, training, games, seed, depth).losses


@lru_cache(maxsize=16)
def _learned(
    source: str, opponent: str, training: int, games: int, seed: int, depth: int
) -> Standing:
    player = weighing(source, trained_weights(source, training, seed, depth), depth)
    return standing(source, [player, player_of(opponent)], games, seed)


def weight(
    source: str, feature: str, *, training: int = 100, seed: int = 1, depth: int = 1
) -> float:
    """The weight of a feature after training."""
    names = game_of(source).feature_names
    if feature not in names:
        raise InputError("course.choice", given=feature[:60], known=", ".join(names))
    return round(trained_weights(source, training, seed, depth)[names.index(feature)], 3)
