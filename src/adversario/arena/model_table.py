"""A table of players, by their model of the opponents, against opponents of several kinds.

In Pac-Man, minimax assumes perfect ghosts, expectimax random ones, and the model ghosts that are
greedy 80 percent of the time. Each assumption is right for one kind of opponents and wrong for the
others, and the table shows the cost of a wrong one. A last player considers all kinds equally
likely at first, and learns which it faces.
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
from adversario.arena.believer import ActionValues, Believer
from adversario.base.distribution import Distribution
from adversario.base.errors import InputError
from adversario.base.numbers import Z95, Number
from adversario.base.suggest import did_you_mean
from adversario.contract.opponents import Opponents
from adversario.game import CHANCE, A, Game, S
from adversario.games.weights import Weights, weighted
from adversario.native.engines.decisions import Decider
from adversario.native.engines.engine_choice import Engine, or_interpreted
from adversario.views.beliefs import Belief, Model

BELIEF = "belief"
"""The name of the player that learns the kind of its opponents."""

RANDOM_SHARE = 0.05
"""The assumed probability of a random move by a perfect opponent, whose search may differ."""

MAX_STEPS = 500
"""The maximum number of moves of player 0 in a game."""

OPENING = 1
"""The number of random rounds at the start, so that games differ; all players move in a round."""


@dataclass(frozen=True)
class ModelOutcome:
    """The score and result of one game."""

    score: int
    won: bool


@dataclass(frozen=True)
class ModelCell:
    """The results of one player against one kind of opponents."""

    player: str
    opponents: str
    outcomes: tuple[ModelOutcome, ...]

    @cached_property
    def score(self) -> float:
        """The mean score."""
        return sum(outcome.score for outcome in self.outcomes) / len(self.outcomes)

    @cached_property
    def error(self) -> float:
        """Half the width of the 95% interval of the mean score."""
        number = len(self.outcomes)
        if number < 2:
            return 0.0
        spread = sum((outcome.score - self.score) ** 2 for outcome in self.outcomes)
        return Z95 * sqrt(spread / (number - 1) / number)

    @property
    def wins(self) -> int:
        """The number of games won."""
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
        """The summary of the games as JSON values."""
        return {
            "games": len(self.outcomes),
            "score": self.score,
            "error": self.error,
            "wins": self.wins,
            "win_interval": list(self.win_interval),
        }


Chooser: TypeAlias = Callable[[S], A]
"""Player 0: returns its action in a state."""


def player_names(opponents: Opponents[S, A]) -> tuple[str, ...]:
    """The names of the players: one for each view, and the one that learns."""
    return (*opponents.views, BELIEF)


def model_table(
    opponents: Opponents[S, A],
    *,
    games: int = 20,
    depth: int = 2,
    seed: int = 0,
    players: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    most_steps: int = MAX_STEPS,
    engine: Engine = "auto",
    weights: Weights | None = None,
) -> Iterator[ModelCell]:
    """Yield the results of every player against every kind of opponents, cell by cell.

    `depth` is in rounds, in which all players move once, and is also that of opponents who search.
    All cells have games with the same seeds, which start with the same few random moves. The
    players evaluate states by `weights`, if given; the opponents by those of the game.
    """
    for name, given in (("games", games), ("depth", depth)):
        if given < 1:
            raise InputError("limit.too_small", limit=name, given=given, least=1)
    plies = depth * opponents.round_plies
    for player in player_names(opponents) if players is None else players:
        choose = make_player(opponents, player, depth, engine, weights)
        for kind in opponents.kinds if kinds is None else kinds:
            game, outcomes = opponents.game_against(kind), []
            for number in range(games):
                dice = Random(f"{seed} game {number}")
                start = play_random_opening(game, OPENING * opponents.round_plies, dice)
                *_, last = play_states(
                    game, choose, plies=plies, dice=dice, start=start, most_steps=most_steps,
                    engine=engine,
                )  # fmt: skip
                outcomes.append(ModelOutcome(opponents.score(last), opponents.is_won(last)))
            yield ModelCell(player, kind, tuple(outcomes))


def make_player(
    opponents: Opponents[S, A],
    name: str,
    depth: int,
    engine: Engine = "auto",
    weights: Weights | None = None,
) -> Chooser[S, A]:
    """The player of that name, which searches `depth` rounds ahead."""
    if name == BELIEF:
        return make_believer(opponents, depth, engine, weights)
    if name not in opponents.views:
        names = player_names(opponents)
        close, known = did_you_mean(name, names), ", ".join(names)
        raise InputError("arena.unknown", player=name, close=close, known=known)
    game = _with_weights(opponents.game_against(opponents.views[name]), weights)
    return make_decider(game, depth * opponents.round_plies, engine)


def make_believer(
    opponents: Opponents[S, A],
    depth: int,
    engine: Engine = "auto",
    weights: Weights | None = None,
) -> Believer[S, A]:
    """The player that considers all kinds of opponents equally likely at first.

    It assumes that perfect opponents search to the same depth.
    """
    plies = depth * opponents.round_plies
    games = {kind: opponents.game_against(kind) for kind in opponents.kinds}
    models = {kind: _chance_model(game) for kind, game in games.items() if game.players == 1}
    models |= {kind: _search_model(game, plies, engine) for kind, game in games.items()
               if game.players > 1}  # fmt: skip
    values = {
        kind: action_values(_with_weights(game, weights), plies, engine)
        for kind, game in games.items()
    }
    return Believer(Belief.over(models), values)


def _chance_model(game: Game[S, A]) -> Model[S, A]:
    """The model of opponents whose moves are chance."""
    return lambda state: Distribution(game.chances(state))


def _search_model(game: Game[S, A], plies: int, engine: Engine) -> Model[S, A]:
    """The model of opponents who search, with a small probability of random moves."""
    choose = make_decider(game, plies, engine)

    def perfect(state: S) -> Distribution[A]:
        return Distribution({choose(state): 1})

    def anything(state: S) -> Distribution[A]:
        actions = list(game.actions(state))
        return Distribution(dict.fromkeys(actions, 1 / len(actions)))

    return Mixture([(perfect, 1 - RANDOM_SHARE), (anything, RANDOM_SHARE)])


def _with_weights(game: Game[S, A], weights: Weights | None) -> Game[S, A]:
    """The game evaluated by the weights, if given."""
    return game if weights is None else weighted(game, weights)


def play_states(
    game: Game[S, A],
    choose: Chooser[S, A],
    *,
    plies: int,
    dice: Random,
    start: S | None = None,
    most_steps: int = MAX_STEPS,
    engine: Engine = "auto",
) -> Iterator[S]:
    """Yield the states of a game, the first and the last too. Player 1 searches `plies` plies."""
    state, steps = game.initial() if start is None else start, 0
    oppose = make_decider(game, plies, engine)
    watcher = choose if isinstance(choose, Believer) else None
    if watcher is not None:
        watcher.reset()
    yield state
    while not game.is_terminal(state) and steps < most_steps:
        mover = game.player(state)
        if mover == 0:
            steps += 1
            action = choose(state)
        elif mover == CHANCE:
            action = sample_chance(game, state, dice)
        else:
            action = oppose(state)
        if watcher is not None and mover != 0:
            watcher.update(state, action)
        state = game.result(state, action)
        yield state


def play_random_opening(game: Game[S, A], plies: int, dice: Random) -> S:
    """The state after `plies` random moves; games that end earlier are discarded."""
    while True:
        state = game.initial()
        for _ in range(plies):
            if game.is_terminal(state):
                break
            state = game.result(state, dice.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            return state


def make_decider(game: Game[S, A], plies: int, engine: Engine = "auto") -> Chooser[S, A]:
    """A search to depth `plies`, compiled on first use."""

    def interpreted(state: S) -> A:
        action = search(game, state, limit=Limit(depth=plies)).action
        assert action is not None
        return action

    @cache
    def compiled() -> Decider[S, A]:
        return Decider(game, plies)

    return lambda state: or_interpreted(
        game, engine, lambda: compiled()(state)[0], lambda: interpreted(state)
    )


def action_values(game: Game[S, A], plies: int, engine: Engine = "auto") -> ActionValues[S, A]:
    """The values of the actions, by a search to depth `plies`."""

    def interpreted(state: S) -> dict[A, float]:
        found = search(game, state, limit=Limit(depth=plies), algorithm="expectiminimax")
        return {score.action: float(cast(Number, score.value)) for score in found.scores}

    @cache
    def compiled() -> Decider[S, A]:
        return Decider(game, plies)

    return lambda state: or_interpreted(
        game, engine, lambda: compiled().worths(state), lambda: interpreted(state)
    )
